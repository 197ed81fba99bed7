import type { ProjectTemplate } from '@atrium/contract/projects/projectTemplates.ts';
import { Text } from '@mantine/core';
import { statusColor } from '#entities/task/status/statuses.ts';
import { t } from '#sync/language.ts';
import classes from './Templates.module.css';

interface Props {
  template: ProjectTemplate;
  /** True if the example tasks are added. */
  withTasks: boolean;
}

/** The board, the workflow and the tags of a template. */
export function TemplatePreview({ template, withTasks }: Props) {
  const colors = new Map(template.tags.map(({ name, color }) => [name, color]));
  const tag = (name: string) => (
    <span key={name} className={classes.tag} style={{ borderColor: colors.get(name) }}>
      {name}
    </span>
  );
  return (
    <section className={classes.preview} aria-label={t('project.template_preview', { name: template.name })}>
      <Text size="sm" c="dimmed">
        {template.note}
      </Text>
      <div className={classes.columns} style={{ '--columns': template.columns.length } as Record<string, unknown>}>
        {template.columns.map((column) => (
          <div key={column.name} className={classes.column}>
            <h3>{column.name}</h3>
            {withTasks &&
              column.tasks.map((task) => (
                <div key={task.name} className={classes.card}>
                  {task.name}
                  {task.tags.length > 0 && <div className={classes.tags}>{task.tags.map(tag)}</div>}
                </div>
              ))}
          </div>
        ))}
      </div>
      <dl className={classes.facts}>
        <dt>{t('flow.title')}</dt>
        <dd>
          {template.statuses.map((status) => (
            <span
              key={status.name}
              className={classes.status}
              style={{ '--status': statusColor(status) } as Record<string, string>}
            >
              {status.name}
            </span>
          ))}
        </dd>
        <dt>{t('task.tags')}</dt>
        <dd>{template.tags.map(({ name }) => tag(name))}</dd>
      </dl>
    </section>
  );
}
