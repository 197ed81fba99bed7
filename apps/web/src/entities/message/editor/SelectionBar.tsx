import { Paper, Portal } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef, useState } from 'react';
import classes from './FormatBar.module.css';
import { FormatBar } from './FormatBar.tsx';

const SELECTION_MS = 100;
const HALF = 195;

/** The bar above a selection, which appears once the selection rests. */
export function SelectionBar({ editor }: { editor: Editor }) {
  const [at, setAt] = useState<{ left: number; bottom: number } | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer = 0;
    const place = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setAt(placeOf(editor)), SELECTION_MS);
    };
    const leave = ({ event }: { event: FocusEvent }) => {
      // The bar stays while the focus is in its own field for a link's address.
      const to = event.relatedTarget as Element | null;
      if (to && (bar.current?.contains(to) || to.closest('[data-portal]'))) return;
      clearTimeout(timer);
      setAt(null);
    };
    // The bar is placed now, because it was loaded for this first selection.
    place();
    editor.on('selectionUpdate', place);
    editor.on('blur', leave);
    return () => {
      clearTimeout(timer);
      editor.off('selectionUpdate', place);
      editor.off('blur', leave);
    };
  }, [editor]);
  if (!at) return null;
  return (
    <Portal>
      <Paper ref={bar} withBorder className={classes.floating} style={at}>
        <FormatBar editor={editor} />
      </Paper>
    </Portal>
  );
}

function placeOf({ state, view, isFocused }: Editor): { left: number; bottom: number } | null {
  const { from, to, empty } = state.selection;
  if (empty || !isFocused || state.doc.textBetween(from, to).trim() === '') return null;
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to)];
  const middle = start.top === end.top ? (start.left + end.right) / 2 : start.left + HALF;
  const left = Math.max(8, Math.min(middle - HALF, window.innerWidth - 2 * HALF - 8));
  return { left, bottom: window.innerHeight - start.top + 6 };
}
