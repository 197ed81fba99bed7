import { TASK_NAME_CHARS, TASK_PEOPLE, type Task } from '@atrium/contract/projects/tasks.ts';
import { ActionIcon, Progress, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconArrowUpRight, IconPlus, IconSparkles, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ProposedTasksModal } from '#entities/assistant/ProposedTasksModal.tsx';
import { canAsk, findSubtasks } from '#entities/assistant/writing.actions.ts';
import { upgrade } from '#entities/task/menu/movingTask.ts';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { StatusChip } from '#entities/task/status/StatusChip.tsx';
import { addSub, changeTask, remove } from '#entities/task/task.actions.ts';
import { ownersOf, setOwners } from '#entities/task/times/busy.ts';
import { TaskTimes } from '#entities/task/times/TaskTimes.tsx';
import { useAddLine } from '#entities/task/useAddLine.ts';
import { AvatarGroup, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import { isComposing } from '#ui/keys/composing.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './SubtaskList.module.css';

export function SubtaskList({ task, subtasks }: { task: Task; subtasks: readonly Task[] }) {
  const [name, setName, addLine] = useAddLine(task.project_id, task.id);
  const [isProposing, setProposing] = useState(false);
  const isOpen = !task.complete_at && !task.archived_at && !task.is_guest;
  const done = subtasks.filter((sub) => sub.complete_at).length;
  const add = () => addLine((line, onRefused) => addSub(task, line, onRefused));
  return (
    <section aria-label={t('task.subtasks')}>
      <div className={classes.head}>
        <Text fw={600} size="sm">
          {t('task.subtasks')}
        </Text>
        {subtasks.length > 0 && (
          <>
            <Progress
              value={(done / subtasks.length) * 100}
              size="sm"
              flex={1}
              maw={160}
              aria-label={t('task.subtasks')}
            />
            <Text size="xs" c="dimmed">
              {done}/{subtasks.length}
            </Text>
          </>
        )}
      </div>
      {subtasks.map((sub) => (
        <div key={sub.id} className={classes.row} data-done={Boolean(sub.complete_at) || undefined}>
          <CompleteButton task={sub} />
          <span className={classes.status}>
            <StatusChip task={sub} />
          </span>
          <div className={classes.name}>
            <InlineEdit
              label={t('task.name')}
              value={sub.name}
              maxLength={TASK_NAME_CHARS}
              wraps
              onSave={(next) => changeTask(sub, { name: next })}
            />
          </div>
          <TaskTimes task={sub} isQuiet />
          <SubtaskOwners sub={sub} />
          <ActionIcon
            size="sm"
            className={classes.remove}
            aria-label={t('task.upgrade_named', { name: sub.name })}
            title={t('task.upgrade')}
            onClick={() => void upgrade(sub)}
          >
            <IconArrowUpRight size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            className={classes.remove}
            aria-label={t('task.remove_named', { name: sub.name })}
            onClick={() => remove(sub)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {isProposing && (
        <ProposedTasksModal
          title={t('ai.subtasks')}
          ask={() => findSubtasks(task.id)}
          onClose={() => setProposing(false)}
          onCreate={async (tasks) => {
            for (const { title } of tasks) addSub(task, title);
            return true;
          }}
        />
      )}
      {isOpen && (
        <TextInput
          size="sm"
          variant="unstyled"
          aria-label={t('task.add_subtask')}
          placeholder={t('task.add_subtask')}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          value={name}
          maxLength={TASK_NAME_CHARS}
          onChange={(event) => setName(event.currentTarget.value)}
          {...(canAsk() &&
            task.id > 0 && {
              rightSection: (
                <Tooltip label={t('ai.subtasks')}>
                  <ActionIcon aria-label={t('ai.subtasks')} onClick={() => setProposing(true)}>
                    <IconSparkles size={16} stroke={1.75} />
                  </ActionIcon>
                </Tooltip>
              ),
            })}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && add()}
        />
      )}
    </section>
  );
}

/** The subtask's owner; a click changes it. */
function SubtaskOwners({ sub }: { sub: Task }) {
  const [isPicking, setPicking] = useState(false);
  const owners = ownersOf(sub);
  const users = useUsers(owners);
  return (
    <>
      <UnstyledButton
        className={classes.owners}
        aria-label={t('task.owners_named', { name: sub.name })}
        onClick={() => setPicking(true)}
      >
        {users.length === 0 && <IconUserPlus size={18} stroke={1.75} aria-hidden="true" />}
        <AvatarGroup>
          {users.slice(0, 3).map((user, index) => (
            <UserAvatar key={user?.userid ?? index} user={user} size={20} withName />
          ))}
        </AvatarGroup>
        {users.length > 3 && <small>+{users.length - 3}</small>}
      </UnstyledButton>
      {isPicking && (
        <UserPicker
          title={t('task.owners')}
          chosen={owners}
          max={TASK_PEOPLE}
          projectId={sub.project_id}
          onClose={() => setPicking(false)}
          onDone={(userids) => {
            setPicking(false);
            void setOwners(sub, userids, true);
          }}
        />
      )}
    </>
  );
}
