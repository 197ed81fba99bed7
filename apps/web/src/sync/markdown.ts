const fetchMarkdown = async () => {
  const [{ plainText }, { renderMarkdown }] = await Promise.all([
    import('@atrium/richtext/plainText.ts'),
    import('@atrium/richtext/markdown/markdown.ts'),
  ]);
  loaded = { plainText, renderMarkdown };
  return loaded;
};

interface Markdown {
  plainText(text: string, type: 'html' | 'md'): string;
  renderMarkdown(md: string): string;
}
let loading: Promise<Markdown> | undefined;
let loaded: Markdown | undefined;

/** Loads the renderer with the first Markdown message, because it is a tenth of the budget for a first load. */
export function loadMarkdown(): Promise<Markdown> {
  loading ??= fetchMarkdown().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
export const loadedMarkdown = (): Markdown | undefined => loaded;

/** The plain text of Markdown; approximate while the renderer loads, since a preview cannot wait. */
export function markdownWords(md: string): string {
  if (loaded) return loaded.plainText(md, 'md');
  // If the renderer cannot be loaded, previews remain approximate, which is no reason to fail.
  loadMarkdown().catch(() => undefined);
  return md
    .replace(/!\[[^[\]]*\]\([^()]*\)/g, '')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^ {0,3}(#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, '')
    .replace(/[*_~`|]+/g, '');
}
