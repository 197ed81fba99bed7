import { Button, Group, Text } from '@mantine/core';
import { useLocation } from 'react-router';
import { t } from '#sync/language.ts';
import { client, sessionLost } from '#sync/session.ts';
import { useClientState } from '#sync/store/useClient.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/** The token is invalid: shows why, and leads to the sign-in, which returns to this page. */
export function SessionModal() {
  const state = useClientState();
  const { pathname } = useLocation();
  const isWindow = pathname.startsWith('/single/');
  const leave = () => void sessionLost();
  return (
    <Modal
      opened={state === 'ended' && pathname !== '/login'}
      onClose={leave}
      title={t('session.over')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="sm"
      zIndex={500}
    >
      <Text role="alert">{client.endedBecause || t('session.over')}</Text>
      {client.queue.pending > 0 && (
        <Text mt="xs" c="dimmed">
          {t('session.unsent')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        {isWindow ? (
          <>
            <Button variant="default" onClick={() => window.close()}>
              {t('session.close_window')}
            </Button>
            <Button onClick={() => location.reload()} data-autofocus>
              {t('session.refresh')}
            </Button>
          </>
        ) : (
          <Button onClick={leave} data-autofocus>
            {t('session.sign_in')}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
