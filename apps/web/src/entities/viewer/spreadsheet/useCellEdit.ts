import { columnName } from '@atrium/richtext/sheet/axis.ts';
import type { Changes } from '@atrium/richtext/sheet/book.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isComposing } from '#ui/keys/composing.ts';
import { typedValue } from './cellText.ts';
import { areaOf, type CellPosition, selectionOf } from './geometry.ts';
import { afterField } from './moveSelection.ts';
import type { OpenSheet } from './useOpenSheet.ts';

interface Options {
  open: OpenSheet;
  mayChange: boolean;
  /** Gives the focus back to the cells. */
  focus: () => void;
}

/** The text that is being typed into the active cell, in the cell itself or above the cells. */
export function useCellEdit({ open, mayChange, focus }: Options) {
  const { book, sheet, change, active, setSelection, look, content } = open;
  const [draft, showDraft] = useState<string | null>(null);
  /**
   * The same text in a ref, without waiting for a render: leaving the field ends the edit, and moving the focus leaves
   * the field.
   */
  const typed = useRef<string | null>(null);
  const setDraft = (text: string | null) => {
    typed.current = text;
    showDraft(text);
  };
  const [isAbove, setAbove] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (draft === null || isAbove) return;
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the field opens
  }, [draft === null, isAbove]);

  /** Stores what was typed, if anything was. */
  const commit = () => {
    const text = typed.current;
    if (text === null) return;
    setDraft(null);
    if (text === content) return;
    const { input, format } = typedValue(text, look?.format);
    const changes: Changes = new Map(book.write(sheet, active.row, active.column, input));
    if (format)
      for (const [key, value] of book.paint(sheet, areaOf(selectionOf(active)), { format })) changes.set(key, value);
    change(changes);
  };
  const finish = (to: CellPosition) => {
    commit();
    setSelection(selectionOf(to));
    focus();
  };
  const cancel = () => {
    setDraft(null);
    focus();
  };
  return {
    /** The text that is edited; null while the cell is not edited. */
    draft,
    setDraft,
    /** True if it is typed above the cells. */
    isAbove,
    field,
    commit,
    /** Opens the field in the cell, with its content or with the typed text. */
    edit(text = content) {
      if (!mayChange) return;
      setSelection(selectionOf(active));
      setAbove(false);
      setDraft(text);
    },
    editAbove() {
      if (!mayChange) return;
      setAbove(true);
      setDraft(draft ?? content);
    },
    /** Inserts a clicked cell into a formula that waits for one. */
    pick(spot: CellPosition): boolean {
      if (draft === null) return false;
      if (!/^=(.*[=(,;+\-*/&<>^:]\s*)?$/s.test(draft)) {
        finish(spot);
        return false;
      }
      setDraft(`${draft}${columnName(spot.column)}${spot.row + 1}`);
      return true;
    },
    onFieldKeys(event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>) {
      event.stopPropagation();
      if (isComposing(event)) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        cancel();
      } else if (event.key === 'Enter' && !event.altKey) {
        event.preventDefault();
        finish(afterField(active, 'Enter', event.shiftKey));
      } else if (event.key === 'Tab') {
        event.preventDefault();
        finish(afterField(active, 'Tab', event.shiftKey));
      }
    },
  };
}
