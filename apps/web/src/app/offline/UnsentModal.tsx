import type { Unsent } from '@atrium/client/sending/mutations.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { listUnsent } from './unsentChanges.ts';
import { wordsOfUnsent } from './unsentWords.ts';

/** Lists changes that have not reached the server; each can be discarded while it waits. */
export function UnsentModal({ onClose }: { onClose: () => void }) {
  const isNarrow = useIsNarrow();
  const [list, setList] = useState(listUnsent);
  useEffect(() => client.store.subscribe(() => setList(listUnsent())), []);
  const sendNow = () => {
    client.queue.wake();
    void client.handshake();
  };
  const takeBack = (id: string) => {
    client.queue.takeBack(id);
    setList(listUnsent());
  };
  return (
    <Modal opened onClose={onClose} title={t('unsent.title')} size={560} fullScreen={isNarrow}>
      <Stack gap="sm">
        <Text c="dimmed">{t(list.length > 0 ? 'unsent.hint' : 'unsent.none')}</Text>
        <Stack component="ul" gap="xs" m={0} p={0}>
          {list.map((each) => (
            <Row key={each.id} unsent={each} onTakeBack={() => takeBack(each.id)} />
          ))}
        </Stack>
        <Group justify="flex-end">
          {list.length > 0 && (
            <Button variant="default" onClick={sendNow}>
              {t('unsent.send')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Row({ unsent, onTakeBack }: { unsent: Unsent; onTakeBack: () => void }) {
  const { kind, words } = wordsOfUnsent(unsent);
  const { id, error } = unsent;
  return (
    <Group component="li" gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
      <div>
        <Text size="xs" c="dimmed">
          {kind}
        </Text>
        <Text lineClamp={2}>{words}</Text>
        {error && (
          <Text size="sm" c="red">
            {error}
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {error && (
          <Button size="compact-sm" variant="default" onClick={() => client.queue.retry(id)}>
            {t('unsent.again')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={t('unsent.take_back_named', { name: words || kind })}
          onClick={onTakeBack}
        >
          {t('unsent.take_back')}
        </Button>
      </Group>
    </Group>
  );
}
