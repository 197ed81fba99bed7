import type { Project } from '@atrium/contract/projects.ts';
import { Progress, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './ProjectProgress.module.css';

const KEY = 'sidebar.progress';

/** How far the project that is open is, for those who want to see it: one's own part, and all of it. */
export function ProjectProgress({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) === 'open');
  const toggle = () => {
    localStorage.setItem(KEY, isOpen ? '' : 'open');
    setOpen(!isOpen);
  };
  const mine = { done: project.task_my_complete ?? 0, all: project.task_my_num ?? 0 };
  const all = { done: project.task_complete ?? 0, all: project.task_num ?? 0 };
  if (all.all === 0) return null;
  return (
    <>
      <UnstyledButton
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-label={t('project.progress_of', { name: project.name })}
        onClick={toggle}
      >
        <IconChevronDown size={14} stroke={1.75} data-open={isOpen || undefined} />
      </UnstyledButton>
      {isOpen && (
        <div className={classes.bars}>
          {mine.all > 0 && <Bar words={t('project.progress_mine', mine)} {...mine} />}
          <Bar words={t('project.progress_all', all)} {...all} />
        </div>
      )}
    </>
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
