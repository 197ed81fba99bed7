import { tasksOfColumn } from '@atrium/client/store/select.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { VList } from 'virtua';
import { newTask } from '#entities/task/newTask.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { useFirstRows, useRowHeight } from '#ui/lists/rowHeights.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Board.module.css';
import { BoardCard, type CardActs } from './BoardCard.tsx';
import { ColumnHead } from './ColumnHead.tsx';
import { QuickAdd } from './QuickAdd.tsx';
import { useCardsHeight } from './useCardsHeight.ts';
import { useColumnDrag } from './useColumnDrag.ts';

/** Placeholders for cards that are loading: as many as show that this is a column of cards. */
const COMING = [null, null, null];

interface Props {
  column: Column;
  isReadOnly: boolean;
  pickedUp: number;
  editing: number;
  acts: CardActs;
  isComing: boolean;
  isShown: (task: Task) => boolean;
}

/** A column of the board: its head, its cards, and the fields that add one. */
export function BoardColumn({ column, isReadOnly, pickedUp, editing, isComing, isShown, acts }: Props) {
  const all = useSelect(['task'], (store) => tasksOfColumn(store, column.id), [column.id]);
  const tasks = useMemo(() => all.filter(isShown), [all, isShown]);
  const rows = useRowHeight(['cards'], 96, {
    of: `cards of ${column.id}`,
    keys: () => tasks.map((task) => task.id),
  });
  const first = useFirstRows(rows);
  const isPhone = useIsPhone();
  const { box, head, isOver, edge, isDragging } = useColumnDrag(column.id, isReadOnly);
  const [adding, setAdding] = useState<'top' | 'end' | null>(null);

  const { cards, height } = useCardsHeight();

  /** Opens the line for a new task; on a phone there is no space for it, and the full form opens at once. */
  const add = (place: 'top' | 'end') => {
    if (!isPhone) return setAdding(place);
    newTask({ projectId: column.project_id, columnId: column.id, isAtTop: place === 'top' });
  };
  return (
    <section
      className={classes.column}
      ref={box}
      data-over={isOver || undefined}
      data-dragging={isDragging || undefined}
      data-column={column.id}
      aria-label={column.name}
    >
      {edge && <span className={classes.edge} data-edge={edge} />}
      <ColumnHead
        ref={head}
        column={column}
        shown={isComing ? null : tasks.length}
        count={all.length}
        isReadOnly={isReadOnly}
        onAdd={() => add('top')}
      />
      {adding === 'top' && <QuickAdd column={column} onClose={() => setAdding(null)} />}
      <div className={classes.cards} ref={cards} style={{ flex: height === null ? 1 : `0 1 ${height}px` }}>
        <VList
          ref={rows.list}
          itemSize={rows.itemSize}
          {...(rows.cache && { cache: rows.cache })}
          {...first}
          style={{ height: '100%' }}
          data={isComing ? [...tasks, ...COMING] : tasks}
        >
          {(task, index) =>
            task ? (
              <div key={task.id} className={classes.slot} data-lifted={pickedUp === task.id || undefined}>
                <BoardCard task={task} isPicked={pickedUp === task.id} isEditing={editing === task.id} acts={acts} />
              </div>
            ) : (
              <div key={`coming ${index}`} className={classes.slot}>
                <Skeleton height={74} radius="md" aria-hidden="true" />
              </div>
            )
          }
        </VList>
      </div>
      {isReadOnly ? null : adding === 'end' ? (
        <QuickAdd column={column} isAtEnd onClose={() => setAdding(null)} />
      ) : (
        <PlainButton
          className={classes.foot}
          aria-label={t('task.add_end', { name: column.name })}
          onClick={() => add('end')}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('task.add')}
        </PlainButton>
      )}
    </section>
  );
}
