import { partsOf } from '../html/blocks.ts';
import { parseMarkdown } from './markdown.ts';

/** Up to the box of a checklist item: quote marks, and the marks of the lists around it. */
const BOX = /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)\[[ xX]\]/;

/**
 * Markdown with its index-th list item, counted from 0 as displayed, ticked or unticked; null if that is no checklist
 * item. Blocks are displayed one by one, and proposed tasks are no list items.
 */
export function withCheckedMarkdown(md: string, index: number, isChecked: boolean): string | null {
  let count = 0;
  for (const { head, at, lines } of partsOf(md)) {
    if (head && head.kind !== 'reasoning') continue;
    const body = lines.join('\n');
    // Thinking is displayed without surrounding space.
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
