import { TASK_NAME_CHARS } from '@atrium/contract/projects/tasks.ts';
import { Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { addFromMessage } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { useColumnChoices, useProjectChoices } from './useChoices.ts';

interface Props {
  dialogId: number;
  /** The message's text: the first line becomes the task's name. */
  words: string;
  /** HTML for the task's description. */
  content: string;
  /** The project of the conversation. */
  projectId: number;
  onClose: () => void;
}

/** Turns a message into a task of one's own. */
export function NewTaskModal({ dialogId, words, content, projectId, onClose }: Props) {
  const projects = useProjectChoices();
  const [project, setProject] = useState(() => String(projectId || projects[0]?.id || ''));
  const [column, setColumn] = useState('');
  const [name, setName] = useState(() => (words.split('\n')[0] ?? '').trim().slice(0, TASK_NAME_CHARS));
  const columns = useColumnChoices(Number(project));
  const isReady = name.trim() !== '' && project !== '';
  const submit = () => {
    if (!isReady) return;
    addFromMessage({
      dialogId,
      projectId: Number(project),
      column: column || String(columns[0]?.id ?? ''),
      name,
      content,
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('message.new_task')} size={480}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <Textarea
            data-autofocus
            autosize
            maxRows={4}
            label={t('task.name')}
            value={name}
            maxLength={TASK_NAME_CHARS}
            onChange={(event) => setName(event.currentTarget.value.replace(/\n/g, ' '))}
          />
          <Select
            label={t('task.project')}
            data={projects.map((each) => ({ value: String(each.id), label: each.name }))}
            value={project}
            allowDeselect={false}
            searchable
            onChange={(value) => {
              setProject(value ?? '');
              setColumn('');
            }}
          />
          <Select
            label={t('task.column')}
            data={columns.map((each) => ({ value: String(each.id), label: each.name }))}
            value={column || String(columns[0]?.id ?? '')}
            allowDeselect={false}
            onChange={(value) => setColumn(value ?? '')}
          />
          {words.trim() !== name.trim() && (
            <Text size="sm" c="dimmed" lineClamp={4}>
              {words}
            </Text>
          )}
          <FormEnd onCancel={onClose} disabled={!isReady}>
            {t('action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
