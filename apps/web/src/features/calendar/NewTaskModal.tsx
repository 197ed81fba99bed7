import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { usePlaces } from '#entities/task/usePlaces.ts';
import { locale, t } from '#sync/language.ts';
import { addPlanned } from './calendar.actions.ts';

interface Props {
  start: Date;
  end: Date;
  onClose: () => void;
}

const KEY = 'calendar.project';
const moment = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A task for a marked time; the project is the one that was chosen last. */
export function NewTaskModal({ start, end, onClose }: Props) {
  const [name, setName] = useState('');
  const [wish, setWish] = useState(Number(localStorage.getItem(KEY) ?? 0));
  const { projects } = usePlaces(0);
  const project = projects.find((each) => each.id === wish) ?? projects[0];
  const { columns } = usePlaces(project?.id ?? 0);
  const [columnId, setColumnId] = useState(0);
  const column = columns.find((each) => each.id === columnId) ?? columns[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!project || !column || !name.trim()) return;
    localStorage.setItem(KEY, String(project.id));
    addPlanned({ projectId: project.id, columnId: column.id, name: name.trim(), start, end });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('calendar.new')} size={440}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {moment.formatRange(start, end)}
          </Text>
          <TextInput
            data-autofocus
            label={t('task.name')}
            required
            withAsterisk={false}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group grow gap="sm">
            <Select
              label={t('task.project')}
              searchable
              allowDeselect={false}
              value={project ? String(project.id) : null}
              data={projects.map((each) => ({ value: String(each.id), label: each.name }))}
              onChange={(value) => setWish(Number(value))}
            />
            <Select
              label={t('task.column')}
              allowDeselect={false}
              value={column ? String(column.id) : null}
              data={columns.map((each) => ({ value: String(each.id), label: each.name }))}
              onChange={(value) => setColumnId(Number(value))}
            />
          </Group>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={!name.trim() || !column}>
              {t('action.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
