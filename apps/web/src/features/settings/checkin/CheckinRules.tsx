import { CHECKIN_MODES, type CheckinMode, type CheckinSetting } from '@atrium/contract/workspace/checkin.ts';
import { Checkbox, Chip, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { type CoordinateInput, PointMap, PointNumbers, pointOf } from '#entities/location/PointFields.tsx';
import { HoursRow } from '#features/settings/system/HoursRow.tsx';
import { t } from '#sync/language.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { FormRow } from '../FormRow.tsx';
import { SettingsForm, SettingsPart, useSettingsForm } from '../SettingsForm.tsx';
import { WEEK } from '../week.ts';
import { CheckinExport } from './CheckinExport.tsx';
import { readRules, saveRules } from './checkin.actions.ts';

const RADIUS = 500;

/** The fields of the form; the point is stored as typed. */
type Fields = Omit<CheckinSetting, 'locat_point' | 'key' | 'cmd' | 'face_key'> & {
  lat: CoordinateInput;
  lng: CoordinateInput;
  radius: number;
};
interface RowProps {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
}

/** The rules of check-in, for administrators; with the attendance export. */
export function CheckinRules() {
  const { settings, problem } = useSettingsForm({
    read: readRules,
    save: (edited: Fields) => saveRules(wireOf(edited)),
    fieldsOf,
  });
  if (!settings) return <NotYet problem={problem} />;
  const { saved, fields, set, form } = settings;
  const props = { fields, set };
  const isOpen = fields.open === 'open';
  return (
    <>
      <SettingsForm form={form}>
        <SwitchRow {...props} name="open" hint={saved.open === 'open' && !isOpen ? t('checkin.closing') : undefined} />
        {isOpen && (
          <>
            <When {...props} />
            <SettingsPart title={t('checkin.part_ways')}>
              <FormRow label={t('checkin.modes')}>
                {(id) => (
                  <Stack gap="xs" id={id} role="group" aria-label={t('checkin.modes')}>
                    {CHECKIN_MODES.map((mode) => (
                      <Checkbox
                        key={mode}
                        label={t(`checkin.mode.${mode}`)}
                        description={t(`checkin.mode_hint.${mode}`)}
                        checked={fields.modes.includes(mode)}
                        onChange={(event) => set({ modes: withMode(fields.modes, mode, event.currentTarget.checked) })}
                      />
                    ))}
                  </Stack>
                )}
              </FormRow>
            </SettingsPart>
            {fields.modes.includes('auto') && (
              <SettingsPart title={t('checkin.mode.auto')}>
                <SwitchRow {...props} name="edit" />
                <KeyRow label={t('checkin.cmd')} hint={t('checkin.cmd_hint')} words={saved.cmd} />
              </SettingsPart>
            )}
            {fields.modes.includes('manual') && (
              <SettingsPart title={t('checkin.mode.manual')}>
                <RemarkRow {...props} name="manual_remark" />
              </SettingsPart>
            )}
            {fields.modes.includes('locat') && (
              <SettingsPart title={t('checkin.mode.locat')}>
                <Place {...props} />
                <RemarkRow {...props} name="locat_remark" />
              </SettingsPart>
            )}
            {fields.modes.includes('face') && (
              <SettingsPart title={t('checkin.mode.face')}>
                <SwitchRow {...props} name="face_upload" />
                <SwitchRow {...props} name="face_retip" />
                <RemarkRow {...props} name="face_remark" />
                <KeyRow label={t('checkin.face_key')} hint={t('checkin.face_key_hint')} words={saved.face_key} />
              </SettingsPart>
            )}
          </>
        )}
      </SettingsForm>
      {saved.open === 'open' && <CheckinExport />}
    </>
  );
}

const withMode = (modes: readonly CheckinMode[], mode: CheckinMode, isOn: boolean) =>
  CHECKIN_MODES.filter((each) => (each === mode ? isOn : modes.includes(each)));

function fieldsOf(setting: CheckinSetting): Fields {
  const { locat_point, key: _key, cmd: _cmd, face_key: _faceKey, ...fields } = setting;
  const { lat = '', lng = '', radius = RADIUS } = locat_point ?? {};
  // The default is the administrator's own time zone, which is likely the right one.
  const timezone = fields.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { ...fields, timezone, lat, lng, radius };
}

function wireOf({ lat, lng, radius, time, ...fields }: Fields) {
  const point = pointOf(lat, lng);
  return { ...fields, time: [...time], ...(point && { locat_point: { ...point, radius } }) };
}

function When({ fields, set }: RowProps) {
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <SettingsPart title={t('checkin.part_when')}>
      <HoursRow
        label={t('checkin.time')}
        endLabel={t('checkin.time_end')}
        hours={fields.time}
        onChange={(time) => set({ time })}
      />
      <FormRow label={t('checkin.timezone')}>
        {(id) => (
          <Select
            id={id}
            searchable
            allowDeselect={false}
            limit={100}
            value={fields.timezone}
            data={zones.includes(fields.timezone) ? zones : [fields.timezone, ...zones]}
            onChange={(timezone) => timezone && set({ timezone })}
          />
        )}
      </FormRow>
      <FormRow label={t('checkin.days')}>
        {(id) => (
          <Chip.Group
            multiple
            value={fields.days.map(String)}
            onChange={(days) => set({ days: days.map(Number).toSorted((a, b) => a - b) })}
          >
            <Group gap={4} id={id} role="group" aria-label={t('checkin.days')}>
              {WEEK.map(({ day, name }) => (
                <Chip key={day} value={String(day)} size="xs" radius="md" variant="outline">
                  {name}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        )}
      </FormRow>
      {(['advance', 'delay', 'remindin', 'remindexceed'] as const).map((name) => (
        <FormRow key={name} label={t(`checkin.${name}`)}>
          {(id) => (
            <NumberField
              id={id}
              min={0}
              max={1439}
              suffix={` ${t('system.minutes')}`}
              value={fields[name]}
              empty={0}
              onChange={(value) => set({ [name]: value })}
            />
          )}
        </FormRow>
      ))}
    </SettingsPart>
  );
}

function Place({ fields, set }: RowProps) {
  return (
    <>
      <Stack gap="sm">
        <PointMap point={pointOf(fields.lat, fields.lng)} onPick={set} />
        <PointNumbers lat={fields.lat} lng={fields.lng} onChange={(lat, lng) => set({ lat, lng })} />
      </Stack>
      <FormRow label={t('checkin.radius')}>
        {(id) => (
          <NumberField
            id={id}
            min={10}
            max={100_000}
            suffix=" m"
            value={fields.radius}
            empty={RADIUS}
            onChange={(radius) => set({ radius })}
          />
        )}
      </FormRow>
    </>
  );
}

interface SwitchProps extends RowProps {
  name: 'open' | 'edit' | 'face_upload' | 'face_retip';
  hint?: string | undefined;
}
const SwitchRow = ({ name, hint, fields, set }: SwitchProps) => (
  <FormRow label={t(`checkin.rule.${name}`)}>
    {(id) => (
      <Switch
        id={id}
        checked={fields[name] === 'open'}
        label={t(`checkin.rule.${name}.${fields[name]}`)}
        {...(hint && { description: hint })}
        onChange={(event) => set({ [name]: event.currentTarget.checked ? 'open' : 'close' })}
      />
    )}
  </FormRow>
);

const RemarkRow = ({ name, fields, set }: RowProps & { name: 'manual_remark' | 'locat_remark' | 'face_remark' }) => (
  <FormRow label={t('checkin.remark')}>
    {(id) => (
      <TextInput
        id={id}
        maxLength={50}
        inputWrapperOrder={['input', 'description']}
        description={t('checkin.remark_hint')}
        value={fields[name]}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    )}
  </FormRow>
);

const KeyRow = ({ label, hint, words }: { label: string; hint: string; words: string }) => (
  <FormRow label={label}>{(id) => <CopyLine id={id} label={label} hint={hint} words={words} />}</FormRow>
);
