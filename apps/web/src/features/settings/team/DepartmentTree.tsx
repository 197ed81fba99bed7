import type { Department } from '@atrium/contract/people/departments.ts';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './TeamSettings.module.css';
import { removeDepartment, syncDepartment } from './team.actions.ts';
import { inOrder } from './tree.ts';

/** Everybody, people without a department, or one department. */
export type Place = 'all' | 'none' | number;

interface Props {
  departments: readonly Department[];
  place: Place;
  onPlace: (place: Place) => void;
  onAdd: (parentId: number) => void;
  onEdit: (department: Department) => void;
  onChanged: () => void;
}

export function DepartmentTree({ departments, place, onPlace, onAdd, onEdit, onChanged }: Props) {
  const dissolve = async ({ id, name }: Department) => {
    const question = { title: t('team.dissolve'), text: t('team.dissolve_ask', { name }), action: t('team.dissolve') };
    if (!(await askFirst({ ...question, isDangerous: true }))) return;
    const words = await removeDepartment(id);
    if (words) notify(words, { kind: 'error' });
    else if (place === id) onPlace('all');
    onChanged();
  };
  const sync = async ({ id }: Department) => {
    try {
      notify(t('team.synced', { count: (await syncDepartment(id)).synced_count }));
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    }
    onChanged();
  };
  const fixed = (id: 'all' | 'none', words: string) => (
    <li className={classes.place} data-active={place === id || undefined}>
      <UnstyledButton className={classes.name} aria-current={place === id} onClick={() => onPlace(id)}>
        <span className={classes.words}>{words}</span>
      </UnstyledButton>
    </li>
  );
  return (
    <nav className={classes.tree} aria-label={t('team.departments')}>
      <ul className={classes.list} style={{ '--level': 0 } as CSSProperties}>
        {fixed('all', t('team.everybody'))}
        {fixed('none', t('team.nowhere'))}
      </ul>
      <div className={classes.heading}>
        {t('team.departments')}
        <ActionIcon variant="subtle" color="gray" aria-label={t('team.add_department')} onClick={() => onAdd(0)}>
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      </div>
      <ul className={classes.list}>
        {inOrder(departments).map(({ department, level }) => (
          <li
            key={department.id}
            className={classes.place}
            data-active={place === department.id || undefined}
            style={{ '--level': level - 1 } as CSSProperties}
          >
            <UnstyledButton
              className={classes.name}
              aria-current={place === department.id}
              onClick={() => onPlace(department.id)}
            >
              <span className={classes.words}>{department.name}</span>
              <span className={classes.count}>{department.people}</span>
            </UnstyledButton>
            <DropdownMenu
              position="bottom-end"
              button={
                <ActionIcon variant="subtle" color="gray" aria-label={`${t('action.more')}: ${department.name}`}>
                  <IconDots size={16} stroke={1.75} />
                </ActionIcon>
              }
            >
              <Menu.Item onClick={() => onEdit(department)}>{t('team.edit_department')}</Menu.Item>
              {level < 3 && <Menu.Item onClick={() => onAdd(department.id)}>{t('team.add_below')}</Menu.Item>}
              {departments.some((each) => each.parent_id === department.id) && (
                <Menu.Item onClick={() => void sync(department)}>{t('team.sync')}</Menu.Item>
              )}
              <Menu.Divider />
              <Menu.Item color="var(--red)" onClick={() => void dissolve(department)}>
                {t('team.dissolve')}
              </Menu.Item>
            </DropdownMenu>
          </li>
        ))}
      </ul>
    </nav>
  );
}
