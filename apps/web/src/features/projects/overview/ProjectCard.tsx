import type { Project } from '@atrium/contract/projects/projects.ts';
import { Text, UnstyledButton } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ProgressBars } from '#entities/project/ProgressBars.tsx';
import { t } from '#sync/language.ts';
import { ProgressRing } from '#ui/layout/ProgressRing.tsx';
import { DropdownPopover } from '#ui/overlays/Dropdown.tsx';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { PinMenu } from './PinMenu.tsx';
import classes from './ProjectCards.module.css';

/** A project in the overview: its name, the viewer's remaining tasks, its progress. */
export function ProjectCard({ project }: { project: Project }) {
  const [menu, setMenu] = useState<Point | null>(null);
  const mine = (project.task_my_num ?? 0) - (project.task_my_complete ?? 0);
  const words = t('project.open_mine', { number: mine });
  return (
    <li
      className={classes.card}
      onContextMenu={(event) => {
        if (project.department_readonly) return;
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <Link to={`/manage/project/${project.id}`} className={classes.link}>
        <span className={classes.name}>
          <span className="truncate">{project.name}</span>
          {project.top_at && <IconPin size={14} aria-label={t('project.pinned')} />}
          {mine > 0 && (
            <span className={classes.mine} title={words}>
              <span aria-hidden="true">{mine}</span>
              <span className="visually-hidden">{words}</span>
            </span>
          )}
        </span>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {project.desc || t('project.open_count', { count: (project.task_num ?? 0) - (project.task_complete ?? 0) })}
        </Text>
      </Link>
      {(project.task_num ?? 0) > 0 && (
        <DropdownPopover
          position="bottom-end"
          width={240}
          button={
            <UnstyledButton className={classes.ring} title={t('task.progress', { percent: project.task_percent })}>
              <span className="visually-hidden">{t('project.progress_of', { name: project.name })}</span>
              <ProgressRing
                percent={project.task_percent ?? 0}
                label={t('task.progress', { percent: project.task_percent })}
              />
            </UnstyledButton>
          }
        >
          <ProgressBars project={project} />
        </DropdownPopover>
      )}
      <PinMenu project={project} at={menu} onClose={() => setMenu(null)} />
    </li>
  );
}
