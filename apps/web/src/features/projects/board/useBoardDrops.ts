import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { tasksOfColumn } from '@atrium/client/store/select.ts';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { placeCard, placeColumn } from './board.actions.ts';

/** Handles drops of cards and columns on a board. Returns the result for a live region. */
export function useBoardDrops(projectId: number): string {
  const [status, setStatus] = useState('');
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const target = location.current.dropTargets[0];
          if (!target) return;
          const [dragged, over] = [source.data, target.data];
          if (dragged.kind === 'column' && over.kind === 'column') {
            placeColumn(
              projectId,
              Number(dragged.id),
              Number(over.id),
              extractClosestEdge(over) === 'left' ? 'left' : 'right',
            );
          }
          if (dragged.kind !== 'card') return;
          if (over.kind === 'column') placeCard(Number(dragged.id), Number(over.id), null);
          if (over.kind === 'card')
            placeCard(Number(dragged.id), Number(over.columnId), neighbor(over, extractClosestEdge(over) === 'bottom'));
          setStatus(t('board.moved'));
        },
      }),
    [projectId],
  );
  return status;
}

/** Returns the following card: the one that was dropped on, or the one after it. */
function neighbor(over: Record<string | symbol, unknown>, isBelow: boolean): number | null {
  if (!isBelow) return Number(over.id);
  const ids = tasksOfColumn(client.store, Number(over.columnId))
    .filter((task) => !task.complete_at)
    .map((task) => task.id);
  return ids[ids.indexOf(Number(over.id)) + 1] ?? null;
}
