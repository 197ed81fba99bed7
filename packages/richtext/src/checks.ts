const ITEM = /<li( [^<>]*)?>/g;
const MARK = / data-list="(?:un)?checked"/;

/** Stored HTML with its index-th list item, counted from 0, ticked or unticked; null if that is no checklist item. */
export function withChecked(html: string, index: number, isChecked: boolean): string | null {
  const found = [...html.matchAll(ITEM)][index];
  if (!found || !MARK.test(found[0])) return null;
  const item = found[0].replace(MARK, ` data-list="${isChecked ? 'checked' : 'unchecked'}"`);
  return html.slice(0, found.index) + item + html.slice(found.index + found[0].length);
}
