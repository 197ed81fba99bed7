import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { Select, Switch, TextInput } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { NotYet } from '#entities/form/Problem.tsx';
import { LogoField } from '#entities/workspace/LogoField.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsForm, SettingsPart, useSettingsForm } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';

import { NumberField } from '#ui/fields/NumberField.tsx';
import { HoursRow } from './HoursRow.tsx';
import { ProjectAdders } from './ProjectAdders.tsx';
import { readSettings, saveSettings } from './system.actions.ts';

/** Settings with several choices. */
const CHOICES = {
  reg: ['invite', 'domain', 'open', 'close'],
  factor_required: ['close', 'admin', 'all'],
  reg_identity: ['normal', 'temp'],
  login_code: ['auto', 'open', 'close'],
  password_policy: ['simple', 'complex'],
  password_login: ['open', 'close'],
  all_group_mute: ['open', 'close'],
  user_private_chat_mute: ['open', 'close'],
  user_group_chat_mute: ['open', 'close'],
  todo_set_permission: ['open', 'close'],
  project_task_handoff_role: ['owner', 'managers', 'close'],
  project_task_handoff_candidates: ['project', 'department'],
  project_task_handoff_adjust: ['all', 'department'],
} as const;
/** Settings that are on or off; their values for on and off. */
const SWITCHES = {
  reg_verify: ['open', 'close'],
  signin_notice: ['open', 'close'],
  e2e_message: ['open', 'close'],
  chat_information: ['required', 'optional'],
  anon_message: ['open', 'close'],
  image_compress: ['open', 'close'],
  all_group_autoin: ['yes', 'no'],
  project_invite: ['open', 'close'],
  department_owner_project_view: ['open', 'close'],
  auto_archived: ['open', 'close'],
  unclaimed_task_reminder: ['open', 'close'],
  project_task_handoff: ['open', 'close'],
  project_task_handoff_note: ['required', 'optional'],
  task_visible: ['open', 'close'],
} as const;

interface FieldProps {
  fields: SettingsAnswer;
  set: (change: Partial<SettingsAnswer>) => void;
}

/** The workspace's rules, for administrators; changes are saved together. */
export function SystemSettings() {
  const { settings, problem } = useSettingsForm({ read: readSettings, save: saveChanged, fieldsOf: (saved) => saved });
  if (!settings) return <NotYet problem={problem} />;
  const { fields, set, form } = settings;
  const props = { fields, set };
  return (
    <SettingsForm form={form}>
      <TextRow {...props} name="system_alias" maxLength={50} />
      <FormRow name="system_logo" label={t('system.system_logo')}>
        <LogoField />
      </FormRow>
      <TextRow
        {...props}
        name="system_welcome"
        maxLength={500}
        description={t('system.welcome_hint')}
        placeholder={t('dashboard.hello_day', { name: '{username}' })}
      />
      <SettingsPart title={t('system.part_accounts')}>
        <ChoiceRow {...props} name="reg" />
        {fields.reg === 'invite' && (
          <TextRow {...props} name="reg_invite" label={t('field.invite')} description={t('system.reg_invite_hint')} />
        )}
        {fields.reg === 'domain' && (
          <TextRow
            {...props}
            name="reg_domains"
            maxLength={500}
            description={t('system.reg_domains_hint')}
            placeholder="example.org"
          />
        )}
        <ChoiceRow {...props} name="reg_identity" />
        <TextRow
          {...props}
          name="temp_account_alias"
          maxLength={20}
          description={t('system.temp_hint')}
          placeholder={t('team.temp')}
        />
        <SwitchRow {...props} name="reg_verify" hint={t('system.reg_verify_hint')} />
        <ChoiceRow {...props} name="login_code" />
      </SettingsPart>
      <SettingsPart title={t('system.part_signin')}>
        <NumberRow {...props} name="password_min" min={8} max={64} unit={t('system.characters')} />
        <ChoiceRow {...props} name="password_policy" />
        <ChoiceRow {...props} name="password_login" hint={t('system.password_login_hint')} />
        <ChoiceRow {...props} name="factor_required" />
        {fields.factor_required !== 'close' && (
          <NumberRow {...props} name="factor_grace_days" min={0} max={90} unit={t('system.days')} />
        )}
        <NumberRow {...props} name="session_idle_days" min={1} max={365} unit={t('system.days')} />
        <NumberRow {...props} name="session_max_days" min={0} max={3650} unit={t('system.days')} />
        <SwitchRow {...props} name="signin_notice" />
        <SwitchRow {...props} name="e2e_message" />
      </SettingsPart>
      <SettingsPart title={t('system.part_talk')}>
        <SwitchRow {...props} name="all_group_autoin" />
        <ChoiceRow {...props} name="all_group_mute" />
        <ChoiceRow {...props} name="user_private_chat_mute" />
        <ChoiceRow {...props} name="user_group_chat_mute" />
        <SwitchRow {...props} name="chat_information" />
        <SwitchRow {...props} name="anon_message" />
        <NumberRow {...props} name="msg_rev_limit" min={0} max={525600} unit={t('system.minutes')} />
        <NumberRow {...props} name="msg_edit_limit" min={0} max={525600} unit={t('system.minutes')} />
        <ChoiceRow {...props} name="todo_set_permission" />
        <SwitchRow {...props} name="image_compress" />
        {fields.image_compress === 'open' && <NumberRow {...props} name="image_quality" min={1} max={100} unit="%" />}
        <NumberRow {...props} name="file_upload_limit" min={1} max={10240} unit="MB" />
        <TextRow
          {...props}
          name="office_server"
          maxLength={500}
          description={t('system.office_server_hint')}
          placeholder="https://office.example.com"
        />
      </SettingsPart>
      <SettingsPart title={t('system.part_tasks')}>
        <ProjectAdders {...props} />
        <SwitchRow {...props} name="project_invite" />
        <SwitchRow {...props} name="department_owner_project_view" hint={t('system.head_view_hint')} />
        <NumberRow {...props} name="task_user_limit" min={1} max={2000} unit={t('system.tasks')} />
        <DayRow {...props} />
        <SwitchRow {...props} name="task_visible" />
        <SwitchRow {...props} name="auto_archived" />
        {fields.auto_archived === 'open' && (
          <NumberRow {...props} name="archived_day" min={1} max={100} unit={t('system.days')} />
        )}
        <NumberRow {...props} name="task_reminder_hours" min={0} max={720} unit={t('system.hours')} />
        <NumberRow {...props} name="task_reminder_hours_after" min={0} max={720} unit={t('system.hours')} />
        <SwitchRow {...props} name="unclaimed_task_reminder" />
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
        <SwitchRow {...props} name="project_task_handoff" />
        {fields.project_task_handoff === 'open' && (
          <>
            <ChoiceRow {...props} name="project_task_handoff_role" />
            <ChoiceRow {...props} name="project_task_handoff_candidates" />
            <ChoiceRow {...props} name="project_task_handoff_adjust" />
            <SwitchRow {...props} name="project_task_handoff_note" />
          </>
        )}
      </SettingsPart>
      <SettingsPart title={t('system.part_places')}>
        <TextRow
          {...props}
          name="map_tile_url"
          maxLength={500}
          description={t('system.map_tile_hint')}
          placeholder="https://tile.openstreetmap.org/{z}/{x}/{y}.png"
        />
        {fields.map_tile_url && (
          <TextRow {...props} name="map_attribution" maxLength={200} placeholder="© OpenStreetMap" />
        )}
      </SettingsPart>
      <SettingsPart title={t('system.part_clients')}>
        <TextRow {...props} name="client_url" maxLength={500} description={t('system.client_url_hint')} />
        <TextRow
          {...props}
          name="client_repo"
          maxLength={150}
          description={t('system.client_repo_hint')}
          placeholder={t('system.client_repo_example')}
        />
        <TextRow {...props} name="privacy_url" maxLength={500} description={t('system.privacy_url_hint')} />
      </SettingsPart>
    </SettingsForm>
  );
}

