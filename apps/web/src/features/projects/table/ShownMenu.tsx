import type { Column } from '@atrium/contract/projects/projects.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import classes from '#features/projects/ProjectBar.module.css';
import { FIELDS, type ProjectView } from '#features/projects/useProjectView.ts';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';

interface Props {
  hasFlow: boolean;
  columns: readonly Column[];
  view: ProjectView;
  onChange: (fields: Partial<ProjectView>) => void;
}

const FIELD_WORDS = {
  status: 'flow.status',
  column: 'column.one',
  priority: 'task.priority',
  owners: 'task.owners',
  due: 'due.on',
} as const;

/** The visible columns of a project, and the fields of its table. */
export function ShownMenu({ hasFlow, columns, view, onChange }: Props) {
  const isPhone = useIsPhone();
  const hidden = columns.filter(({ id }) => view.hidden.includes(id)).map(({ id }) => id);
  const isTable = view.kind === 'table';
  const count = hidden.length + (isTable ? view.unsaid.length : 0);
  const label = count > 0 ? t('view.hidden', { number: count }) : t(isTable ? 'view.shown' : 'project.columns');
  const without = <T,>(list: readonly T[], item: T, isShown: boolean) =>
    isShown ? list.filter((each) => each !== item) : [...list, item];
  return (
    <DropdownMenu
      position="bottom-end"
      width={240}
      closeOnItemClick={false}
      className={classes.choices}
      button={
        isPhone ? (
          <ActionIcon size="md" variant={count > 0 ? 'light' : 'default'} aria-label={label}>
            <IconColumns3 size={16} stroke={1.75} />
          </ActionIcon>
        ) : (
          <Button
            size="compact-sm"
            variant={count > 0 ? 'light' : 'default'}
            leftSection={<IconColumns3 size={14} stroke={1.75} />}
          >
            {label}
          </Button>
        )
      }
    >
      <Menu.Label>{t('project.columns')}</Menu.Label>
      {columns.map(({ id, name }) => (
        <Menu.CheckboxItem
          key={id}
          checked={!hidden.includes(id)}
          onChange={(isShown) => onChange({ hidden: without(hidden, id, isShown) })}
        >
          {name}
        </Menu.CheckboxItem>
      ))}
      {isTable && <Menu.Label>{t('view.fields')}</Menu.Label>}
      {isTable &&
        FIELDS.filter((field) => field !== 'status' || hasFlow).map((field) => (
          <Menu.CheckboxItem
            key={field}
            checked={!view.unsaid.includes(field)}
            onChange={(isShown) => onChange({ unsaid: without(view.unsaid, field, isShown) })}
          >
            {t(FIELD_WORDS[field])}
          </Menu.CheckboxItem>
        ))}
      {count > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => onChange({ hidden: [], ...(isTable && { unsaid: [] }) })}>
            {t('view.show_all')}
          </Menu.Item>
        </>
      )}
    </DropdownMenu>
  );
}
