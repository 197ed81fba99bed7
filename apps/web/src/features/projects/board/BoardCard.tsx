import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { TASK_NAME_CHARS, type Task } from '@atrium/contract/projects/tasks.ts';
import { isSeenByAll } from '@atrium/contract/projects/visibility.ts';
import { Progress, Textarea } from '@mantine/core';
import { IconDots, IconLock, IconMessageCircle, IconPaperclip } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { ClaimButton } from '#entities/task/status/ClaimButton.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { useIsStatusOfList } from '#entities/task/status/statuses.ts';
import { changeTask } from '#entities/task/task.actions.ts';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { isComposing } from '#ui/keys/composing.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import { opensMenu, type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { cardTint } from '#ui/palette.ts';
import classes from './Board.module.css';

interface Props {
  task: Task;
  isPicked: boolean;
  /** True while its name is being edited. */
  isEditing: boolean;
  acts: CardActs;
}
/**
 * The actions of a card. They stay the same while the board exists, so that a card redraws only for its own content.
 */
export interface CardActs {
  onOpen: (taskId: number) => void;
  /** Called when editing has ended. `byKey`: by Enter or Escape, not by leaving the field. */
  onEdited: (taskId: number, byKey: boolean) => void;
}

export const BoardCard = memo(function BoardCard({ task, isPicked, isEditing, acts }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<Edge | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [menu, setMenu] = useState<Point | null>(null);
  // The tools are drawn only near the pointer, or if there is no hover, because a board has dozens of cards.
  const [isNear, setNear] = useState(() => matchMedia('(hover: none)').matches);
  const hasStatus = !useIsStatusOfList(task) && task.flow_item_id > 0;
  const isDone = Boolean(task.complete_at);
  const isGuest = task.is_guest ?? false;
  const open = () => acts.onOpen(task.id);

  useEffect(() => {
    const element = box.current;
    if (!element || task.id < 0 || isGuest || !hasPointer()) return;
    return combine(
      draggable({
        element,
        canDrag: () => !isDone && !isEditing,
        getInitialData: () => ({ kind: 'card', id: task.id, columnId: task.column_id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === 'card' && source.data.id !== task.id && !isDone,
        getData: ({ input }) =>
          attachClosestEdge(
            { kind: 'card', id: task.id, columnId: task.column_id },
            { input, element, allowedEdges: ['top', 'bottom'] },
          ),
        onDrag: ({ self }) => setGap(extractClosestEdge(self.data)),
        onDragLeave: () => setGap(null),
        onDrop: () => setGap(null),
      }),
    );
  }, [task.id, task.column_id, isGuest, isDone, isEditing]);

  const owners = task.task_user.filter((person) => person.owner === 1);
  return (
    <div
      ref={box}
      className={classes.card}
      // The card is not a button, because it contains some. Enter opens it, Space picks it up (useBoardKeys).
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above.
      tabIndex={0}
      data-card={task.id}
      data-done={isDone || undefined}
      data-dragging={isDragging || undefined}
      data-picked={isPicked || undefined}
      data-gap={gap ?? undefined}
      data-tinted={task.color !== '' || undefined}
      style={{ backgroundColor: cardTint(task.color) }}
      aria-label={task.name}
      aria-roledescription={t('board.card')}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onClick={open}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      {task.p_color && (
        <span className={classes.stripe} style={{ backgroundColor: task.p_color }} title={task.p_name} />
      )}
      <div className={classes.cardTop}>
        <CompleteButton task={task} />
        {isEditing ? (
          <CardNameField task={task} onEdited={acts.onEdited} />
        ) : (
          <span className={classes.cardName}>{task.name}</span>
        )}
        <IconButton
          size={22}
          {...(classes.cardMenu && { className: classes.cardMenu })}
          aria-label={t('task.menu', { name: task.name })}
          {...opensMenu(menu !== null)}
          onClick={(event) => {
            event.stopPropagation();
            if (menu) return setMenu(null);
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom });
          }}
          onKeyDown={(event) => event.stopPropagation()}
        >
          {isNear && <IconDots size={16} stroke={1.75} />}
        </IconButton>
      </div>
      {task.desc && !isDone && <p className={classes.excerpt}>{task.desc}</p>}
      {(task.task_tag.length > 0 || hasStatus) && (
        <div className={classes.tags}>
          {hasStatus && <StatusChip task={task} />}
          {task.task_tag.map((tag) => (
            <span key={tag.name} className={classes.tag} style={tag.color ? { borderColor: tag.color } : undefined}>
              {tag.name}
            </span>
          ))}
        </div>
      )}
      <CardMeta task={task} owners={owners.map((person) => person.userid)} />
      {menu && (
        <PointMenu at={menu} label={t('task.menu', { name: task.name })} onClose={() => setMenu(null)}>
          <TaskMenu task={task} onOpen={open} />
        </PointMenu>
      )}
    </div>
  );
});

