import { Switch, Text } from '@mantine/core';
import { NotYet, Problem } from '#entities/form/Problem.tsx';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { PortTest } from './PortTest.tsx';
import { readMeeting, saveMeeting } from './system.actions.ts';

/** Turns meetings on or off for the whole workspace. */
export function MeetingSettings() {
  const { data: saved, problem, show, fail } = useRequest<{ open: string }>(readMeeting);
  if (!saved) return <NotYet problem={problem} />;
  return (
    <div className={classes.form}>
      <Text c="dimmed">{t('meeting.about')}</Text>
      <FormRow label={t('meeting.allow')}>
        {(id) => (
          <Switch
            id={id}
            checked={saved.open === 'open'}
            onChange={(event) => void saveMeeting(event.currentTarget.checked ? 'open' : 'close').then(show, fail)}
          />
        )}
      </FormRow>
      <Problem words={problem} />
      {saved.open === 'open' && <PortTest />}
    </div>
  );
}
