export const texts = import.meta.glob<string>('../../../../../../docs/guide/zh-CHT/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
