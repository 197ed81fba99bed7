export const texts = import.meta.glob<string>('../../../../../../docs/guide/ko/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
