export const texts = import.meta.glob<string>('../../../../../../docs/guide/en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
