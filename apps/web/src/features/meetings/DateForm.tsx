import type { MeetingDate } from '@atrium/contract/chat/meetingPlans.ts';
import { Group, Select, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { DateTimeField } from '#entities/date/DateFields.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { closeMeetingForm } from '#entities/meeting/meeting.ts';
import { moveDate } from '#entities/meeting/plans.ts';
import { t } from '#sync/language.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { durationChoices } from './durations.ts';
import classes from './Meetings.module.css';

/** A form that moves one date of a repeating meeting to another time. */
export function DateForm({ date }: { date: MeetingDate }) {
  const [begins, ends] = [parseWire(date.start_at), parseWire(date.end_at)];
  const [start, setStart] = useState(begins);
  const [minutes, setMinutes] = useState(Math.round((ends.getTime() - begins.getTime()) / 60_000));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await moveDate({ id: date.plan_id, at: date.at, start_at: toWire(start), minutes });
      closeMeetingForm();
    } catch (error) {
      setBusy(false);
      setProblem(wordsOf(error));
    }
  };
  return (
    <Modal opened onClose={closeMeetingForm} fullScreen={useIsNarrow()} zIndex={250} title={t('meeting.date_move')}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Group grow align="end">
            <DateTimeField
              data-autofocus
              label={t('meeting.plan_start')}
              popoverProps={{ zIndex: 400 }}
              value={start}
              onChange={(at) => at && setStart(new Date(at))}
            />
            <Select<string>
              label={t('meeting.plan_duration')}
              allowDeselect={false}
              comboboxProps={{ zIndex: 400 }}
              data={durationChoices(minutes)}
              value={String(minutes)}
              onChange={(value) => value && setMinutes(Number(value))}
            />
          </Group>
          <div className={classes.end}>
            <FormEnd problem={problem} onCancel={closeMeetingForm} loading={isBusy}>
              {t('action.save')}
            </FormEnd>
          </div>
        </Stack>
      </form>
    </Modal>
  );
}
