import { type PointerEvent, useRef } from 'react';
import type { CellPosition, Selection } from './geometry.ts';

/** A finger that moves farther than this scrolls instead of selecting. */
const SLACK_PX = 6;

interface Options {
  selection: Selection;
  spotAt: (event: { clientX: number; clientY: number }) => CellPosition | null;
  onSelect: (selection: Selection) => void;
  /** Called on a click. True if it inserts the cell into the formula that is being written. */
  onPick: (spot: CellPosition) => boolean;
  onEdit: () => void;
}

/** Selects cells with a mouse by dragging, and with a finger by a tap; a tap on the active cell edits it. */
export function useCellPointer({ selection, spotAt, onSelect, onPick, onEdit }: Options) {
  const { active, other } = selection;
  const drag = useRef<{ x: number; y: number; isTouch: boolean } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.target instanceof HTMLTextAreaElement || event.button !== 0) return;
      const spot = spotAt(event);
      if (!spot) return;
      if (onPick(spot)) return event.preventDefault();
      drag.current = { x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' };
      // A finger scrolls. It selects when it is lifted at the place where it was put down.
      if (event.pointerType === 'touch') return;
      onSelect(event.shiftKey ? { active, other: spot } : { active: spot, other: spot });
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (!drag.current || drag.current.isTouch || (event.buttons & 1) === 0) return;
      const spot = spotAt(event);
      if (spot && (spot.row !== other.row || spot.column !== other.column)) onSelect({ active, other: spot });
    },
    onPointerUp(event: PointerEvent<HTMLDivElement>) {
      const begun = drag.current;
      drag.current = null;
      if (!begun?.isTouch || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > SLACK_PX) return;
      const spot = spotAt(event);
      if (!spot) return;
      if (spot.row === active.row && spot.column === active.column) onEdit();
      else onSelect({ active: spot, other: spot });
    },
    onPointerCancel() {
      drag.current = null;
    },
  };
}
