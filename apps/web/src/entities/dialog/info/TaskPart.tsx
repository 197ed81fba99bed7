import type { ClientDialog } from '@atrium/client/store/rows.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Loader, UnstyledButton } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { CompleteButton } from '#entities/task/status/CompleteButton.tsx';
import { DueChip } from '#entities/task/times/DueChip.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRow, useSelect } from '#sync/store/useStore.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { listTasks } from '../shared.actions.ts';
import classes from './DialogPanel.module.css';

/**
 * The open tasks of a conversation: those of the project, the subtasks of the task, those of both people, or those
 * created in a group.
 */
export function TaskPart({ dialog }: { dialog: ClientDialog }) {
  return dialog.type === 'user' ? (
    <SharedTasks peer={dialog.dialog_user?.userid ?? 0} />
  ) : (
    <GroupTasks dialog={dialog} />
  );
}

function SharedTasks({ peer }: { peer: number }) {
  const me = useMe();
  const tasks = useSelect(
    ['task'],
    (store) =>
      store.all('task').filter(({ complete_at, archived_at, task_user }) => {
        const has = (userid: number) => task_user.some((each) => each.userid === userid);
        return !complete_at && !archived_at && has(me) && has(peer);
      }),
    [me, peer],
  );
  return <TaskRows tasks={tasks} />;
}

function GroupTasks({ dialog }: { dialog: ClientDialog }) {
  // The list reloads when there is a new task, which may belong here.
  const known = useSelect(['task'], (store) => store.all('task').length, []);
  const { data, problem, again } = useRequest(() => listTasks(dialog), `${dialog.id} ${known}`);
  const isOfMessages = dialog.group_type !== 'project' && dialog.group_type !== 'task';
  if (problem && !data)
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  return data ? <TaskRows tasks={data} isOfMessages={isOfMessages} /> : <Loader size="sm" mx="auto" my="xl" />;
}

function TaskRows({ tasks, isOfMessages = false }: { tasks: readonly Task[]; isOfMessages?: boolean }) {
  if (tasks.length === 0)
    return <EmptyState drawing="chat" text={t(isOfMessages ? 'info.no_group_tasks' : 'info.no_tasks')} />;
  return (
    <ul className={classes.tasks}>
      {tasks.map((task) => (
        <TaskRow key={task.id} known={task} />
      ))}
    </ul>
  );
}

function TaskRow({ known }: { known: Task }) {
  const task = useRow('task', known.id) ?? known;
  const [params, setParams] = useSearchParams();
  // The frame opens the task that the address names.
  const open = () => {
    params.set('task', String(task.parent_id || task.id));
    setParams(params, { state: { isTaskPushed: true } });
  };
  return (
    <li className={classes.task}>
      <CompleteButton task={task} />
      <UnstyledButton className={classes.taskName} data-done={Boolean(task.complete_at) || undefined} onClick={open}>
        {task.name}
      </UnstyledButton>
      <DueChip task={task} />
    </li>
  );
}
