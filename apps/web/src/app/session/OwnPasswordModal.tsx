import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { savePassword } from '#features/settings/settings.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { endSession } from '#sync/session.ts';
import { useClientState, useMustChangePassword } from '#sync/store/useClient.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/** Another person chose this account's password: the server answers nothing else until it is changed. */
export function OwnPasswordModal() {
  const state = useClientState();
  const isAsked = useMustChangePassword();
  return isAsked && state !== 'ended' && state !== 'stopped' && <OwnPasswordForm />;
}

function OwnPasswordForm() {
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const { words } = await savePassword(old, next);
    setBusy(false);
    setProblem(words);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('own_password.title')}
      size="sm"
      zIndex={450}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text>{t('own_password.why')}</Text>
          <PasswordField
            data-autofocus
            label={t('settings.password_old')}
            autoComplete="current-password"
            withAsterisk={false}
            required
            value={old}
            onChange={(event) => setOld(event.currentTarget.value)}
          />
          <NewPassword
            label={t('settings.password_new')}
            min={workspace()?.password_min ?? 8}
            value={next}
            onChange={setNext}
          />
          {problem && (
            <Alert role="alert" color="red" variant="light">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => void endSession()}>
              {t('nav.sign_out')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('action.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
