import { WEBHOOK_NAME } from '@atrium/contract/chat/webhooks.ts';
import { Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addWebhook } from './webhooks.actions.ts';

interface Props {
  dialogId: number;
  onClose: () => void;
  onDone: () => void;
}

/** The name and picture of a new webhook's messages. */
export function NewWebhook({ dialogId, onClose, onDone }: Props) {
  const [name, setName] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const [mentionsAll, setMentionsAll] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await addWebhook({ dialog_id: dialogId, name: name.trim(), mention_all: mentionsAll }, picture);
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('hooks.add')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('hooks.name')}
            description={t('hooks.name_hint')}
            required
            maxLength={WEBHOOK_NAME.max}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group gap="sm">
            <FileButton accept={PICTURE_KINDS} onChange={setPicture}>
              {(props) => (
                <Button {...props} variant="default" size="sm">
                  {t('picture.choose')}
                </Button>
              )}
            </FileButton>
            {picture && (
              <Text size="sm" truncate flex={1}>
                {picture.name}
              </Text>
            )}
          </Group>
          <Checkbox
            label={t('hooks.mention_all')}
            checked={mentionsAll}
            onChange={(event) => setMentionsAll(event.currentTarget.checked)}
          />
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
            {t('hooks.create')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
