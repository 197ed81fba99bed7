import { Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { sendAnonymously } from '#entities/message/message.actions.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

const MAX_CHARS = 2000;

/** Writes an anonymous message. */
export function AnonModal({ userid, name, onClose }: { userid: number; name: string; onClose: () => void }) {
  const [text, setText, done] = useStoredInput(`anon_${userid}`, '');
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const isGone = await sendAnonymously(userid, text.trim());
    setBusy(false);
    if (!isGone) return;
    done();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('anon.title')} size={480}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('anon.hint', { name })}
        </Text>
        <Textarea
          data-autofocus
          autosize
          minRows={4}
          maxRows={12}
          maxLength={MAX_CHARS}
          aria-label={t('anon.title')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormEnd onCancel={onClose} loading={isBusy} disabled={text.trim() === ''} onClick={() => void submit()}>
          {t('composer.send')}
        </FormEnd>
      </Stack>
    </Modal>
  );
}
