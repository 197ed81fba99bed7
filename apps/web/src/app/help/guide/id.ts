export const texts = import.meta.glob<string>('../../../../../../docs/guide/id/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
