import type { Project } from '@atrium/contract/projects.ts';
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { updateProject } from './project.actions.ts';

export function EditProjectModal({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.name);
  const [desc, setDesc] = useState(project.desc);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await updateProject({ project_id: project.id, name: name.trim(), desc: desc.trim() })) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('project.edit')} size={480}>
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
            minRows={3}
            maxLength={255}
            value={desc}
            onChange={(event) => setDesc(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit">{t('action.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