/** The field for a card's name. Enter and leaving it save; Escape does not. */
function CardNameField({ task, onEdited }: { task: Task; onEdited: CardActs['onEdited'] }) {
  const [name, setName] = useState(task.name);
  const isOver = useRef(false);
  const end = (isWanted: boolean, byKey: boolean) => {
    // Blur is ignored, because removing the field fires it once more.
    if (isOver.current) return;
    isOver.current = true;
    const next = name.replace(/\s+/g, ' ').trim();
    if (isWanted && next && next !== task.name) changeTask(task, { name: next });
    onEdited(task.id, byKey);
  };
  return (
    <Textarea
      autoFocus
      autosize
      minRows={1}
      size="sm"
      flex={1}
      aria-label={t('task.name')}
      value={name}
      maxLength={TASK_NAME_CHARS}
      onFocus={(event) => event.currentTarget.select()}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={() => end(true, false)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (isComposing(event)) return;
        if (event.key === 'Enter') event.preventDefault();
        if (event.key === 'Enter' || event.key === 'Escape') end(event.key === 'Enter', true);
      }}
    />
  );
}

/** The number of avatars; further people are counted. */
const SHOWN = 4;

function CardMeta({ task, owners }: { task: Task; owners: readonly number[] }) {
  const people = useUsers(owners);
  const isEmpty =
    !task.end_at &&
    task.sub_num === 0 &&
    task.msg_num === 0 &&
    task.file_num === 0 &&
    owners.length === 0 &&
    Boolean(task.complete_at) &&
    isSeenByAll(task);
  if (isEmpty) return null;
  return (
    <div className={classes.meta}>
      <DueChip task={task} />
      {task.sub_num > 0 && (
        <span title={t('task.subtasks')}>
          <Progress
            value={(task.sub_complete / task.sub_num) * 100}
            w={36}
            size="sm"
            aria-label={t('task.progress', { percent: task.percent })}
          />
          {task.sub_complete}/{task.sub_num}
        </span>
      )}
      {task.msg_num > 0 && (
        <span title={t('task.messages')}>
          <IconMessageCircle size={14} stroke={1.75} />
          {task.msg_num}
        </span>
      )}
      {task.file_num > 0 && (
        <span>
          <IconPaperclip size={14} stroke={1.75} />
          {task.file_num}
        </span>
      )}
      {!isSeenByAll(task) && <IconLock size={14} stroke={1.75} aria-label={t('task.restricted')} />}
      {owners.length > 0 && (
        <span className={classes.people}>
          <AvatarGroup>
            {people.slice(0, SHOWN).map((user, index) => (
              <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
            ))}
          </AvatarGroup>
          {people.length > SHOWN && <span>+{people.length - SHOWN}</span>}
        </span>
      )}
      {owners.length === 0 && !task.complete_at && (
        <ClaimButton task={task} variant="subtle" className={classes.people} />
      )}
    </div>
  );
}
