import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';

/** Where a document has to end to hold no more than `max` characters; null where it holds no more. */
function endAt(doc: Node, max: number): number | null {
  // Signs of structure count in it: what is smaller as a whole has not too many letters.
  if (doc.content.size <= max) return null;
  let count = 0;
  let end: number | null = null;
  doc.descendants((node, position) => {
    if (end !== null) return false;
    const text = node.isText ? (node.text ?? '') : '';
    if (count + text.length > max) {
      const left = max - count;
      // Never half of a sign.
      end = position + (/[\uD800-\uDBFF]$/.test(text.slice(0, left)) ? left - 1 : left);
    }
    count += text.length;
    return true;
  });
  return end;
}

/** Takes away what is written beyond `max` characters, where the field has a limit. */
export const limit = (max: () => number | undefined) =>
  Extension.create({
    name: 'limit',
    addProseMirrorPlugins: () => [
      new Plugin({
        appendTransaction(transactions, _before, { doc, tr }) {
          const most = max();
          if (most === undefined || !transactions.some((each) => each.docChanged)) return null;
          const end = endAt(doc, most);
          return end === null ? null : tr.delete(end, Selection.atEnd(doc).to);
        },
      }),
    ],
  });
