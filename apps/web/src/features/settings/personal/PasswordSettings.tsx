import { Alert, Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NewPassword } from '#entities/form/NewPassword.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { savePassword } from '#features/settings/settings.actions.ts';
import { workspace } from '#sync/account.ts';
import { t } from '#sync/language.ts';

export function PasswordSettings() {
  const [old, setOld] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (next !== again) return setProblem(t('settings.password_differs'));
    setBusy(true);
    const words = await savePassword(old, next);
    setBusy(false);
    setProblem(words);
    if (!words) {
      setOld('');
      setNext('');
      setAgain('');
    }
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <FormRow label={t('settings.password_old')}>
        {(id) => (
          <PasswordField
            id={id}
            autoComplete="current-password"
            required
            value={old}
            onChange={(event) => setOld(event.currentTarget.value)}
          />
        )}
      </FormRow>
      <FormRow label={t('settings.password_new')}>
        {(id) => <NewPassword id={id} min={workspace()?.password_min ?? 8} value={next} onChange={setNext} />}
      </FormRow>
      <FormRow label={t('settings.password_again')}>
        {(id) => (
          <PasswordField
            id={id}
            autoComplete="new-password"
            required
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Alert variant="light" color="gray">
        {t('settings.password_note')}
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
