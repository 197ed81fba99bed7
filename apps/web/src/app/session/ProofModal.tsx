import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { proveByPasskey, proveSelf, readProofs } from '#features/settings/personal/security/security.actions.ts';
import { t } from '#sync/language.ts';
import { client, endSession } from '#sync/session.ts';
import { useMustProve } from '#sync/store/useClient.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

/** Asks again who the person is, before a change that somebody at an unlocked device must not make. */
export function ProofModal() {
  const isAsked = useMustProve();
  const cancel = () => client.session.endProofWait(false);
  return (
    <Modal opened={isAsked} onClose={cancel} title={t('prove.title')} size="sm" zIndex={460}>
      {isAsked && <ProofForm onCancel={cancel} />}
    </Modal>
  );
}

function ProofForm({ onCancel }: { onCancel: () => void }) {
  const { data: ways, problem: unasked, again } = useRequest(readProofs);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isByCode, setByCode] = useState(false);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (by: () => Promise<string>) => {
    setBusy(true);
    const words = await by();
    setBusy(false);
    setProblem(words);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => proveSelf(password && !isByCode ? { password } : { code }));
  };
  if (!ways) return <NotYet problem={unasked} onAgain={again} />;
  if (!ways.password && !ways.totp && !ways.passkey) {
    return (
      <Stack gap="md">
        <Text>{t('prove.again')}</Text>
        <Button onClick={() => void endSession('/login?again=1')}>{t('prove.sign_in_again')}</Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('prove.text')}</Text>
        {ways.passkey && canUsePasskeys() && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={18} stroke={1.75} />}
            onClick={() => void run(proveByPasskey)}
          >
            {t('factor.use_passkey')}
          </Button>
        )}
        {ways.password && !isByCode ? (
          <PasswordField
            label={t('field.password')}
            autoComplete="current-password"
            data-autofocus
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        ) : (
          ways.totp && (
            <TextInput
              label={t('factor.code')}
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )
        )}
        {ways.password && ways.totp && (
          <Button variant="subtle" size="compact-sm" onClick={() => setByCode(!isByCode)}>
            {t(isByCode ? 'prove.use_password' : 'prove.use_code')}
          </Button>
        )}
        <FormEnd problem={problem} onCancel={onCancel} loading={isBusy}>
          {t('action.continue')}
        </FormEnd>
      </Stack>
    </form>
  );
}
