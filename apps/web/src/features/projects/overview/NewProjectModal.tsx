import { Select, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { addProject, columnTemplates } from '#features/projects/project.actions.ts';
import { ProjectFields } from '#features/projects/settings/ProjectFields.tsx';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  onClose: () => void;
  onDone: (projectId: number) => void;
}

export function NewProjectModal({ onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [fields, setFields, done] = useStoredInput('project_new', {
    name: '',
    desc: '',
    columns: [t('column.seed_todo'), t('column.seed_doing'), t('column.seed_done')],
  });
  const { name, desc, columns } = fields;
  const setColumns = (list: string[]) => setFields({ ...fields, columns: list });
  const { data: templates } = useAsked(columnTemplates);
  const [withFlow, setWithFlow] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const project = await addProject({
      name: name.trim(),
      desc: desc.trim(),
      columns,
      flow: withFlow ? 'open' : 'close',
    });
    setBusy(false);
    if (!project) return;
    done();
    onDone(project.id);
  };
  return (
    <Modal opened onClose={onClose} title={t('project.new')} size={480} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <ProjectFields
            name={name}
            desc={desc}
            onName={(words) => setFields({ ...fields, name: words })}
            onDesc={(words) => setFields({ ...fields, desc: words })}
          />
          {templates && templates.length > 0 && (
            <Select
              label={t('project.template')}
              placeholder={t('project.template_none')}
              clearable
              data={templates.map((template) => template.name)}
              onChange={(value) => {
                const template = templates.find((each) => each.name === value);
                if (template) setColumns(template.columns);
              }}
            />
          )}
          <TagInput
            label={t('project.columns')}
            description={t('project.columns_hint')}
            value={columns}
            onChange={setColumns}
            max={30}
            fullWords={t('tags.max', { count: 30 })}
          />
          <Switch
            label={t('flow.with')}
            description={t('flow.with_hint')}
            checked={withFlow}
            onChange={(event) => setWithFlow(event.currentTarget.checked)}
          />
          <FormEnd onCancel={onClose} loading={isBusy}>
            {t('action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
