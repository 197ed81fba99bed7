import { Alert, Button, Chip, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  allowNotifications,
  chooseNotifications,
  readQuietHours,
  saveQuietHours,
  useNotifying,
} from '#entities/notification/notification.actions.ts';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { readMailChoice, saveMailChoice } from '#features/settings/settings.actions.ts';
import { WEEK } from '#features/settings/week.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { PushCheck } from './PushCheck.tsx';

/** This device's notifications with the browser's actual state; and the person's quiet hours. */
export function NotificationSettings() {
  const { permission, choices, isPushLost, isPushOpen } = useNotifying();
  const isOn = permission === 'granted' && choices.isOn;
  return (
    <div className={classes.form}>
      {permission === 'default' && (
        <Alert variant="light" title={t('notify.bar')}>
          <Button size="sm" onClick={() => void allowNotifications()}>
            {t('notify.allow')}
          </Button>
        </Alert>
      )}
      {(permission === 'denied' || permission === 'unsupported') && (
        <Alert color="yellow" variant="light">
          {t(`notify.${permission}`)}
        </Alert>
      )}
      {permission === 'granted' && (
        <>
          <SwitchRow
            label={t('notify.on')}
            hint={t('notify.muted')}
            checked={choices.isOn}
            onChange={(is) => void chooseNotifications({ isOn: is })}
          />
          <SwitchRow
            label={t('notify.sound')}
            checked={choices.hasSound}
            isDisabled={!isOn}
            onChange={(is) => void chooseNotifications({ hasSound: is })}
          />
          {host.canPush() && (
            <SwitchRow
              label={t('notify.push')}
              hint={
                !isPushOpen ? t('notify.push_off') : isOn && choices.isPushed && isPushLost ? t('notify.push_lost') : ''
              }
              checked={choices.isPushed}
              isDisabled={!isOn || !isPushOpen}
              onChange={(is) => void chooseNotifications({ isPushed: is })}
            />
          )}
          {host.canPush() && isOn && choices.isPushed && isPushOpen && !isPushLost && <PushCheck />}
        </>
      )}
      <QuietRow />
      <MailRow />
    </div>
  );
}

interface SwitchRowProps {
  label: string;
  hint?: string;
  checked: boolean;
  isDisabled?: boolean;
  onChange: (is: boolean) => void;
}
const SwitchRow = ({ label, hint, checked, isDisabled, onChange }: SwitchRowProps) => (
  <FormRow label={label}>
    {(id) => (
      <div>
        <Switch
          id={id}
          checked={checked}
          disabled={isDisabled ?? false}
          {...(hint && { 'aria-describedby': `${id}-hint` })}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {hint && (
          <Text id={`${id}-hint`} size="sm" c="dimmed" mt={4}>
            {hint}
          </Text>
        )}
      </div>
    )}
  </FormRow>
);

/** Mails about unread messages, if the workspace sends them. */
function MailRow() {
  const { data, show, fail } = useRequest(readMailChoice);
  if (!data?.is_open) return null;
  return (
    <SwitchRow
      label={t('mail_notice.own')}
      checked={data.is_wanted}
      onChange={(is) => void saveMailChoice(is).then(show, fail)}
    />
  );
}

/** The row of quiet hours, which are stored with the account, not on the device. */
function QuietRow() {
  const saved = useNotifying((state) => state.quiet);
  const [hours, setHours] = useState(saved);
  useEffect(() => setHours(saved), [saved]);
  useEffect(() => {
    readQuietHours().catch(() => undefined);
  }, []);
  const isOn = hours.quiet_from !== '' || hours.quiet_to !== '';
  const isChanged = JSON.stringify(hours) !== JSON.stringify(saved);
  const toggle = (is: boolean) => {
    if (is) return setHours({ ...hours, quiet_from: '22:00', quiet_to: '07:00' });
    void saveQuietHours('', '');
  };
  return (
    <>
      <SwitchRow label={t('notify.quiet')} hint={t('notify.quiet_hint')} checked={isOn} onChange={toggle} />
      {isOn && (
        <FormRow label={t('notify.quiet_from')}>
          {(id) => (
            <Group gap="xs">
              <TextInput
                id={id}
                type="time"
                value={hours.quiet_from}
                onChange={(event) => setHours({ ...hours, quiet_from: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={t('notify.quiet_to')}
                value={hours.quiet_to}
                onChange={(event) => setHours({ ...hours, quiet_to: event.currentTarget.value })}
              />
            </Group>
          )}
        </FormRow>
      )}
      {isOn && (
        <FormRow label={t('notify.quiet_days')}>
          {(id) => (
            <Stack gap="sm" align="flex-start">
              <Chip.Group
                multiple
                value={hours.quiet_days.map(String)}
                onChange={(days) => setHours({ ...hours, quiet_days: days.map(Number).toSorted((a, b) => a - b) })}
              >
                <Group gap={4} id={id} role="group" aria-label={t('notify.quiet_days')}>
                  {WEEK.map(({ day, name }) => (
                    <Chip key={day} value={String(day)} size="xs" radius="md" variant="outline">
                      {name}
                    </Chip>
                  ))}
                </Group>
              </Chip.Group>
              {isChanged && (
                <Button
                  disabled={hours.quiet_days.length === 0}
                  onClick={() => void saveQuietHours(hours.quiet_from, hours.quiet_to, hours.quiet_days)}
                >
                  {t('action.save')}
                </Button>
              )}
            </Stack>
          )}
        </FormRow>
      )}
    </>
  );
}
