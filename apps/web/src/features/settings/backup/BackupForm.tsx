import { BACKUP_LIMITS, type BackupSetting } from '@atrium/contract/workspace/backups.ts';
import { Alert, Button, Group, NumberInput, Select, Switch, Text, TextInput } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { IconAlertTriangle } from '@tabler/icons-react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';
import { readBackupSetting, saveBackupSetting } from './backup.actions.ts';

const fieldsOf = ({ has_secret: _has, server_place: _place, is_reminded: _reminded, ...fields }: BackupSetting) => ({
  ...fields,
  secret: '',
});

/** An empty secret leaves the stored one as it is. */
const save = ({ secret, ...fields }: ReturnType<typeof fieldsOf>) =>
  saveBackupSetting({ ...fields, ...(secret && { secret }) });

/** @param isEmpty  whether there is no backup at all */
export function BackupForm({ isEmpty }: { isEmpty: boolean }) {
  const { settings, problem } = useSettingsForm({ read: readBackupSetting, save, fieldsOf });
  if (!settings) return <NotYet problem={problem} />;
  const { fields, saved, set, form, show, fail } = settings;
  return (
    <SettingsForm form={form}>
      {isEmpty && saved.is_reminded && (
        <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={18} />}>
          <Group justify="space-between">
            <Text size="sm">{t('backup.reminder')}</Text>
            <Button
              variant="default"
              size="xs"
              onClick={() => void saveBackupSetting({ open: 'close' }).then(show, fail)}
            >
              {t('backup.no_reminder')}
            </Button>
          </Group>
        </Alert>
      )}
      <FormRow label={t('backup.open')}>
        {(id) => (
          <Switch
            id={id}
            checked={fields.open === 'open'}
            onChange={(event) => set({ open: event.currentTarget.checked ? 'open' : 'close' })}
          />
        )}
      </FormRow>
      <FormRow label={t('backup.time')}>
        {(id) => (
          <TimeInput
            id={id}
            w={120}
            required
            value={fields.time}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('backup.keep')}>
        {(id) => (
          <NumberInput
            id={id}
            w={120}
            min={1}
            max={BACKUP_LIMITS.keep}
            clampBehavior="blur"
            allowDecimal={false}
            value={fields.keep}
            onChange={(value) => set({ keep: Number(value) })}
          />
        )}
      </FormRow>
      <FormRow label={t('backup.place')}>
        {(id) => (
          <Select
            id={id}
            allowDeselect={false}
            value={fields.place}
            onChange={(value) => set({ place: value as BackupSetting['place'] })}
            data={[
              { value: 'server', label: t('backup.place_server', { place: saved.server_place }) },
              { value: 'bucket', label: t('backup.place_bucket') },
            ]}
          />
        )}
      </FormRow>
      {fields.place === 'bucket' && (
        <>
          <FormRow label={t('backup.bucket')}>
            {(id) => (
              <TextInput
                id={id}
                placeholder="s3://bucket/folder?endpoint=https://s3.example.org"
                value={fields.bucket}
                onChange={(event) => set({ bucket: event.currentTarget.value })}
              />
            )}
          </FormRow>
          <FormRow label={t('backup.key_id')}>
            {(id) => (
              <TextInput
                id={id}
                autoComplete="off"
                value={fields.key_id}
                onChange={(event) => set({ key_id: event.currentTarget.value })}
              />
            )}
          </FormRow>
          <FormRow label={t('backup.secret')}>
            {(id) => (
              <PasswordField
                id={id}
                autoComplete="new-password"
                placeholder={saved.has_secret ? t('backup.secret_kept') : ''}
                value={fields.secret}
                onChange={(event) => set({ secret: event.currentTarget.value })}
              />
            )}
          </FormRow>
        </>
      )}
    </SettingsForm>
  );
}
