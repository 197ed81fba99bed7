import type { DragEvent } from 'react';

let dragged: { kind: string; id: string } | null = null;

const isBelow = ({ currentTarget, clientY }: DragEvent<HTMLElement>) => {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY > top + height / 2;
};
const mark = ({ currentTarget }: DragEvent<HTMLElement>, gap: string) => {
  if (gap) currentTarget.dataset['gap'] = gap;
  else delete currentTarget.dataset['gap'];
};

/**
 * Returns the attributes of a row that is dragged over others of its `kind`. They use the browser's own dragging,
 * because the frame loads before any library. While another is over it, it has `data-gap`, above or below. `onDrop`
 * gets the dropped row's id.
 */
export const dragRow = (kind: string, id: string, onDrop: (droppedId: string, isAfter: boolean) => void) => {
  const takes = () => dragged?.kind === kind && dragged.id !== id;
  return {
    draggable: true,
    onDragStart: (event: DragEvent<HTMLElement>) => {
      dragged = { kind, id };
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
    },
    onDragEnd: () => {
      dragged = null;
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!takes()) return;
      event.preventDefault();
      mark(event, isBelow(event) ? 'below' : 'above');
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => mark(event, ''),
    onDrop: (event: DragEvent<HTMLElement>) => {
      mark(event, '');
      if (!takes() || !dragged) return;
      event.preventDefault();
      onDrop(dragged.id, isBelow(event));
      dragged = null;
    },
  };
};
