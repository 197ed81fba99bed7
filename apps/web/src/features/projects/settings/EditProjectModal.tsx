import type { Project } from '@atrium/contract/projects/projects.ts';
import { Select, Stack, Switch } from '@mantine/core';
import type { FormEvent } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { updateProject } from '#features/projects/project.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { ProjectFields } from './ProjectFields.tsx';

interface Fields {
  name: string;
  desc: string;
  archive_method: 'system' | 'custom';
  archive_days: number;
  department_owner_view: 'open' | 'close';
}

const fieldsOf = (project: Project): Fields => ({
  name: project.name,
  desc: project.desc,
  archive_method: project.archive_method === 'custom' ? 'custom' : 'system',
  archive_days: project.archive_days,
  department_owner_view: project.department_owner_view === 'close' ? 'close' : 'open',
});

/**
 * Edits a project. It stores and saves only what the person changes, because somebody else may change the rest
 * meanwhile.
 */
export function EditProjectModal({ project, onClose }: { project: Project; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const [stored, keep, done] = useStoredInput<Partial<Fields>>(`project_${project.id}`, {});
  const saved = fieldsOf(project);
  const differing = (fields: Partial<Fields>): Partial<Fields> =>
    Object.fromEntries(Object.entries(fields).filter(([key, value]) => value !== saved[key as keyof Fields]));
  const changes = differing(stored);
  const fields = { ...saved, ...changes };
  const { name, desc, archive_method: method } = fields;
  const change = (next: Partial<Fields>) => keep(differing({ ...changes, ...next }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSaved = await updateProject({
      project_id: project.id,
      ...changes,
      ...(changes.name !== undefined && { name: name.trim() }),
      ...(changes.desc !== undefined && { desc: desc.trim() }),
    });
    if (!isSaved) return;
    done();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('project.edit')} size={480} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <ProjectFields
            name={name}
            desc={desc}
            onName={(next) => change({ name: next })}
            onDesc={(next) => change({ desc: next })}
          />
          <Select
            label={t('project.archive_rule')}
            allowDeselect={false}
            data={[
              { value: 'system', label: t('project.archive_system') },
              { value: 'custom', label: t('project.archive_custom') },
            ]}
            value={method}
            onChange={(value) => change({ archive_method: value === 'custom' ? 'custom' : 'system' })}
          />
          {method === 'custom' && (
            <NumberField
              label={t('project.archive_days')}
              min={1}
              max={365}
              value={fields.archive_days}
              empty={1}
              onChange={(value) => change({ archive_days: Math.min(365, Math.max(1, value)) })}
            />
          )}
          {workspace()?.department_owner_project_view === 'open' && project.personal === 0 && (
            <Switch
              label={t('project.head_view')}
              description={t('project.head_view_hint')}
              checked={fields.department_owner_view === 'open'}
              onChange={(event) => change({ department_owner_view: event.currentTarget.checked ? 'open' : 'close' })}
            />
          )}
          <FormEnd onCancel={onClose}>{t('action.save')}</FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
