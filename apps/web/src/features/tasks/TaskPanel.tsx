import { subtasksOf } from '@atrium/client/store/select.ts';
import { TASK_NAME_CHARS, type Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Loader } from '@mantine/core';
import { IconDots, IconExternalLink, IconMessageCircle, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { changeTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { TaskChat } from './chat/TaskChat.tsx';
import { RelatedTasks } from './RelatedTasks.tsx';
import { SubtaskList } from './SubtaskList.tsx';
import { TaskFiles } from './TaskFiles.tsx';
import { TaskHistory } from './TaskHistory.tsx';
import classes from './TaskPanel.module.css';
import { TaskProperties } from './TaskProperties.tsx';

const Description = lazyPart(async () => (await import('./description/Description.tsx')).Description);

interface Props {
  task: Task;
  onOpen: (taskId: number) => void;
  onClose: () => void;
  onPerson: (userid: number) => void;
  /** Absent in a separate window. */
  onWindow?: (() => void) | undefined;
}

/** A task: its fields left, its conversation right; on a phone one of them at a time. */
export function TaskPanel({ task, onOpen, onClose, onPerson, onWindow }: Props) {
  const isPhone = useIsPhone();
  const [isChatShown, setChatShown] = useState(false);
  const subtasks = useSelect(['task'], (store) => subtasksOf(store, task.id), [task.id]);
  const project = useRow('project', task.project_id);
  const column = useRow('column', task.column_id);
  return (
    <>
      <header className={classes.head}>
        <span className={classes.crumbs}>
          {project?.name ?? task.project_name} <span aria-hidden="true">›</span> {column?.name ?? task.column_name}{' '}
          {/* The number is shown once the server has assigned it. */}
          {task.id > 0 && <span className={classes.id}>#{task.id}</span>}
        </span>
        <StatusChip task={task} />
        {task.archived_at && <span className={classes.tag}>{t('dialog.archived')}</span>}
        {isPhone && (
          <Tooltip label={t('task.chat')}>
            <ActionIcon
              size="lg"
              aria-label={t('task.chat')}
              aria-pressed={isChatShown}
              onClick={() => setChatShown(!isChatShown)}
            >
              <IconMessageCircle size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {onWindow && (
          <Tooltip label={t('task.window')}>
            <ActionIcon size="lg" aria-label={t('task.window')} onClick={onWindow}>
              <IconExternalLink size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        <DropdownMenu
          position="bottom-end"
          button={
            <ActionIcon size="lg" aria-label={t('action.more')}>
              <IconDots size={20} stroke={1.75} />
            </ActionIcon>
          }
        >
          <TaskMenu task={task} onGone={onClose} />
        </DropdownMenu>
        <ActionIcon size="lg" aria-label={t('action.close')} onClick={onClose}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.columns}>
        {!(isPhone && isChatShown) && (
          <div className={classes.left}>
            {task.is_guest && (
              <p className={classes.guest} role="note">
                {t(project?.department_readonly ? 'project.head_note' : 'task.guest')}
              </p>
            )}
            <fieldset className={classes.still} disabled={task.is_guest}>
              <div className={classes.titleRow}>
                <CompleteButton task={task} size={24} />
                <InlineEdit
                  wraps
                  label={t('task.name')}
                  value={task.name}
                  maxLength={TASK_NAME_CHARS}
                  className={classes.title}
                  onSave={(name) => changeTask(task, { name })}
                />
              </div>
              <TaskProperties task={task} />
            </fieldset>
            <Suspense fallback={<Loader size="xs" />}>
              <Description task={task} />
            </Suspense>
            <fieldset className={classes.still} disabled={task.is_guest}>
              <SubtaskList task={task} subtasks={subtasks} />
            </fieldset>
            <TaskFiles task={task} />
            <RelatedTasks taskId={task.id} onOpen={onOpen} />
            {task.id > 0 && <TaskHistory key={task.id} task={task} />}
          </div>
        )}
        {(!isPhone || isChatShown) && (
          <aside className={classes.right} aria-label={t('task.chat')}>
            <TaskChat task={task} onPerson={onPerson} />
          </aside>
        )}
      </div>
    </>
  );
}
