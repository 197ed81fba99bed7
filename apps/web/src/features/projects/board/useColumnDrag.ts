import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useRef, useState } from 'react';
import { hasPointer } from '#ui/keys/longPress.ts';

/** Lets a column be dragged by its head, and shows where it would take a card or another column. */
export function useColumnDrag(columnId: number, isReadOnly: boolean) {
  const box = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    if (isReadOnly || !box.current || !head.current || !hasPointer()) return;
    return combine(
      draggable({
        element: box.current,
        dragHandle: head.current,
        getInitialData: () => ({ kind: 'column', id: columnId }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element: box.current,
        canDrop: ({ source }) =>
          source.data.kind === 'card' || (source.data.kind === 'column' && source.data.id !== columnId),
        getData: ({ input, element, source }) => {
          const data = { kind: 'column', id: columnId };
          return source.data.kind === 'column'
            ? attachClosestEdge(data, { input, element, allowedEdges: ['left', 'right'] })
            : data;
        },
        onDrag: ({ self, source }) => {
          setOver(source.data.kind === 'card');
          setEdge(source.data.kind === 'column' ? extractClosestEdge(self.data) : null);
        },
        onDragLeave: () => {
          setOver(false);
          setEdge(null);
        },
        onDrop: () => {
          setOver(false);
          setEdge(null);
        },
      }),
    );
  }, [columnId, isReadOnly]);
  return {
    box,
    head,
    /** True while a card is held over the column. */
    isOver,
    /** The side at which another column would be inserted. */
    edge,
    isDragging,
  };
}
