export const texts = import.meta.glob<string>('../../../../../../docs/guide/de/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
