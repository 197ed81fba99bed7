import { Button, Group, Modal, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { TagInput } from '#ui/TagInput.tsx';
import { addProject, columnTemplates } from './project.actions.ts';

interface Props {
  onClose: () => void;
  onDone: (projectId: number) => void;
}

export function NewProjectModal({ onClose, onDone }: Props) {
  const [name, setName] = useState('');
  const [desc, setDesc] = useState('');
  const [columns, setColumns] = useState<string[]>([
    t('column.seed_todo'),
    t('column.seed_doing'),
    t('column.seed_done'),
  ]);
  const [templates, setTemplates] = useState<readonly { name: string; columns: string[] }[]>([]);
  const [withFlow, setWithFlow] = useState(true);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void columnTemplates().then(setTemplates);
  }, []);
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
    if (project) onDone(project.id);
  };
  return (
    <Modal opened onClose={onClose} title={t('project.new')} size={480}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('project.name')}
            required
            withAsterisk={false}
            minLength={2}
            maxLength={32}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('project.desc')}
            autosize
            minRows={2}
            maxLength={255}
            value={desc}
            onChange={(event) => setDesc(event.currentTarget.value)}
          />
          {templates.length > 0 && (
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
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('action.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
