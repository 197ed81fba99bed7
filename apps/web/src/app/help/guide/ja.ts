export const texts = import.meta.glob<string>('../../../../../../docs/guide/ja/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
