import type { QuickTask } from '@atrium/client/projects/quickAdd.ts';
import { IconAlertTriangle, IconCalendar, IconFlag, IconTag, IconTemplate, IconUser } from '@tabler/icons-react';
import { useUsers } from '#entities/user/useUsers.ts';
import { weekday } from '#sync/dates.ts';
import { t } from '#sync/language.ts';
import classes from './QuickTaskPreview.module.css';

/** The parts of the line besides the name that were recognized, before the task is added. */
export function QuickTaskPreview({ task, template = '' }: { task: QuickTask; template?: string }) {
  const people = useUsers(task.owner);
  const marks = [
    ...people.map((user) => ({ icon: IconUser, text: user?.nickname ?? '', color: '' })),
    ...task.tags.map((tag) => ({ icon: IconTag, text: tag.name, color: tag.color })),
    ...(task.priority ? [{ icon: IconFlag, text: task.priority.name, color: task.priority.color }] : []),
    ...(task.due ? [{ icon: IconCalendar, text: weekday(task.due), color: '' }] : []),
    ...(template ? [{ icon: IconTemplate, text: template, color: '' }] : []),
    ...task.strangers.map((name) => ({
      icon: IconAlertTriangle,
      text: t('task.quick_stranger', { name }),
      color: 'var(--amber)',
    })),
  ];
  if (marks.length === 0) return null;
  return (
    <ul className={classes.marks} aria-label={t('task.quick_understood')}>
      {marks.map(({ icon: Icon, text, color }) => (
        <li key={text}>
          <Icon size={14} stroke={1.75} aria-hidden="true" {...(color && { color })} />
          {text}
        </li>
      ))}
    </ul>
  );
}
