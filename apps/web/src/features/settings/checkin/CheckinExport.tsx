import { CHECKIN_LIMITS } from '@atrium/contract/workspace/checkin.ts';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { DayRangeField } from '#entities/date/DateFields.tsx';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { t } from '#sync/language.ts';
import classes from './Checkin.module.css';
import { askForAttendance } from './checkin.actions.ts';

/** Exports attendance as a workbook that a bot delivers. */
export function CheckinExport() {
  const [userids, setUserids] = useState<readonly number[]>([]);
  const [[from, to], setDays] = useState<[string | null, string | null]>([null, null]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!from || !to) return;
    setBusy(true);
    setProblem(await askForAttendance(userids, [from, to]));
    setBusy(false);
  };
  return (
    <form className={classes.part} style={{ maxWidth: 560, marginTop: 24 }} onSubmit={(event) => void submit(event)}>
      <Title order={2} size="h4">
        {t('checkin.export')}
      </Title>
      <Text c="dimmed">{t('export.note')}</Text>
      <Stack gap="md">
        <PeopleField
          label={t('export.people')}
          description={t('checkin.export_people', { limit: CHECKIN_LIMITS.people })}
          userids={userids}
          max={CHECKIN_LIMITS.people}
          onChange={setUserids}
        />
        <DayRangeField
          allowSingleDateInRange
          clearable
          label={t('export.days')}
          description={t('export.days_note', { limit: CHECKIN_LIMITS.days })}
          placeholder={t('export.days_choose')}
          value={[from, to]}
          onChange={setDays}
        />
        {problem && (
          <Alert role="alert" color="red" variant="light">
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={userids.length === 0 || !from || !to}>
            {t('export.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
