import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Plugin, Selection } from '@tiptap/pm/state';

/** The position at which a document must end to have at most `max` characters; null if it has no more. */
function endAt(doc: Node, max: number): number | null {
  // This size includes structure: a document below the limit has few enough characters.
  if (doc.content.size <= max) return null;
  let count = 0;
  let end: number | null = null;
  doc.descendants((node, position) => {
    if (end !== null) return false;
    const text = node.isText ? (node.text ?? '') : '';
    if (count + text.length > max) {
      const left = max - count;
      // The end is never inside a surrogate pair.
      end = position + (/[\uD800-\uDBFF]$/.test(text.slice(0, left)) ? left - 1 : left);
    }
    count += text.length;
    return true;
  });
  return end;
}

/** Removes text beyond `max` characters, if the field has a limit. */
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