/** Saves only changed fields, so that changes by another administrator stay. */
async function saveChanged(fields: SettingsAnswer, saved: SettingsAnswer): Promise<SettingsAnswer> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== saved[name as keyof SettingsAnswer]);
  return saveSettings(Object.fromEntries(changed));
}

function ChoiceRow({ name, hint, fields, set }: FieldProps & { name: keyof typeof CHOICES; hint?: string }) {
  return (
    <FormRow name={name} label={t(`system.${name}`)}>
      {(id) => (
        <Select<string>
          id={id}
          description={hint}
          inputWrapperOrder={['input', 'description']}
          allowDeselect={false}
          value={fields[name]}
          data={CHOICES[name].map((value) => ({ value, label: t(`system.${name}.${value}` as 'system.reg.open') }))}
          onChange={(value) => value && set({ [name]: value })}
        />
      )}
    </FormRow>
  );
}

function SwitchRow({ name, hint, fields, set }: FieldProps & { name: keyof typeof SWITCHES; hint?: string }) {
  const [yes, no] = SWITCHES[name];
  const isOn = fields[name] === yes;
  return (
    <FormRow name={name} label={t(`system.${name}`)}>
      {(id) => (
        <Switch
          id={id}
          checked={isOn}
          description={hint}
          label={t(`system.${name}.${isOn ? yes : no}` as 'system.reg_verify.open')}
          onChange={(event) => set({ [name]: event.currentTarget.checked ? yes : no })}
        />
      )}
    </FormRow>
  );
}

interface NumberProps extends FieldProps {
  name:
    | 'password_min'
    | 'factor_grace_days'
    | 'session_idle_days'
    | 'session_max_days'
    | 'msg_rev_limit'
    | 'msg_edit_limit'
    | 'file_upload_limit'
    | 'image_quality'
    | 'task_user_limit'
    | 'archived_day'
    | 'task_reminder_hours'
    | 'task_reminder_hours_after';
  min: number;
  max: number;
  unit: string;
}
const NumberRow = ({ name, min, max, unit, fields, set }: NumberProps) => (
  <FormRow name={name} label={t(`system.${name}`)}>
    {(id) => (
      <NumberField
        id={id}
        min={min}
        max={max}
        suffix={` ${unit}`}
        value={fields[name]}
        empty={min}
        onChange={(value) => set({ [name]: value })}
      />
    )}
  </FormRow>
);

/** The start and end of a workday. */
const DayRow = ({ fields, set }: FieldProps) => (
  <HoursRow
    label={t('system.task_default_time')}
    endLabel={t('system.task_default_end')}
    hours={fields.task_default_time}
    onChange={(task_default_time) => set({ task_default_time })}
  />
);

interface TextProps extends FieldProps {
  name:
    | 'system_alias'
    | 'system_welcome'
    | 'temp_account_alias'
    | 'reg_invite'
    | 'reg_domains'
    | 'map_tile_url'
    | 'map_attribution'
    | 'client_url'
    | 'office_server'
    | 'client_repo'
    | 'privacy_url';
  label?: string;
  maxLength?: number;
  description?: string;
  placeholder?: string;
}
const TextRow = ({ name, label, fields, set, ...input }: TextProps) => (
  <FormRow name={name} label={label ?? t(`system.${name}` as 'system.map_tile_url')}>
    {(id) => (
      <TextInput
        id={id}
        inputWrapperOrder={['input', 'description']}
        value={fields[name] ?? ''}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
        {...input}
      />
    )}
  </FormRow>
);
