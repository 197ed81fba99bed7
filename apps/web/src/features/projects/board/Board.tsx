import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { columnsOf } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { shownColumns } from '#features/projects/useProjectView.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { afterPaint } from '#ui/layout/afterPaint.ts';
import { recentSizes, recordSizes, SETTLED_MS } from '#ui/layout/storedSizes.ts';
import { useStable } from '#ui/useStable.ts';
import classes from './Board.module.css';
import { BoardColumn } from './BoardColumn.tsx';
import { addColumn } from './board.actions.ts';
import { useBoardDrops } from './useBoardDrops.ts';
import { useBoardKeys } from './useBoardKeys.ts';

interface Props {
  project: Project;
  /** Columns that are hidden in this view. */
  hidden: readonly number[];
  /** True while more tasks are loading. */
  isComing: boolean;
  isShown: (task: Task) => boolean;
  onTask: (taskId: number) => void;
}

/** Returns the number of columns to draw: first those that fit the screen, then the rest. */
function useFirstColumns(scroller: RefObject<HTMLDivElement | null>): number {
  const [count, setCount] = useState(() => {
    const seen = recentSizes(['columns']);
    return seen ? Math.ceil(seen.room / seen.size) : Infinity;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      const box = scroller.current;
      const [one, next] = box?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
      if (!box || !one || !next) return;
      const size = next.offsetLeft - one.offsetLeft;
      if (size > 0) recordSizes(['columns'], { size, room: box.clientWidth - (one.offsetLeft - box.offsetLeft) });
    }, SETTLED_MS);
    const leave = afterPaint(() => startTransition(() => setCount(Infinity)));
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [scroller]);
  return count;
}

/** Columns side by side; cards and columns move by drag, menu and keyboard. */
export function Board({ project, hidden, isComing, isShown, onTask }: Props) {
  const columns = useSelect(['column'], (store) => shownColumns(columnsOf(store, project.id), hidden), [
    project.id,
    hidden,
  ]);
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useFirstColumns(scroller);
  const status = useBoardDrops(project.id);
  const keys = useBoardKeys(onTask, hidden);
  const acts = useStable({ onOpen: onTask, onEdited: keys.onEdited });
  useEffect(() => (scroller.current ? autoScrollForElements({ element: scroller.current }) : undefined), []);
  return (
    <div
      className={classes.scroller}
      ref={scroller}
      onKeyDown={keys.onKeyDown}
      role="group"
      aria-label={t('board.label', { name: project.name })}
    >
      {columns.slice(0, drawn).map((column) => (
        <BoardColumn
          key={column.id}
          column={column}
          isReadOnly={project.department_readonly ?? false}
          isComing={isComing}
          isShown={isShown}
          pickedUp={keys.pickedUp}
          editing={keys.editing}
          acts={acts}
        />
      ))}
      {!project.department_readonly && <NewColumn projectId={project.id} />}
      <div className="visually-hidden" aria-live="assertive">
        {keys.spoken || status}
      </div>
    </div>
  );
}

function NewColumn({ projectId }: { projectId: number }) {
  const [name, setName] = useState('');
  const add = () => {
    if (!name.trim()) return;
    addColumn(projectId, name.trim());
    setName('');
  };
  return (
    <div className={classes.newColumn}>
      <TextInput
        aria-label={t('column.add')}
        placeholder={t('column.add')}
        leftSection={<IconPlus size={16} stroke={1.75} />}
        value={name}
        maxLength={100}
        variant="unstyled"
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) add();
          event.stopPropagation();
        }}
      />
    </div>
  );
}
