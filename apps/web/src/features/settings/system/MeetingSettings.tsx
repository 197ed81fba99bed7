import { Alert, Loader, Switch, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { FormRow } from '#features/settings/FormRow.tsx';
import classes from '#features/settings/SettingsScreen.module.css';
import { t } from '#sync/language.ts';
import { untilRead } from '#sync/store/untilRead.ts';
import { wordsOf } from '#sync/words.ts';
import { readMeeting, saveMeeting } from './system.actions.ts';

/** Whether people may meet here, for the whole workspace. */
export function MeetingSettings() {
  const [open, setOpen] = useState('');
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => setProblem(wordsOf(error));
  const show = (answer: { open: string }) => {
    setOpen(answer.open);
    setProblem('');
  };
  useEffect(() => untilRead(readMeeting, show, setProblem), []);
  if (!open) return problem ? <Alert color="red">{problem}</Alert> : <Loader size="sm" />;
  return (
    <div className={classes.form}>
      <Text c="dimmed">{t('meeting.about')}</Text>
      <FormRow label={t('meeting.allow')}>
        {(id) => (
          <Switch
            id={id}
            checked={open === 'open'}
            onChange={(event) => void saveMeeting(event.currentTarget.checked ? 'open' : 'close').then(show, fail)}
          />
        )}
      </FormRow>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
    </div>
  );
}
