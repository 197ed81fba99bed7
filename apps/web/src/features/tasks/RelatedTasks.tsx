import type { TaskRelation } from '@atrium/contract/projects/taskLinks.ts';
import { ActionIcon, Text, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconArrowsLeftRight, IconX } from '@tabler/icons-react';
import { readRelated, unrelate } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import classes from './RelatedTasks.module.css';

/** The tasks that this one mentions, and those that mention it. Nothing is shown if there are none. */
export function RelatedTasks({ taskId, onOpen }: { taskId: number; onOpen: (taskId: number) => void }) {
  const version = useRevision('relations', taskId);
  const { data: list } = useRequest(() => readRelated(taskId), `${taskId} ${version}`);
  if (!list || list.length === 0) return null;
  return (
    <section aria-label={t('related.title')}>
      <Text fw={600} size="sm" mb={6}>
        {t('related.title')}
      </Text>
      <ul className={classes.list}>
        {list.map((relation) => (
          <RelatedRow key={relation.related_task_id} relation={relation} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function RelatedRow({ relation, onOpen }: { relation: TaskRelation; onOpen: (taskId: number) => void }) {
  const { task, mention, mentioned_by } = relation;
  const way = mention && mentioned_by ? 'related.both' : mention ? 'related.mentions' : 'related.mentioned_by';
  const Arrow = mention && mentioned_by ? IconArrowsLeftRight : mention ? IconArrowRight : IconArrowLeft;
  const status = task.flow_item_name.split('|')[1];
  return (
    <li className={classes.row} data-done={Boolean(task.complete_at) || undefined}>
      <UnstyledButton className={classes.open} onClick={() => onOpen(task.id)}>
        <span className={classes.way} title={t(way)}>
          <Arrow size={16} stroke={1.75} aria-hidden="true" />
          <span className="visually-hidden">{t(way)}</span>
        </span>
        <span className={classes.id}>#{task.id}</span>
        <span className={classes.name}>{task.name}</span>
        <small className={classes.place}>
          {task.project_name} › {status ?? task.column_name}
        </small>
      </UnstyledButton>
      <ActionIcon
        size="sm"
        className={classes.remove}
        aria-label={t('related.remove', { name: task.name })}
        onClick={() => unrelate(relation)}
      >
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  );
}
