import type { Command } from '@atrium/contract/chat/commands.ts';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { saveCommand } from './commands.actions.ts';

interface Props {
  /** The command to change; without one, a new one is created. */
  command: Command | undefined;
  isAdmin: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** A command's fields. */
export function CommandModal({ command, isAdmin, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [fields, setFields] = useState({
    word: command?.word ?? '',
    name: command?.name ?? '',
    url: command?.url ?? '',
    hint: command?.hint ?? '',
    about: command && command.about !== command.name ? command.about : '',
    for_all: command?.for_all ?? false,
  });
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const set = (name: 'word' | 'name' | 'url' | 'hint' | 'about') => (value: string) =>
    setFields((all) => ({ ...all, [name]: value }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await saveCommand({ ...fields, ...(command && { id: command.id }) });
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  const line = (name: Parameters<typeof set>[0], maxLength: number) => ({
    maxLength,
    value: fields[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name)(event.currentTarget.value),
  });
  return (
    <Modal opened onClose={onClose} title={t(command ? 'commands.edit' : 'commands.add')} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('commands.word')}
            leftSection="/"
            placeholder="deploy"
            {...line('word', 30)}
          />
          <TextInput
            required
            label={t('commands.url')}
            description={t('commands.url_hint')}
            type="url"
            placeholder="https://example.org/command"
            {...line('url', 500)}
          />
          <TextInput required label={t('commands.name')} {...line('name', 20)} />
          <TextInput label={t('commands.args')} placeholder="[service] [version]" {...line('hint', 100)} />
          <TextInput label={t('commands.about')} {...line('about', 200)} />
          {isAdmin && (
            <Checkbox
              label={t('commands.for_all')}
              checked={fields.for_all}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setFields((all) => ({ ...all, for_all: checked }));
              }}
            />
          )}
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
            {t(command ? 'action.save' : 'action.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
