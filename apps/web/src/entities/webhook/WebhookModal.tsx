import { WEBHOOK_NAME, type Webhook } from '@atrium/contract/chat/webhooks.ts';
import { Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addWebhook, editWebhook } from './webhooks.actions.ts';

interface Props {
  dialogId: number;
  /** The webhook to change; without one, a new one is created. */
  hook?: Webhook | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** The name and picture of a webhook's messages. */
export function WebhookModal({ dialogId, hook, onClose, onDone }: Props) {
  const [name, setName] = useState(hook?.name ?? '');
  const [picture, setPicture] = useState<File | null>(null);
  const [mentionsAll, setMentionsAll] = useState(hook?.mention_all ?? false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const fields = { name: name.trim(), mention_all: mentionsAll };
      await (hook
        ? editWebhook({ id: hook.id, ...fields }, picture)
        : addWebhook({ dialog_id: dialogId, ...fields }, picture));
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t(hook ? 'hooks.edit' : 'hooks.add')}>
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
