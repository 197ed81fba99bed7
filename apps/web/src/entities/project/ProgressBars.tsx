import type { Project } from '@atrium/contract/projects/projects.ts';
import { Progress } from '@mantine/core';
import { t } from '#sync/language.ts';
import classes from './ProgressBars.module.css';

/** A project's progress: one's own part, if any, and all of it. */
export function ProgressBars({ project }: { project: Project }) {
  const mine = { done: project.task_my_complete ?? 0, all: project.task_my_num ?? 0 };
  const all = { done: project.task_complete ?? 0, all: project.task_num ?? 0 };
  return (
    <div className={classes.bars}>
      {mine.all > 0 && <Bar words={t('project.progress_mine', mine)} {...mine} />}
      <Bar words={t('project.progress_all', all)} {...all} />
    </div>
  );
}

function Bar({ words, done, all }: { words: string; done: number; all: number }) {
  return (
    <>
      <span>{words}</span>
      <Progress value={(done / all) * 100} size={4} aria-label={words} />
    </>
  );
}
