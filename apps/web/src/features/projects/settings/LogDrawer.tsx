import type { Project } from '@atrium/contract/projects/projects.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { dayKey, dayWords } from '#entities/message/time.ts';
import { type LogEntry, LogOfPerson } from '#entities/task/LogLine.tsx';
import { readProjectLog } from '#features/projects/project.actions.ts';
import { usePages } from '#features/projects/table/usePages.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import classes from './ProjectDrawers.module.css';

interface Props {
  project: Project;
  onTask: (taskId: number) => void;
  onClose: () => void;
}

/** A project's log by day and person, newest first. */
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
          {[...Map.groupBy(entries, (entry) => entry.userid)].map(([userid, own]) => (
            <LogOfPerson key={userid} entries={own} onTask={onTask} />
          ))}
        </section>
      ))}
      {more && (
        <Button variant="subtle" fullWidth onClick={more} mt="xs">
          {t('hidden_tasks.more')}
        </Button>
      )}
    </Drawer>
  );
}
