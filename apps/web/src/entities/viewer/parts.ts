import type { Parts } from '@atrium/richtext/document/parts.ts';

/** The pointer of somebody else, in the coordinates of the drawing. */
export interface Pointer {
  /** Identifies one connection of one person. */
  key: string;
  name: string;
  color: string;
  x: number;
  y: number;
}

/** The selection of somebody else. */
export interface Chosen {
  key: string;
  name: string;
  color: string;
  /** The value that was given to `select`; others may have sent anything. */
  place: string;
}

/** A drawing, mind map or spreadsheet that others may change at the same time. */
export interface SharedParts {
  all: () => Parts;
  /** Own changes; undefined removes a part. */
  change: (changes: Parts) => void;
  /** Calls with the changes of others, and those of undo. */
  onChanged: (run: (changes: Parts) => void) => () => void;
  /** The last own change, taken back or made again. */
  undo: () => void;
  redo: () => void;
  /** Shows others where one points. */
  point: (at: { x: number; y: number } | null) => void;
  onPointers: (run: (pointers: readonly Pointer[]) => void) => () => void;
  /** Shows others what one has chosen. */
  select: (place: string) => void;
  onSelections: (run: (chosen: readonly Chosen[]) => void) => () => void;
}
