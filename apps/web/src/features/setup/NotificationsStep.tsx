import { Alert, Button, Stack, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { allowNotifications, useNotifying } from '#entities/notification/notification.actions.ts';
import { t } from '#sync/language.ts';
import { StepEnd, type StepProps } from './StepEnd.tsx';

export function NotificationsStep({ onNext, ...step }: StepProps) {
  const { permission } = useNotifying();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        {permission === 'default' && (
          <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => void allowNotifications()}>
            {t('notify.allow')}
          </Button>
        )}
        {permission === 'granted' && <Text role="status">{t('setup.notified')}</Text>}
        {(permission === 'denied' || permission === 'unsupported') && (
          <Alert color="yellow" variant="light">
            {t(`notify.${permission}`)}
          </Alert>
        )}
        <StepEnd {...step} onNext={onNext} canSkip={false} action={t('setup.finish')} />
      </Stack>
    </form>
  );
}
