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
  /** Makes the person's own changes; undefined removes a part. */
  change: (changes: Parts) => void;
  /** Calls `run` with the changes of others, and with those of undo. */
  onChanged: (run: (changes: Parts) => void) => () => void;
  /** Undoes the last own change, or makes it again. */
  undo: () => void;
  redo: () => void;
  /** Shows others where the person points. */
  point: (at: { x: number; y: number } | null) => void;
  onPointers: (run: (pointers: readonly Pointer[]) => void) => () => void;
  /** Shows others what the person has selected. */
  select: (place: string) => void;
  onSelections: (run: (chosen: readonly Chosen[]) => void) => () => void;
}
