import { MAIL_SECURE, type MailSetting } from '@atrium/contract/workspace/system.ts';
import { Alert, Button, Group, Loader, PasswordInput, Select, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import listClasses from '#features/settings/EditedList.module.css';
import { FormRow } from '#features/settings/FormRow.tsx';
import { Check, useCheck } from '#features/settings/personal/Check.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { untilRead } from '#sync/store/untilRead.ts';
import { wordsOf } from '#sync/words.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { checkMail, type MailChange, readMail, saveMail } from './system.actions.ts';

/** The server that sends mail, which can be tested before saving. */
export function MailSettings() {
  const [saved, setSaved] = useState<MailSetting | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => untilRead(readMail, setSaved, setProblem), []);
  if (!saved) return problem ? <Alert color="red">{problem}</Alert> : <Loader size="sm" />;
  return <MailForm key={JSON.stringify(saved)} saved={saved} onSaved={setSaved} />;
}

const NAMES = ['smtp_server', 'port', 'account', 'smtp_secure', 'sender'] as const;

interface FormProps {
  saved: MailSetting;
  onSaved: (next: MailSetting) => void;
}
/** The password is written here and read by nobody: an empty field keeps the one that is there. */
function MailForm({ saved, onSaved }: FormProps) {
  const [fields, setFields] = useState(saved);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const set = (change: Partial<MailSetting>) => setFields({ ...fields, ...change });
  const changed = NAMES.filter((name) => fields[name] !== saved[name]);
  const change: MailChange = {
    ...Object.fromEntries(changed.map((name) => [name, fields[name]])),
    ...(password && { password }),
  };
  const save = async (sent: MailChange) => {
    try {
      const next = await saveMail(sent);
      notify(t('settings.saved'));
      setProblem('');
      onSaved(next);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save(change);
  };
  const isFixed = saved.is_fixed;
  return (
    <div className={listClasses.page}>
      <form className={classes.form} onSubmit={submit}>
        {isFixed && <Alert variant="light">{t('smtp.fixed')}</Alert>}
        <FormRow label={t('smtp.server')}>
          {(id) => (
            <TextInput
              id={id}
              disabled={isFixed}
              maxLength={255}
              placeholder="mail.example.org"
              value={fields.smtp_server}
              onChange={(event) => set({ smtp_server: event.currentTarget.value.trim() })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.port')}>
          {(id) => (
            <NumberField
              id={id}
              disabled={isFixed}
              min={1}
              max={65535}
              hideControls
              value={fields.port}
              empty={saved.port}
              onChange={(port) => set({ port })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.secure')}>
          {(id) => (
            <Select<string>
              id={id}
              disabled={isFixed}
              allowDeselect={false}
              value={fields.smtp_secure}
              data={MAIL_SECURE.map((value) => ({ value, label: t(`smtp.secure.${value}`) }))}
              onChange={(value) => set({ smtp_secure: MAIL_SECURE.find((each) => each === value) ?? 'auto' })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.account')}>
          {(id) => (
            <TextInput
              id={id}
              disabled={isFixed}
              maxLength={255}
              autoComplete="off"
              value={fields.account}
              onChange={(event) => set({ account: event.currentTarget.value.trim() })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.password')}>
          {(id) => (
            <PasswordInput
              id={id}
              disabled={isFixed}
              maxLength={500}
              autoComplete="new-password"
              placeholder={saved.has_password ? t('smtp.password_kept') : ''}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.sender')}>
          {(id) => (
            <TextInput
              id={id}
              type="email"
              maxLength={255}
              inputWrapperOrder={['input', 'description']}
              description={t('smtp.sender_hint')}
              placeholder={saved.default_sender}
              value={fields.sender}
              onChange={(event) => set({ sender: event.currentTarget.value.trim() })}
            />
          )}
        </FormRow>
        {problem && (
          <Alert role="alert" color="red" variant="light">
            {problem}
          </Alert>
        )}
        {Object.keys(change).length > 0 && (
          <Group className={classes.bar ?? ''}>
            <Button
              variant="default"
              onClick={() => {
                setFields(saved);
                setPassword('');
                setProblem('');
              }}
            >
              {t('action.cancel')}
            </Button>
            <Button type="submit">{t('action.save')}</Button>
          </Group>
        )}
      </form>
      <MailCheck change={change} />
      {saved.has_password && !isFixed && (
        <Button
          className={listClasses.add ?? ''}
          variant="subtle"
          color="red"
          onClick={() => void save({ password: '' })}
        >
          {t('smtp.forget')}
        </Button>
      )}
    </div>
  );
}

function MailCheck({ change }: { change: MailChange }) {
  const [to, setTo] = useState(me()?.email ?? '');
  const { outcome, isBusy, start } = useCheck(async () => {
    await checkMail({ ...change, to });
    return t('check.mail_done', { email: to });
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start();
  };
  return (
    <Check title={t('check.mail')} hint={t('check.mail_hint')} outcome={outcome}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            className={listClasses.wide ?? ''}
            type="email"
            label={t('field.email')}
            required
            withAsterisk={false}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isBusy}>
            {t('check.mail_send')}
          </Button>
        </Group>
      </form>
    </Check>
  );
}
