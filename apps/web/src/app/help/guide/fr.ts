export const texts = import.meta.glob<string>('../../../../../../docs/guide/fr/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
