import type { Book } from '@atrium/richtext/sheet/book.ts';
import type { KeyboardEvent } from 'react';
import { type CellPosition, HEAD_PX, ROW_PX, type Selection } from './geometry.ts';

type Way = 'up' | 'down' | 'left' | 'right';
const ARROWS: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};
const STEPS = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] } as const;

export function nextIn({ row, column }: CellPosition, way: Way): CellPosition {
  const [down, right] = STEPS[way];
  return { row: Math.max(0, row + down), column: Math.max(0, column + right) };
}

/**
 * The selection after a cell was edited: to the side after Tab; below after Enter, in the column where Tab was pressed
 * first.
 */
export function afterField(
  { row, column, begunIn = column }: CellPosition,
  key: 'Tab' | 'Enter',
  isBack: boolean,
): CellPosition {
  if (key === 'Tab') return { ...nextIn({ row, column }, isBack ? 'left' : 'right'), begunIn };
  return isBack ? nextIn({ row, column }, 'up') : nextIn({ row, column: begunIn }, 'down');
}

/** The selection after a key; null if the key does not move it. */
export function moveSelection(
  event: KeyboardEvent,
  { active, other }: Selection,
  book: Book,
  sheet: string,
  height: number,
): Selection | null {
  const isJump = event.ctrlKey || event.metaKey;
  const from = event.shiftKey && event.key !== 'Tab' && event.key !== 'Enter' ? other : active;
  const to = goal(event, from, book, sheet, isJump, height);
  if (!to) return null;
  const spot = {
    ...to,
    row: Math.min(to.row, book.axis(sheet, 'r').ids.length - 1),
    column: Math.min(to.column, book.axis(sheet, 'k').ids.length - 1),
  };
  const isExtended = event.shiftKey && event.key !== 'Tab' && event.key !== 'Enter';
  return isExtended ? { active, other: spot } : { active: spot, other: spot };
}

function goal(
  event: KeyboardEvent,
  from: CellPosition,
  book: Book,
  sheet: string,
  isJump: boolean,
  height: number,
): CellPosition | null {
  const way = ARROWS[event.key];
  if (way) return isJump ? edge(from, way, book, sheet) : nextIn(from, way);
  const page = Math.max(1, Math.floor((height - HEAD_PX) / ROW_PX) - 1);
  switch (event.key) {
    case 'Tab':
      return afterField(from, 'Tab', event.shiftKey);
    case 'Enter':
      return isJump ? null : afterField(from, 'Enter', event.shiftKey);
    case 'Home':
      return { row: isJump ? 0 : from.row, column: 0 };
    case 'End': {
      const { rows, columns } = book.usedArea(sheet);
      return { row: isJump ? Math.max(0, rows - 1) : from.row, column: Math.max(0, columns - 1) };
    }
    case 'PageDown':
      return { row: from.row + page, column: from.column };
    case 'PageUp':
      return { row: Math.max(0, from.row - page), column: from.column };
    default:
      return null;
  }
}

/** The end of the filled cells in a direction, or the next filled one. */
function edge(from: CellPosition, way: Way, book: Book, sheet: string): CellPosition {
  const used = book.usedArea(sheet);
  const isFilled = ({ row, column }: CellPosition) => book.valueAt(sheet, row, column) !== null;
  const isIn = ({ row, column }: CellPosition) => row <= used.rows && column <= used.columns;
  let at = from;
  let next = nextIn(at, way);
  const wasFilled = isFilled(at) && isFilled(next);
  while (isIn(next) && (next.row !== at.row || next.column !== at.column)) {
    if (wasFilled && !isFilled(next)) return at;
    at = next;
    if (!wasFilled && isFilled(at)) return at;
    next = nextIn(at, way);
  }
  return way === 'up' || way === 'left'
    ? at
    : {
        row: Math.min(at.row, Math.max(from.row, used.rows - 1)),
        column: Math.min(at.column, Math.max(from.column, used.columns - 1)),
      };
}
