import type { SettingsAnswer } from '@atrium/contract/system.ts';
import { Alert, Button, Group, Loader, NumberInput, Select, TextInput } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { type FormEvent, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { FormRow } from './FormRow.tsx';
import classes from './SettingsScreen.module.css';
import { readSettings, saveSettings } from './settings.actions.ts';

const CHOICES = {
  reg: ['open', 'invite', 'close'],
  reg_verify: ['close', 'open'],
  login_code: ['auto', 'open', 'close'],
  password_policy: ['simple', 'complex'],
  project_invite: ['open', 'close'],
  chat_information: ['optional', 'required'],
  all_group_mute: ['open', 'close'],
  user_private_chat_mute: ['open', 'close'],
  user_group_chat_mute: ['open', 'close'],
  anon_message: ['open', 'close'],
  auto_archived: ['close', 'open'],
  unclaimed_task_reminder: ['close', 'open'],
} as const;
type Choice = keyof typeof CHOICES;

/** The workspace's rules, for administrators; saved as a whole when something changed. */
export function SystemSettings() {
  const [saved, setSaved] = useState<SettingsAnswer | null>(null);
  const [fields, setFields] = useState<SettingsAnswer | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    readSettings().then(
      (answer) => {
        setSaved(answer);
        setFields(answer);
      },
      (error: Error) => setProblem(error.message),
    );
  }, []);
  if (!fields || !saved) return problem ? <Alert color="red">{problem}</Alert> : <Loader size="sm" />;
  const isChanged = JSON.stringify(fields) !== JSON.stringify(saved);
  const set = (change: Partial<SettingsAnswer>) => setFields({ ...fields, ...change });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { server_timezone: _zone, server_version: _version, task_default_time: _times, ...sent } = fields;
    const words = await saveSettings(sent as Parameters<typeof saveSettings>[0]);
    setProblem(words);
    if (!words) setSaved(fields);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <FormRow label={t('system.system_alias')}>
        {(id) => (
          <TextInput
            id={id}
            maxLength={50}
            value={fields.system_alias}
            onChange={(event) => set({ system_alias: event.currentTarget.value })}
          />
        )}
      </FormRow>
      {(Object.keys(CHOICES) as Choice[]).map((name) => (
        <FormRow key={name} label={t(`system.${name}`)}>
          {(id) => (
            <Select
              id={id}
              allowDeselect={false}
              value={fields[name]}
              data={CHOICES[name].map((value) => ({ value, label: t(`system.${name}.${value}` as 'system.reg.open') }))}
              onChange={(value) => value && set({ [name]: value })}
            />
          )}
        </FormRow>
      ))}
      {fields.reg === 'invite' && (
        <FormRow label={t('field.invite')}>
          {(id) => (
            <TextInput
              id={id}
              value={fields.reg_invite ?? ''}
              onChange={(event) => set({ reg_invite: event.currentTarget.value })}
            />
          )}
        </FormRow>
      )}
      {fields.auto_archived === 'open' && (
        <FormRow label={t('system.archived_day')}>
          {(id) => (
            <NumberInput
              id={id}
              min={1}
              max={100}
              allowDecimal={false}
              suffix={` ${t('system.days')}`}
              value={fields.archived_day}
              onChange={(value) => set({ archived_day: Number(value) || 1 })}
            />
          )}
        </FormRow>
      )}
      {fields.unclaimed_task_reminder === 'open' && (
        <FormRow label={t('system.unclaimed_task_reminder_time', { zone: fields.server_timezone })}>
          {(id) => (
            <TimeInput
              id={id}
              required
              value={fields.unclaimed_task_reminder_time}
              onChange={(event) => set({ unclaimed_task_reminder_time: event.currentTarget.value })}
            />
          )}
        </FormRow>
      )}
      {(['msg_rev_limit', 'msg_edit_limit'] as const).map((name) => (
        <FormRow key={name} label={t(`system.${name}`)}>
          {(id) => (
            <NumberInput
              id={id}
              min={0}
              max={525600}
              suffix={` ${t('system.minutes')}`}
              value={fields[name]}
              onChange={(value) => set({ [name]: Number(value) || 0 })}
            />
          )}
        </FormRow>
      ))}
      <FormRow label={t('system.file_upload_limit')}>
        {(id) => (
          <NumberInput
            id={id}
            min={1}
            max={10240}
            suffix=" MB"
            value={fields.file_upload_limit}
            onChange={(value) => set({ file_upload_limit: Number(value) || 1 })}
          />
        )}
      </FormRow>
      <FormRow label={t('system.map_tile_url')}>
        {(id) => (
          <TextInput
            id={id}
            maxLength={500}
            description={t('system.map_tile_hint')}
            inputWrapperOrder={['input', 'description']}
            placeholder="https://tile.openstreetmap.org/{z}/{x}/{y}.png"
            value={fields.map_tile_url}
            onChange={(event) => set({ map_tile_url: event.currentTarget.value })}
          />
        )}
      </FormRow>
      {fields.map_tile_url && (
        <FormRow label={t('system.map_attribution')}>
          {(id) => (
            <TextInput
              id={id}
              maxLength={200}
              placeholder="© OpenStreetMap"
              value={fields.map_attribution}
              onChange={(event) => set({ map_attribution: event.currentTarget.value })}
            />
          )}
        </FormRow>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      {isChanged && (
        <Group className={classes.bar ?? ''}>
          <Button variant="default" onClick={() => setFields(saved)}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
    </form>
  );
}
