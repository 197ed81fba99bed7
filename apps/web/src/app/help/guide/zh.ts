export const texts = import.meta.glob<string>('../../../../../../docs/guide/zh/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
