import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { tasksOfColumn } from '@atrium/client/store/select.ts';
import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu, Skeleton, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { VList } from 'virtua';
import { newTask } from '#entities/task/newTask.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { hasPointer } from '#ui/keys/longPress.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { useFirstRows, useRowHeight } from '#ui/lists/rowHeights.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { opensMenu, type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { COLUMN_COLORS, headTint } from '#ui/palette.ts';
import classes from './Board.module.css';
import { BoardCard, type CardActs } from './BoardCard.tsx';
import { changeColumn, removeColumn } from './board.actions.ts';
import { QuickAdd } from './QuickAdd.tsx';
import { useCardsHeight } from './useCardsHeight.ts';

/** Cards that are loading: as many as show that this is a column of cards. */
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

export function BoardColumn({ column, isReadOnly, pickedUp, editing, isComing, isShown, acts }: Props) {
  const all = useSelect(['task'], (store) => tasksOfColumn(store, column.id), [column.id]);
  const tasks = useMemo(() => all.filter(isShown), [all, isShown]);
  const rows = useRowHeight(['cards'], 96, {
    of: `cards of ${column.id}`,
    keys: () => tasks.map((task) => task.id),
  });
  const first = useFirstRows(rows);
  const isPhone = useIsPhone();
  const box = useRef<HTMLElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [adding, setAdding] = useState<'top' | 'end' | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  const [menu, setMenu] = useState<Point | null>(null);
  const open = tasks.filter((task) => !task.complete_at).length;

  useEffect(() => {
    if (isReadOnly || !box.current || !head.current || !hasPointer()) return;
    return combine(
      draggable({
        element: box.current,
        dragHandle: head.current,
        getInitialData: () => ({ kind: 'column', id: column.id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element: box.current,
        canDrop: ({ source }) =>
          source.data.kind === 'card' || (source.data.kind === 'column' && source.data.id !== column.id),
        getData: ({ input, element, source }) => {
          const data = { kind: 'column', id: column.id };
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
  }, [column.id, isReadOnly]);

  const { cards, height } = useCardsHeight();

  /** On a phone there is no space for a line: the full form opens at once. */
  const add = (place: 'top' | 'end') => {
    if (!isPhone) return setAdding(place);
    newTask({ projectId: column.project_id, columnId: column.id, isAtTop: place === 'top' });
  };
  const remove = async () => {
    const isSure = await askFirst({
      title: t('column.remove'),
      text: t('column.remove_ask', { name: column.name, count: all.length }),
      action: t('column.remove'),
      isDangerous: true,
    });
    if (isSure) removeColumn(column.id);
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
      <div className={classes.head} ref={head} style={{ backgroundColor: headTint(column.color) }}>
        {column.color && <span className={classes.swatch} style={{ backgroundColor: column.color }} />}
        {isRenaming ? (
          <RenameField
            name={column.name}
            onDone={(name) => {
              setRenaming(false);
              if (name && name !== column.name) changeColumn(column.id, { name });
            }}
          />
        ) : (
          <h2 className={classes.headName}>{column.name}</h2>
        )}
        <span className={classes.count}>{isComing ? '' : open}</span>
        {!isReadOnly && (
          <div className={classes.headTools}>
            <IconButton aria-label={t('task.add_to', { name: column.name })} onClick={() => add('top')}>
              <IconPlus size={18} stroke={1.75} />
            </IconButton>
            <IconButton
              aria-label={t('column.menu', { name: column.name })}
              {...opensMenu(menu !== null)}
              onClick={({ currentTarget }) => {
                if (menu) return setMenu(null);
                const { left, bottom } = currentTarget.getBoundingClientRect();
                setMenu({ x: left, y: bottom });
              }}
            >
              <IconDots size={18} stroke={1.75} />
            </IconButton>
            {menu && (
              <PointMenu at={menu} label={t('column.menu', { name: column.name })} onClose={() => setMenu(null)}>
                <ColumnItems column={column} onRename={() => setRenaming(true)} onRemove={() => void remove()} />
              </PointMenu>
            )}
          </div>
        )}
      </div>
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
        <UnstyledButton
          className={classes.foot}
          aria-label={t('task.add_end', { name: column.name })}
          onClick={() => add('end')}
        >
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          {t('task.add')}
        </UnstyledButton>
      )}
    </section>
  );
}

interface ItemsProps {
  column: Column;
  onRename: () => void;
  onRemove: () => void;
}
function ColumnItems({ column, onRename, onRemove }: ItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
        {t('action.rename')}
      </Menu.Item>
      <Menu.Label>{t('column.color')}</Menu.Label>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6, padding: '2px 12px 8px', maxWidth: 200 }}>
        {COLUMN_COLORS.map(({ name, value: color }) => (
          <Menu.Item
            key={name}
            aria-label={t(`color.name_${name}`)}
            aria-current={column.color === color || undefined}
            onClick={() => changeColumn(column.id, { color })}
            style={{
              width: 24,
              height: 24,
              padding: 0,
              borderRadius: '50%',
              backgroundColor: color || 'transparent',
              border: '1px solid var(--line-2)',
            }}
          />
        ))}
      </div>
      <Menu.Divider />
      <Menu.Item color="var(--red)" leftSection={<IconTrash size={16} />} onClick={onRemove}>
        {t('column.remove')}
      </Menu.Item>
    </>
  );
}

function RenameField({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const [value, setValue] = useState(name);
  return (
    <TextInput
      size="xs"
      aria-label={t('action.rename')}
      autoFocus
      value={value}
      maxLength={100}
      onChange={(event) => setValue(event.currentTarget.value)}
      onBlur={() => onDone(value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(value.trim());
        if (event.key === 'Escape') onDone('');
        event.stopPropagation();
      }}
    />
  );
}
