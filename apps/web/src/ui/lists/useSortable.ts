import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** A row dragged by its handle over others of its `kind`; `onDrop` gets the row dropped on, and the side. */
export function useSortable<Box extends HTMLElement>(
  kind: string,
  id: number,
  onDrop: (dragged: number, isAfter: boolean) => void,
  isOn = true,
) {
  const box = useRef<Box>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const [gap, setGap] = useState<Edge | null>(null);
  const [isDragging, setDragging] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    if (!isOn || !box.current || !grip.current) return;
    return combine(
      draggable({
        element: box.current,
        dragHandle: grip.current,
        getInitialData: () => ({ kind, id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element: box.current,
        canDrop: ({ source }) => source.data.kind === kind && source.data.id !== id,
        getData: ({ input, element }) =>
          attachClosestEdge({ kind, id }, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setGap(extractClosestEdge(self.data)),
        onDragLeave: () => setGap(null),
        onDrop: ({ self, source }) => {
          setGap(null);
          drop(Number(source.data.id), extractClosestEdge(self.data) === 'bottom');
        },
      }),
    );
  }, [kind, id, isOn]);
  return { box, grip, gap, isDragging };
}
