import { Alert, Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { readProofs } from '#features/settings/personal/security/security.actions.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { saveEmail, sendCode } from '#features/settings/settings.actions.ts';
import { me, workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';

/** The person's own address. That of a person of the company directory is changed there. */
export function EmailSettings() {
  const { email = '', email_verity = 0, identity = [] } = me() ?? {};
  // Administrators have a password of their own, and may change it.
  if (!identity.includes('ldap') || identity.includes('admin')) return <EmailForm />;
  return (
    <div className={classes.form}>
      <CurrentEmail email={email} isProved={email_verity === 1} />
      <Alert variant="light" color="gray">
        {t('email.directory')}
      </Alert>
    </div>
  );
}

const CurrentEmail = ({ email, isProved }: { email: string; isProved: boolean }) => (
  <FormRow label={t('email.current')}>
    {(id) => (
      <Group gap="xs">
        <Text id={id} component="output">
          {email}
        </Text>
        <Badge variant="light" color={isProved ? 'green' : 'gray'}>
          {t(isProved ? 'email.proved' : 'email.unproved')}
        </Badge>
      </Group>
    )}
  </FormRow>
);

/** The form to change the address, which needs the password, and a code if addresses are verified. */
function EmailForm() {
  const [own, setOwn] = useState(() => ({
    email: me()?.email ?? '',
    isProved: me()?.email_verity === 1,
  }));
  const [next, setNext] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  // Without a password, a modal asks for a code, a passkey or another sign-in.
  const { data: ways } = useRequest(readProofs);
  const hasPassword = ways?.password !== false;
  const needsCode = workspace()?.reg_verify === 'open';
  const address = next.trim();
  const mail = async () => setProblem(await sendCode(2, address));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const words = await saveEmail(address, password, code);
    setBusy(false);
    setProblem(words);
    if (words) return;
    setOwn({ email: me()?.email ?? '', isProved: me()?.email_verity === 1 });
    setNext('');
    setPassword('');
    setCode('');
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <CurrentEmail {...own} />
      <FormRow label={t('email.new')}>
        {(id) => (
          <TextInput
            id={id}
            type="email"
            autoComplete="email"
            required
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {hasPassword && (
        <FormRow label={t('settings.password_old')}>
          {(id) => (
            <PasswordField
              id={id}
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </FormRow>
      )}
      {needsCode && (
        <FormRow label={t('email.mailed_code')}>
          {(id) => (
            <Group gap="xs" wrap="nowrap">
              <TextInput
                id={id}
                flex={1}
                inputMode="numeric"
                autoComplete="one-time-code"
                required
                maxLength={6}
                value={code}
                onChange={(event) => setCode(event.currentTarget.value)}
              />
              <Button variant="default" disabled={!address} onClick={() => void mail()}>
                {t('email.send')}
              </Button>
            </Group>
          )}
        </FormRow>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Alert variant="light" color="gray">
        {t('email.note')}
      </Alert>
      {address && (
        <Group className={classes.bar ?? ''}>
          <Button type="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
