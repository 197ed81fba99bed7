import type { DocumentComment } from '@atrium/contract/files/documents.ts';
import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  type ProsemirrorBinding,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from '@tiptap/y-tiptap';

interface Shown {
  threads: readonly DocumentComment[];
  /** The thread with the focus; 0 = none. */
  chosen: number;
}
const key = new PluginKey<Shown & { marks: DecorationSet }>('comments');

const bindingOf = (state: EditorState) =>
  (ySyncPluginKey.getState(state) as { binding?: ProsemirrorBinding } | undefined)?.binding;

/** True if the selection has content for a comment: not only the end of a line. */
export function hasSelected({ doc, selection: { from, to } }: EditorState): boolean {
  let isFound = false;
  doc.nodesBetween(from, to, (node, at) => {
    const text = node.text?.slice(Math.max(0, from - at), to - at);
    isFound ||= text === undefined ? node.isAtom && node.isLeaf && node.type.name !== 'hardBreak' : text.trim() !== '';
    return !isFound;
  });
  return isFound;
}

/** The selection as positions of the shared state, which move with the text around them. Null without one. */
export function placeOf({ state }: Editor): { place: string; quote: string } | null {
  const { from, to } = state.selection;
  const binding = bindingOf(state);
  if (!binding || !hasSelected(state)) return null;
  const [anchor, head] = [from, to].map(
    (at) => absolutePositionToRelativePosition(at, binding.type, binding.mapping) as unknown,
  );
  const quote = state.doc.textBetween(from, to, '\n', ' ').slice(0, 500);
  return { place: JSON.stringify({ anchor, head }), quote };
}

/** The current range of a comment; null once its text is gone. */
export function rangeOf(state: EditorState, { place }: DocumentComment): { from: number; to: number } | null {
  const binding = bindingOf(state);
  if (!binding || place === '') return null;
  try {
    const { anchor, head } = JSON.parse(place) as { anchor: unknown; head: unknown };
    const [from, to] = [anchor, head].map((each) =>
      relativePositionToAbsolutePosition(binding.doc, binding.type, each, binding.mapping),
    );
    if (typeof from !== 'number' || typeof to !== 'number' || from >= to || to > state.doc.content.size) return null;
    return { from, to };
  } catch {
    // Another client may have sent an invalid position.
    return null;
  }
}

function marksOf(state: EditorState, { threads, chosen }: Shown): DecorationSet {
  const marks = threads.flatMap((thread) => {
    const range = thread.resolved_at ? null : rangeOf(state, thread);
    const attrs = { class: thread.id === chosen ? 'comment chosen' : 'comment', 'data-comment': String(thread.id) };
    return range ? [Decoration.inline(range.from, range.to, attrs)] : [];
  });
  return DecorationSet.create(state.doc, marks);
}

export const showComments = (editor: Editor, shown: Shown): void => {
  editor.view.dispatch(editor.state.tr.setMeta(key, shown).setMeta('addToHistory', false));
};

/** Marks the text that has open comments. */
export const commentMarks = (onChoose: (id: number) => void) =>
  Extension.create({
    name: 'commentMarks',
    addProseMirrorPlugins: () => [
      new Plugin<Shown & { marks: DecorationSet }>({
        key,
        state: {
          init: () => ({ threads: [], chosen: 0, marks: DecorationSet.empty }),
          apply: (tr, before, _old, state) => {
            const shown = tr.getMeta(key) as Shown | undefined;
            if (!shown && !tr.docChanged) return before;
            const next = shown ?? before;
            return { threads: next.threads, chosen: next.chosen, marks: marksOf(state, next) };
          },
        },
        props: {
          decorations: (state) => key.getState(state)?.marks,
          handleClick: (_view, _at, event) => {
            const mark = (event.target as Element).closest<HTMLElement>('[data-comment]');
            if (mark) onChoose(Number(mark.dataset['comment']));
            return false;
          },
        },
      }),
    ],
  });
