import type { Column } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconAlignLeft, IconChevronRight, IconMessageCircle, IconPaperclip, IconSubtask } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { PriorityMenu } from '#entities/task/menu/PriorityMenu.tsx';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { OwnSubtaskCount } from '#entities/task/OwnSubtaskCount.tsx';
import { ClaimButton } from '#entities/task/status/ClaimButton.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { changeTask } from '#entities/task/task.actions.ts';
import { DoneChip } from '#entities/task/times/DueChip.tsx';
import { TaskTimes } from '#entities/task/times/TaskTimes.tsx';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { placeCard } from '#features/projects/board/board.actions.ts';
import type { Field } from '#features/projects/useProjectView.ts';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { cardTint } from '#ui/palette.ts';
import classes from './TaskTable.module.css';

interface Props {
  task: Task;
  columns: readonly Column[];
  unsaid: readonly Field[];
  /** True on a phone, which has no column for the status. */
  hasStatusBelow: boolean;
  /** The number of the viewer's open subtasks of the task. */
  parts: number;
  isSubtask: boolean;
  isExpanded: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

export const TaskTableRow = memo(function TaskTableRow({
  task,
  columns,
  unsaid,
  hasStatusBelow,
  parts,
  isSubtask,
  isExpanded,
  onToggle,
  onOpen,
}: Props) {
  const [menu, setMenu] = useState<Point | null>(null);
  const isSaid = (field: Field) => !unsaid.includes(field);
  return (
    <div
      className={classes.row}
      // The row is not a table row, because it is virtual, opened by Enter, and contains buttons.
      role="group"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above.
      tabIndex={0}
      data-row={task.id}
      data-sub={isSubtask || undefined}
      data-done={Boolean(task.complete_at) || undefined}
      aria-label={task.name}
      data-tinted={task.color !== '' || undefined}
      style={{ backgroundColor: cardTint(task.color) }}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter') onOpen();
        if (event.key === 'ArrowRight' && !isSubtask && !isExpanded) onToggle();
        if (event.key === 'ArrowLeft' && !isSubtask && isExpanded) onToggle();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <span className={`${classes.cell} ${classes.name}`}>
        {task.p_color && <span className={classes.stripe} style={{ backgroundColor: task.p_color }} />}
        {isSubtask ? (
          <IconSubtask size={16} stroke={1.75} className={classes.subMark} aria-label={t('task.subtask')} />
        ) : (
          <UnstyledButton
            className={classes.expand}
            aria-label={t('view.subtasks_of', { name: task.name })}
            aria-expanded={isExpanded}
            onClick={(event) => {
              event.stopPropagation();
              onToggle();
            }}
          >
            <IconChevronRight size={16} stroke={1.75} data-open={isExpanded || undefined} />
          </UnstyledButton>
        )}
        <CompleteButton task={task} />
        <span className={classes.words}>{task.name}</span>
        <span className={classes.facts}>
          {hasStatusBelow && <StatusChip task={task} />}
          <OwnSubtaskCount count={parts} />
          <Marks task={task} />
        </span>
      </span>
      <fieldset className={classes.fields} disabled={task.is_guest}>
        {isSaid('status') && (
          <span className={`${classes.cell} ${classes.wide}`}>
            <StatusChip task={task} />
          </span>
        )}
        {isSaid('column') && (
          <span className={`${classes.cell} ${classes.wide}`} role="none" onClick={stop}>
            <ColumnMenu task={task} columns={columns} />
          </span>
        )}
        {isSaid('priority') && (
          <span className={`${classes.cell} ${classes.priority}`} role="none" onClick={stop}>
            {!isSubtask && <PriorityMenu task={task} isQuiet />}
          </span>
        )}
        {isSaid('owners') && (
          <span className={`${classes.cell} ${classes.wide}`} role="none" onClick={stop}>
            <Owners task={task} />
          </span>
        )}
        {isSaid('due') && (
          <span className={`${classes.cell} ${classes.due}`} role="none" onClick={stop}>
            {task.complete_at ? <DoneChip at={task.complete_at} /> : <TaskTimes task={task} isQuiet />}
          </span>
        )}
      </fieldset>
      <PointMenu at={menu} label={t('task.menu', { name: task.name })} onClose={() => setMenu(null)}>
        <TaskMenu task={task} onOpen={onOpen} />
      </PointMenu>
    </div>
  );
});

/** Clicks inside a cell do not open the task. */
const stop = (event: { stopPropagation(): void }) => event.stopPropagation();

function Marks({ task }: { task: Task }) {
  return (
    <span className={classes.marks}>
      {task.desc && <IconAlignLeft size={14} stroke={1.75} aria-label={t('task.desc')} />}
      {task.file_num > 0 && (
        <span>
          <IconPaperclip size={14} stroke={1.75} aria-hidden="true" />
          {task.file_num}
        </span>
      )}
      {task.msg_num > 0 && (
        <span title={t('task.messages')}>
          <IconMessageCircle size={14} stroke={1.75} aria-hidden="true" />
          {task.msg_num}
        </span>
      )}
      {task.sub_num > 0 && (
        <span title={t('task.subtasks')}>
          <IconSubtask size={14} stroke={1.75} aria-hidden="true" />
          {task.sub_complete}/{task.sub_num}
        </span>
      )}
    </span>
  );
}

function ColumnMenu({ task, columns }: { task: Task; columns: readonly Column[] }) {
  const name = columns.find((column) => column.id === task.column_id)?.name ?? task.column_name;
  if (task.parent_id > 0 || task.complete_at) return <span className={classes.still}>{name}</span>;
  return (
    <DropdownMenu
      position="bottom-start"
      button={
        <UnstyledButton className={classes.value}>
          <span className="truncate">{name}</span>
        </UnstyledButton>
      }
    >
      {columns.map((column) => (
        <Menu.Item
          key={column.id}
          aria-current={column.id === task.column_id || undefined}
          onClick={() => placeCard(task.id, column.id, null)}
        >
          {column.name}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}

const SHOWN = 3;

function Owners({ task }: { task: Task }) {
  const [isPicking, setPicking] = useState(false);
  const userids = task.task_user.filter((person) => person.owner === 1).map((person) => person.userid);
  const people = useUsers(userids);
  return (
    <>
      {userids.length === 0 && !task.complete_at ? (
        <ClaimButton task={task} />
      ) : (
        <UnstyledButton className={classes.value} title={t('task.owners')} onClick={() => setPicking(true)}>
          <AvatarGroup>
            {people.slice(0, SHOWN).map((user, index) => (
              <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
            ))}
          </AvatarGroup>
          {people.length === 1 && <span className={classes.only}>{people[0]?.nickname}</span>}
          {people.length > SHOWN && <span className={classes.count}>+{people.length - SHOWN}</span>}
        </UnstyledButton>
      )}
      {isPicking && (
        <UserPicker
          title={t('task.owners')}
          chosen={userids}
          max={10}
          projectId={task.project_id}
          onClose={() => setPicking(false)}
          onDone={(owner) => {
            setPicking(false);
            changeTask(task, { owner });
          }}
        />
      )}
    </>
  );
}
