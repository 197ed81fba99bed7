import { columnsOf, hiddenTasksVersion } from '@atrium/client/store/select.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import {
  deleteArchivedTask,
  type HiddenKind,
  readHiddenTasks,
  restoreTask,
} from '#features/projects/project.actions.ts';
import { usePages } from '#features/projects/table/usePages.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ProjectDrawers.module.css';
import { SearchedDrawer, useSearched } from './SearchedDrawer.tsx';

interface Props {
  project: Project;
  kind: HiddenKind;
  onTask: (taskId: number) => void;
  onClose: () => void;
}

/** Archived or deleted tasks, and how to restore them. */
export function HiddenTasksDrawer({ project, kind, onTask, onClose }: Props) {
  const searched = useSearched();
  const pages = usePages<Task>(
    (page) => readHiddenTasks(project.id, kind, searched.key, page),
    `${kind} ${searched.key}`,
    useSelect(['task'], (store) => hiddenTasksVersion(store, project.id), [project.id]),
  );
  const { drop } = pages;
  const columns = useSelect(['column'], (store) => new Set(columnsOf(store, project.id).map(({ id }) => id)), [
    project.id,
  ]);
  const restore = async (task: Task) => {
    const isSure = columns.has(task.column_id) || (await askFirst(comesBack(task)));
    if (!isSure || !(await restoreTask(kind, task.id))) return;
    drop((row) => row.id === task.id);
    notify(t('hidden_tasks.restored', { name: task.name }));
  };
  const remove = async (task: Task) => {
    const isSure = await askFirst({
      title: t('task.remove'),
      text: t('hidden_tasks.remove_ask', { name: task.name }),
      action: t('task.remove'),
      isDangerous: true,
    });
    if (isSure && (await deleteArchivedTask(task.id))) drop((row) => row.id === task.id);
  };
  return (
    <SearchedDrawer
      title={t(`hidden_tasks.${kind}`)}
      searchLabel={t('hidden_tasks.search')}
      searched={searched}
      pages={pages}
      nothing={searched.key ? t('view.no_match') : t(`hidden_tasks.${kind}_none`)}
      onClose={onClose}
    >
      {(task) => (
        <HiddenTaskRow
          key={task.id}
          task={task}
          kind={kind}
          onOpen={kind === 'archived' ? () => onTask(task.id) : undefined}
          onRestore={() => void restore(task)}
          onRemove={kind === 'archived' ? () => void remove(task) : undefined}
        />
      )}
    </SearchedDrawer>
  );
}

/** The text for a task whose column was deleted meanwhile, and is restored with it. */
const comesBack = ({ name, column_name = '' }: Task) => ({
  title: t('hidden_tasks.restore'),
  text: t('hidden_tasks.list_gone', { name, list: column_name }),
  action: t('hidden_tasks.restore'),
});

interface RowProps {
  task: Task;
  kind: HiddenKind;
  onOpen: (() => void) | undefined;
  onRestore: () => void;
  onRemove: (() => void) | undefined;
}

function HiddenTaskRow({ task, kind, onOpen, onRestore, onRemove }: RowProps) {
  const [at, by] =
    kind === 'archived'
      ? [task.archived_at, task.archived_userid]
      : [task.deleted_at ?? null, task.deleted_userid ?? 0];
  const user = useUser(by);
  return (
    <li className={classes.row}>
      <span className={classes.text}>
        <span className={classes.name}>
          <small>#{task.id}</small> {task.name}
        </span>
        <small>
          {listTime(at)} · {by > 0 ? (user?.nickname ?? '') : t('hidden_tasks.system')}
          {task.column_name && ` · ${task.column_name}`}
        </small>
      </span>
      {onOpen && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onOpen}>
          {t('action.open')}
        </Button>
      )}
      <Button size="compact-sm" variant="light" leftSection={<IconArrowBackUp size={14} />} onClick={onRestore}>
        {t('hidden_tasks.restore')}
      </Button>
      {onRemove && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t('task.remove_named', { name: task.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} stroke={1.75} />
        </Button>
      )}
    </li>
  );
}
