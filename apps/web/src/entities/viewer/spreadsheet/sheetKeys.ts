import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { isComposing } from '#ui/keys/composing.ts';
import type { SharedParts } from '../parts.ts';
import { moveSelection } from './moveSelection.ts';
import type { SheetCommands } from './sheetCommands.ts';
import type { useCellEdit } from './useCellEdit.ts';
import type { OpenSheet } from './useOpenSheet.ts';

interface Options {
  open: OpenSheet;
  commands: SheetCommands;
  cell: ReturnType<typeof useCellEdit>;
  /** The shared state; without it nothing can be changed. */
  shared: SharedParts | null;
  /** The container of the cells: keys work while it has the focus. */
  box: RefObject<HTMLDivElement | null>;
}

const MARKS = { b: 'bold', i: 'italic', u: 'underline' } as const;

/** The handlers of keys and of the clipboard. */
export function sheetKeys({ open, commands, cell, shared, box }: Options) {
  const { book, sheet, selection, setSelection } = open;
  /** Undo and redo work wherever the focus is. */
  const runHistory = (event: KeyboardEvent, key: string): boolean => {
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y') || cell.draft !== null) return false;
    if (key === 'y' || event.shiftKey) shared?.redo();
    else shared?.undo();
    return true;
  };
  /** Runs the command of a key. True if there is one. */
  const runInCells = (event: KeyboardEvent, key: string): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const mark = isCommand && Object.hasOwn(MARKS, key) ? MARKS[key as keyof typeof MARKS] : undefined;
    const next = moveSelection(event, selection, book, sheet, box.current?.clientHeight ?? 480);
    if (next) setSelection(next);
    else if (mark && shared) commands.toggle(mark);
    else if (isCommand && key === 'a') commands.selectAll();
    else if (isCommand && key === 'd' && shared) commands.fillDown();
    else if (isCommand || event.altKey) return false;
    else if ((key === 'delete' || key === 'backspace') && shared) commands.clear();
    else if (event.key === 'F2' && shared) cell.edit();
    else if (event.key.length === 1 && shared && !isComposing(event)) cell.edit(event.key);
    else return false;
    return true;
  };
  const copy = (event: ClipboardEvent, isCut = false): boolean => {
    if (event.target !== box.current) return false;
    event.preventDefault();
    return commands.copy(event.clipboardData, isCut);
  };
  return {
    onKeyDown(event: KeyboardEvent) {
      const key = event.key.toLowerCase();
      if (!runHistory(event, key) && (event.target !== box.current || !runInCells(event, key))) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy: (event: ClipboardEvent) => void copy(event),
    onCut(event: ClipboardEvent) {
      if (copy(event, shared !== null) && shared) commands.clear();
    },
    onPaste(event: ClipboardEvent) {
      if (event.target !== box.current || !shared) return;
      event.preventDefault();
      commands.paste(event.clipboardData);
    },
  };
}
