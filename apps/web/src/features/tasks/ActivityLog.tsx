import { Button } from '@mantine/core';
import { useState } from 'react';
import { type LogEntry, LogLine } from '#entities/task/LogLine.tsx';
import { readLog, resetTask } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import classes from './ActivityLog.module.css';

/** True for a status change, which stores the previous state. */
const isStep = ({ record }: LogEntry) => typeof record['flow'] === 'object' && record['flow'] !== null;
const taskOf = ({ record }: LogEntry, taskId: number) =>
  Number((record['subtask'] as { id?: number } | undefined)?.id ?? taskId);

/** A task's history, newest first; reloaded when the task changes. */
export function ActivityLog({ taskId, version }: { taskId: number; version: string }) {
  const [pages, setPages] = useState(1);
  const { data: found } = useRequest(
    () => Promise.all(Array.from({ length: pages }, (_, index) => readLog(taskId, index + 1))),
    `${taskId} ${version} ${pages}`,
  );
  const entries = found?.flatMap((page) => page.data) ?? [];
  const hasMore = Boolean(found?.at(-1)?.next_page_url);
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('task.activity')}>
      <ol className={classes.list}>
        {entries.map((entry) => (
          <LogLine key={entry.id} entry={entry}>
            {isStep(entry) && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => void resetTask(taskOf(entry, taskId), entry.id)}
              >
                {t('log.reset')}
              </Button>
            )}
          </LogLine>
        ))}
      </ol>
      {hasMore && (
        <Button size="compact-sm" variant="subtle" onClick={() => setPages(pages + 1)}>
          {t('hidden_tasks.more')}
        </Button>
      )}
    </section>
  );
}
