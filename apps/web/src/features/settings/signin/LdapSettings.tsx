import { LDAP_SECURE, type LdapSetting } from '@atrium/contract/people/singleSignOn.ts';
import { Button, Select, Switch, Text, TextInput } from '@mantine/core';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { Check, useCheck } from '#features/settings/personal/Check.tsx';
import { SettingsForm, SettingsPart, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { type LdapChange, readLdap, saveLdap, testLdap } from './signin.actions.ts';

/** The fields. The password is write-only: an empty field keeps the stored one. */
type Fields = LdapSetting & { password: string };

const changeOf = ({ password, has_password: _kept, ...fields }: Fields): LdapChange => ({
  ...fields,
  ...(password && { ldap_password: password }),
});

const TEXTS = [
  { name: 'ldap_user_dn', label: 'ldap.user_dn', example: 'cn=reader,dc=example,dc=org' },
  { name: 'ldap_base_dn', label: 'ldap.base_dn', example: 'ou=people,dc=example,dc=org' },
  { name: 'ldap_login_attr', label: 'ldap.login_attr', example: 'mail' },
] as const;

/** The company directory, which can be tested before saving. */
export function LdapSettings() {
  const { settings, problem } = useSettingsForm({
    read: readLdap,
    save: (fields: Fields) => saveLdap(changeOf(fields)),
    fieldsOf: (saved: LdapSetting): Fields => ({ ...saved, password: '' }),
  });
  if (!settings) return <NotYet problem={problem} />;
  const { saved, fields, set, form } = settings;
  const [userDn, ...rest] = TEXTS.map(({ name, label, example }) => (
    <FormRow key={name} label={t(label)}>
      {(id) => (
        <TextInput
          id={id}
          maxLength={500}
          autoComplete="off"
          placeholder={example}
          value={fields[name]}
          onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
        />
      )}
    </FormRow>
  ));
  return (
    <SettingsPart title={t('ldap.title')}>
      <Text c="dimmed" mb="md">
        {t('ldap.hint')}
      </Text>
      <SettingsForm form={form}>
        <FormRow label={t('ldap.open')}>
          {(id) => (
            <Switch
              id={id}
              checked={fields.ldap_open === 'open'}
              onChange={(event) => set({ ldap_open: event.currentTarget.checked ? 'open' : 'close' })}
            />
          )}
        </FormRow>
        <FormRow label={t('ldap.host')}>
          {(id) => (
            <TextInput
              id={id}
              maxLength={255}
              placeholder="ldap.example.org"
              value={fields.ldap_host}
              onChange={(event) => set({ ldap_host: event.currentTarget.value.trim() })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.port')}>
          {(id) => (
            <NumberField
              id={id}
              min={1}
              max={65535}
              hideControls
              value={fields.ldap_port}
              empty={saved.ldap_port}
              onChange={(port) => set({ ldap_port: port })}
            />
          )}
        </FormRow>
        <FormRow label={t('smtp.secure')}>
          {(id) => (
            <Select<string>
              id={id}
              allowDeselect={false}
              value={fields.ldap_secure}
              data={LDAP_SECURE.map((value) => ({ value, label: t(`smtp.secure.${value}`) }))}
              onChange={(value) => set({ ldap_secure: LDAP_SECURE.find((each) => each === value) ?? 'none' })}
            />
          )}
        </FormRow>
        {userDn}
        <FormRow label={t('smtp.password')}>
          {(id) => (
            <PasswordField
              id={id}
              maxLength={500}
              autoComplete="new-password"
              placeholder={saved.has_password ? t('smtp.password_kept') : ''}
              value={fields.password}
              onChange={(event) => set({ password: event.currentTarget.value })}
            />
          )}
        </FormRow>
        {rest}
        <FormRow label={t('ldap.sync_local')}>
          {(id) => (
            <Switch
              id={id}
              description={t('ldap.sync_local_hint')}
              checked={fields.ldap_sync_local === 'open'}
              onChange={(event) => set({ ldap_sync_local: event.currentTarget.checked ? 'open' : 'close' })}
            />
          )}
        </FormRow>
      </SettingsForm>
      <LdapCheck change={changeOf(fields)} />
    </SettingsPart>
  );
}

function LdapCheck({ change }: { change: LdapChange }) {
  const { outcome, isBusy, start } = useCheck(async () => {
    await testLdap(change);
    return t('ldap.test_done');
  });
  return (
    <Check title={t('ldap.test')} hint={t('ldap.test_hint')} outcome={outcome}>
      <Button variant="default" style={{ alignSelf: 'flex-start' }} loading={isBusy} onClick={() => void start()}>
        {t('ldap.test')}
      </Button>
    </Check>
  );
}
