import type { Project } from '@atrium/contract/projects.ts';
import { Modal, NumberInput, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/useIsPhone.ts';
import { ProjectFields } from './ProjectFields.tsx';
import { updateProject } from './project.actions.ts';

export function EditProjectModal({ project, onClose }: { project: Project; onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const [name, setName] = useState(project.name);
  const [desc, setDesc] = useState(project.desc);
  const [archiveMethod, setArchiveMethod] = useState<'custom' | 'system'>(
    project.archive_method === 'custom' ? 'custom' : 'system',
  );
  const [archiveDays, setArchiveDays] = useState(project.archive_days);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isSaved = await updateProject({
      project_id: project.id,
      name: name.trim(),
      desc: desc.trim(),
      archive_method: archiveMethod,
      archive_days: archiveDays,
    });
    if (isSaved) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('project.edit')} size={480} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <ProjectFields name={name} desc={desc} onName={setName} onDesc={setDesc} />
          <Select
            label={t('project.archive_rule')}
            allowDeselect={false}
            data={[
              { value: 'system', label: t('project.archive_system') },
              { value: 'custom', label: t('project.archive_custom') },
            ]}
            value={archiveMethod}
            onChange={(value) => setArchiveMethod(value === 'custom' ? 'custom' : 'system')}
          />
          {archiveMethod === 'custom' && (
            <NumberInput
              label={t('project.archive_days')}
              min={1}
              max={365}
              allowDecimal={false}
              value={archiveDays}
              onChange={(value) => setArchiveDays(Math.min(365, Math.max(1, Number(value) || 1)))}
            />
          )}
          <FormEnd onCancel={onClose}>{t('action.save')}</FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
