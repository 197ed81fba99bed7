import type { Project } from '@atrium/contract/projects.ts';
import { Anchor, Button, Drawer, Skeleton, Text } from '@mantine/core';
import { dayKey, dayWords } from '#entities/message/time.ts';
import { type LogEntry, LogLine } from '#entities/task/LogLine.tsx';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import classes from './ProjectDrawers.module.css';
import { readProjectLog } from './project.actions.ts';
import { usePages } from './usePages.ts';

interface Props {
  project: Project;
  onTask: (taskId: number) => void;
  onClose: () => void;
}

/** What happened in a project, by day, the newest first. */
export function LogDrawer({ project, onTask, onClose }: Props) {
  const { rows, problem, more } = usePages<LogEntry>((page) => readProjectLog(project.id, page), String(project.id));
  const days = Map.groupBy(rows ?? [], (entry) => dayKey(entry.created_at));
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={t('project.log')}>
      {problem && <Text c="red">{problem}</Text>}
      {!rows && !problem && [1, 2, 3].map((each) => <Skeleton key={each} h={28} mb={8} radius="md" />)}
      {rows?.length === 0 && <EmptyState drawing="done" text={t('project.log_none')} />}
      {[...days].map(([day, entries]) => (
        <section key={day} className={classes.day}>
          <h3>{dayWords(entries[0]?.created_at ?? '')}</h3>
          <ol className={classes.lines}>
            {entries.map((entry) => (
              <LogLine key={entry.id} entry={entry}>
                {entry.project_task && (
                  <Anchor
                    component="button"
                    size="sm"
                    onClick={() => onTask(entry.project_task?.parent_id || (entry.project_task?.id ?? 0))}
                  >
                    {entry.project_task.name}
                  </Anchor>
                )}
              </LogLine>
            ))}
          </ol>
        </section>
      ))}
      {more && (
        <Button variant="subtle" fullWidth onClick={more} mt="xs">
          {t('shelf.more')}
        </Button>
      )}
    </Drawer>
  );
}
