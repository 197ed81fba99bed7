import type { ProjectTemplate, ProjectTemplateId } from '@atrium/contract/projects/projectTemplates.ts';
import { Select, Stack, Switch } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { addFromTemplate, addProject, columnTemplates, projectTemplates } from '#features/projects/project.actions.ts';
import { ProjectFields } from '#features/projects/settings/ProjectFields.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { TemplateList } from './templates/TemplateList.tsx';
import { TemplatePreview } from './templates/TemplatePreview.tsx';
import classes from './templates/Templates.module.css';

interface Props {
  onClose: () => void;
  onDone: (projectId: number) => void;
}

interface Fields {
  name: string;
  desc: string;
  columns: string[];
  /** Absent for a blank project. */
  template?: ProjectTemplateId | undefined;
}

export function NewProjectModal({ onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [fields, setFields, done] = useStoredInput<Fields>('project_new', {
    name: '',
    desc: '',
    columns: [t('column.seed_todo'), t('column.seed_doing'), t('column.seed_done')],
  });
  const { name, desc, columns } = fields;
  const { data: templates, problem, again } = useRequest(projectTemplates);
  const chosen = templates?.find(({ id }) => id === fields.template);
  const [withTasks, setWithTasks] = useState(true);
  const [withFlow, setWithFlow] = useState(true);
  const [isBusy, setBusy] = useState(false);
  // Texts of a template are replaced by those of the next one; the person's own texts stay.
  const choose = (next: ProjectTemplate | undefined) =>
    setFields({
      ...fields,
      template: next?.id,
      name: name === '' || name === chosen?.name ? (next?.name ?? '') : name,
      desc: desc === '' || desc === chosen?.about ? (next?.about ?? '') : desc,
    });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const words = { name: name.trim(), desc: desc.trim() };
    const project = await (chosen
      ? addFromTemplate({ ...words, template: chosen.id, examples: withTasks })
      : addProject({ ...words, columns, flow: withFlow ? 'open' : 'close' }));
    setBusy(false);
    if (!project) return;
    done();
    onDone(project.id);
  };
  return (
    <Modal opened onClose={onClose} title={t('project.new')} size={960} fullScreen={isNarrow}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        {templates ? (
          <TemplateList templates={templates} chosen={chosen?.id} onChoose={choose} />
        ) : (
          <NotYet problem={problem} onAgain={again} />
        )}
        <Stack gap="md">
          <ProjectFields
            name={name}
            desc={desc}
            onName={(words) => setFields({ ...fields, name: words })}
            onDesc={(words) => setFields({ ...fields, desc: words })}
          />
          {chosen ? (
            <>
              <TemplatePreview template={chosen} withTasks={withTasks} />
              <Switch
                label={t('project.template_examples')}
                description={t('project.template_examples_hint')}
                checked={withTasks}
                onChange={(event) => setWithTasks(event.currentTarget.checked)}
              />
            </>
          ) : (
            <BlankFields
              columns={columns}
              onColumns={(list) => setFields({ ...fields, columns: list })}
              withFlow={withFlow}
              onFlow={setWithFlow}
            />
          )}
          <FormEnd onCancel={onClose} loading={isBusy}>
            {t('action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

interface BlankProps {
  columns: string[];
  onColumns: (columns: string[]) => void;
  withFlow: boolean;
  onFlow: (isOn: boolean) => void;
}

/** The choices for a project without a template. */
function BlankFields({ columns, onColumns, withFlow, onFlow }: BlankProps) {
  const { data: sets } = useRequest(columnTemplates);
  return (
    <>
      {sets && sets.length > 0 && (
        <Select
          label={t('project.column_template')}
          placeholder={t('project.template_none')}
          clearable
          data={sets.map((set) => set.name)}
          onChange={(value) => {
            const set = sets.find((each) => each.name === value);
            if (set) onColumns(set.columns);
          }}
        />
      )}
      <TagInput
        label={t('project.columns')}
        description={t('project.columns_hint')}
        value={columns}
        onChange={onColumns}
        max={30}
        fullWords={t('tags.max', { count: 30 })}
      />
      <Switch
        label={t('flow.with')}
        description={t('flow.with_hint')}
        checked={withFlow}
        onChange={(event) => onFlow(event.currentTarget.checked)}
      />
    </>
  );
}
