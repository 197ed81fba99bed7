import { subtasksOf } from '@atrium/client/store/select.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Loader } from '@mantine/core';
import { IconDots, IconExternalLink, IconMessageCircle, IconX } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { usePeople } from '#entities/dialog/usePeople.ts';
import { TaskMenu } from '#entities/task/menu/TaskMenu.tsx';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { changeTask, openTaskChat } from '#entities/task/task.actions.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DropMenu } from '#ui/overlays/Drop.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { FirstMessage } from './FirstMessage.tsx';
import { RelatedTasks } from './RelatedTasks.tsx';
import { SubtaskList } from './SubtaskList.tsx';
import { TaskFiles } from './TaskFiles.tsx';
import classes from './TaskPanel.module.css';
import { TaskPast } from './TaskPast.tsx';
import { TaskProperties } from './TaskProperties.tsx';

const Conversation = later(async () => (await import('#entities/message/Conversation.tsx')).Conversation);
const Description = later(async () => (await import('./description/Description.tsx')).Description);

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
          {/* Until the server has said its number, it has none. */}
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
        <DropMenu
          position="bottom-end"
          button={
            <ActionIcon size="lg" aria-label={t('action.more')}>
              <IconDots size={20} stroke={1.75} />
            </ActionIcon>
          }
        >
          <TaskMenu task={task} onGone={onClose} />
        </DropMenu>
        <ActionIcon size="lg" aria-label={t('action.close')} onClick={onClose}>
          <IconX size={20} stroke={1.75} />
        </ActionIcon>
      </header>
      <div className={classes.columns}>
        {!(isPhone && isChatShown) && (
          <div className={classes.left}>
            {task.is_guest && (
              <p className={classes.guest} role="note">
                {t('task.guest')}
              </p>
            )}
            <fieldset className={classes.still} disabled={task.is_guest}>
              <div className={classes.titleRow}>
                <CompleteButton task={task} size={24} />
                <InlineEdit
                  wraps
                  label={t('task.name')}
                  value={task.name}
                  maxLength={255}
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
            {task.id > 0 && <TaskPast key={task.id} task={task} />}
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

function TaskChat({ task, onPerson }: { task: Task; onPerson: (userid: number) => void }) {
  const { id: taskId, dialog_id: dialogId, is_guest: isGuest = false } = task;
  const [opened, setOpened] = useState(dialogId);
  const me = useMe();
  const dialog = useRow('dialog', opened || dialogId);
  const people = usePeople(dialog?.id ?? 0, dialog?.people ?? 0);
  // An existing conversation outside the list (without a role in the task) is loaded like a new one.
  const isMissing = dialogId > 0 && !dialog;
  useEffect(() => {
    if (isMissing) void openTaskChat(taskId, isGuest).then(setOpened);
  }, [isMissing, taskId, isGuest]);
  if (dialog && me > 0) {
    return (
      <Suspense fallback={<Loader size="sm" m="auto" />}>
        <Conversation key={dialog.id} dialog={dialog} people={people} onPerson={onPerson} />
      </Suspense>
    );
  }
  // The creator outside the project can read it, and post once somebody added them.
  if (isGuest && opened === 0) return <EmptyState drawing="chat" text={t('task.chat_guest')} />;
  if (isMissing) return <Loader size="sm" m="auto" />;
  return <FirstMessage task={task} onOpened={setOpened} />;
}
