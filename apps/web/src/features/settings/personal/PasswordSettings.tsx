import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { readProofs } from '#features/settings/personal/security/security.actions.ts';
import classes from '#features/settings/SettingsScreen.module.css';
import { savePassword } from '#features/settings/settings.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';

export function PasswordSettings() {
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState('');
  const [wrong, setWrong] = useState<'old' | 'again' | ''>('');
  const fields = { old: useRef<HTMLInputElement>(null), again: useRef<HTMLInputElement>(null) };
  const [isBusy, setBusy] = useState(false);
  // Without a password, a modal asks for a code, a passkey or another sign-in.
  const { data: ways, again: readAgain } = useRequest(readProofs);
  const hasPassword = ways?.password !== false;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refuse = (field: 'old' | 'again', words: string) => {
      setWrong(field);
      setProblem(words);
      fields[field].current?.focus();
    };
    setWrong('');
    setProblem('');
    if (next !== again) return refuse('again', t('settings.password_differs'));
    setBusy(true);
    const { words, isOldWrong } = await savePassword(old, next);
    setBusy(false);
    if (isOldWrong) return refuse('old', words);
    setProblem(words);
    if (!words) {
      setOld('');
      setNext('');
      setAgain('');
      readAgain();
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      {hasPassword && (
        <FormRow label={t('settings.password_old')}>
          {(id) => (
            <PasswordField
              id={id}
              autoComplete="current-password"
              required
              ref={fields.old}
              error={wrong === 'old' && problem}
              value={old}
              onChange={(event) => setOld(event.currentTarget.value)}
            />
          )}
        </FormRow>
      )}
      <FormRow label={t('settings.password_new')}>
        {(id) => <NewPassword id={id} min={workspace()?.password_min ?? 8} value={next} onChange={setNext} />}
      </FormRow>
      <FormRow label={t('settings.password_again')}>
        {(id) => (
          <PasswordField
            id={id}
            autoComplete="new-password"
            required
            ref={fields.again}
            error={wrong === 'again' && problem}
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {problem && !wrong && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Alert variant="light" color="gray">
        {t(hasPassword ? 'settings.password_note' : 'settings.password_first')}
      </Alert>
      {(old || next || again) && (
        <Group className={classes.bar ?? ''}>
          <Button type="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </Group>
      )}
    </form>
  );
}
