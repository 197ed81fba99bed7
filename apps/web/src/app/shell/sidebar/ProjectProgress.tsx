import type { Project } from '@atrium/contract/projects/projects.ts';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { ProgressBars } from '#entities/project/ProgressBars.tsx';
import { t } from '#sync/language.ts';
import classes from './ProjectProgress.module.css';

const KEY = 'sidebar.progress';

/** The progress of the open project, on demand: one's own part, and all of it. */
export function ProjectProgress({ project }: { project: Project }) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) === 'open');
  const toggle = () => {
    localStorage.setItem(KEY, isOpen ? '' : 'open');
    setOpen(!isOpen);
  };
  if ((project.task_num ?? 0) === 0) return null;
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
          <ProgressBars project={project} />
        </div>
      )}
    </>
  );
}
