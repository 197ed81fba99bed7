export const texts = import.meta.glob<string>('../../../../../../docs/guide/ru/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
