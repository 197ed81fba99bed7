import type { Project, ProjectPermission } from '@atrium/contract/projects/projects.ts';
import { Button, Checkbox, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { readPermissions, savePermissions } from '#features/projects/project.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ProjectDrawers.module.css';

type Rights = Partial<Record<ProjectPermission, number[]>>;

/** The roles: 1 project owner (always), 2 project member, 3 task owner, 4 task assistant. */
const GROUPS: readonly { rights: readonly ProjectPermission[]; roles: readonly (1 | 2 | 3 | 4)[] }[] = [
  { rights: ['task_list_add', 'task_list_update', 'task_list_remove', 'task_list_sort', 'task_add'], roles: [1, 2] },
  {
    rights: ['task_update', 'task_time', 'task_status', 'task_archived', 'task_remove', 'task_move'],
    roles: [1, 3, 4, 2],
  },
];

/** A project's permissions: a row for each right, a tick for each role. */
export function PermissionsDrawer({ project, onClose }: { project: Project; onClose: () => void }) {
  const {
    data: rights,
    problem,
    show,
  } = useRequest<Rights>(async () => (await readPermissions(project.id)).permissions, project.id);
  const [isSaving, setSaving] = useState(false);
  const toggle = (right: ProjectPermission, role: number) => {
    const roles = rights?.[right] ?? [];
    show({ ...rights, [right]: roles.includes(role) ? roles.filter((each) => each !== role) : [...roles, role] });
  };
  const save = async () => {
    if (!rights) return;
    setSaving(true);
    const isSaved = await savePermissions(project.id, rights);
    setSaving(false);
    if (!isSaved) return;
    notify(t('permission.saved'));
    onClose();
  };
  return (
    <Drawer opened onClose={onClose} position="right" size={800} title={t('project.permissions')}>
      {problem && <Text c="red">{problem}</Text>}
      {!rights && !problem && <Loader size="sm" />}
      {rights &&
        GROUPS.map((group) => (
          <div key={group.rights[0]} className={classes.matrix}>
            {group.rights.map((right) => (
              <fieldset key={right} className={classes.right}>
                <legend>{t(`permission.${right}`)}</legend>
                {group.roles.map((role) => (
                  <Checkbox
                    key={role}
                    size="sm"
                    label={t(`permission.role_${role}`)}
                    checked={role === 1 || (rights[right] ?? []).includes(role)}
                    disabled={role === 1}
                    onChange={() => toggle(right, role)}
                  />
                ))}
              </fieldset>
            ))}
          </div>
        ))}
      <Group justify="flex-end" gap={8} className={classes.foot}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button loading={isSaving} disabled={!rights} onClick={() => void save()}>
          {t('action.save')}
        </Button>
      </Group>
    </Drawer>
  );
}
