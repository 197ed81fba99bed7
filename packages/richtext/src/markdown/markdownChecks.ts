import { partsOf } from '../html/blocks.ts';
import { parseMarkdown } from './markdown.ts';

/** Up to the box of a check item: quote marks, and the marks of the lists around it. */
const BOX = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)\[[ xX]\]/;

/**
 * Markdown with its index-th list item, counted from 0 as it is shown, ticked or not; null where that is no check item.
 * Blocks are shown one by one, and proposed tasks are not list items.
 */
export function withCheckedMarkdown(md: string, index: number, isChecked: boolean): string | null {
  let count = 0;
  for (const { head, at, lines } of partsOf(md)) {
    if (head && head.kind !== 'reasoning') continue;
    const body = lines.join('\n');
    // Thinking is shown without the space around it.
    const blank = head ? (/^\s*/.exec(body)?.[0] ?? '') : '';
    const before = at + blank.split('\n').length;
    const tokens = parseMarkdown(head ? body.trim() : body);
    for (const [place, token] of tokens.entries()) {
      if (token.type !== 'list_item_open') continue;
      if (count++ !== index) continue;
      const line = tokens[place + 2]?.map?.[0];
      return token.attrGet('data-list') === null || line === undefined ? null : ticked(md, before + line, isChecked);
    }
  }
  return null;
}

function ticked(md: string, at: number, isChecked: boolean): string | null {
  const lines = md.split('\n');
  const line = lines[at] ?? '';
  if (!BOX.test(line)) return null;
  lines[at] = line.replace(BOX, `$1[${isChecked ? 'x' : ' '}]`);
  return lines.join('\n');
}
