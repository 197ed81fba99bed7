import { MAIL_SECURE, type MailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { Alert, Button, Group, Select, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import listClasses from '#features/settings/EditableList.module.css';
import { FormRow } from '#features/settings/FormRow.tsx';
import { Check, useCheck } from '#features/settings/personal/Check.tsx';
import { SettingsForm, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';

import { NumberField } from '#ui/fields/NumberField.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { MailNotices } from './MailNotices.tsx';
import { checkMail, type MailChange, readMail, saveMail } from './system.actions.ts';

const SERVER = ['smtp_server', 'port', 'account', 'smtp_secure', 'sender'] as const;
const NOTICE = [
  'notice_msg',
  'msg_unread_user_minute',
  'msg_unread_group_minute',
  'msg_unread_time_ranges',
  'ignore_addr',
] as const;

/** The fields. The password is write-only: an empty field keeps the stored one. */
type MailFields = MailSetting & { password: string };

const changed = (names: readonly (keyof MailSetting)[], fields: MailFields, saved: MailSetting): MailChange =>
  Object.fromEntries(
    names
      .filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(saved[name]))
      .map((name) => [name, fields[name]]),
  );

/** The fields for a test. */
const serverOf = (fields: MailFields, saved: MailSetting): MailChange => ({
  ...changed(SERVER, fields, saved),
  ...(fields.password && { password: fields.password }),
});
const changeOf = (fields: MailFields, saved: MailSetting): MailChange => ({
  ...serverOf(fields, saved),
  ...changed(NOTICE, fields, saved),
});

function notifySaved(saved: MailSetting): MailSetting {
  notify(t('settings.saved'));
  return saved;
}

/** The server that sends mail, which can be tested before saving. */
export function MailSettings() {
  const { settings, problem } = useSettingsForm({
    read: readMail,
    save: (fields: MailFields, saved: MailSetting) => saveMail(changeOf(fields, saved)).then(notifySaved),
    fieldsOf: (saved: MailSetting): MailFields => ({ ...saved, password: '' }),
  });
  if (!settings) return <NotYet problem={problem} />;
  const { saved, fields, set, form, show, fail } = settings;
  const isFixed = saved.is_fixed;
  return (
    <div className={listClasses.page}>
      <SettingsForm form={form}>
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
            <PasswordField
              id={id}
              disabled={isFixed}
              maxLength={500}
              autoComplete="new-password"
              placeholder={saved.has_password ? t('smtp.password_kept') : ''}
              value={fields.password}
              onChange={(event) => set({ password: event.currentTarget.value })}
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
        <MailNotices fields={fields} set={set} />
      </SettingsForm>
      <MailCheck change={serverOf(fields, saved)} />
      {saved.has_password && !isFixed && (
        <Button
          className={listClasses.add ?? ''}
          variant="subtle"
          color="red"
          onClick={() => void saveMail({ password: '' }).then(notifySaved).then(show, fail)}
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
    const { response } = await checkMail({ ...change, to });
    return `${t('check.mail_done', { email: to })} ${t('check.mail_said', { words: response })}`;
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
