import { PLAN_GUESTS, PLAN_PEOPLE, type PlanRepeat } from '@atrium/contract/chat/meetingPlans.ts';
import { MEETING_NAME } from '@atrium/contract/chat/meetings.ts';
import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { DateTimeField, DayField } from '#entities/date/DateFields.tsx';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { closeMeetingForm } from '#entities/meeting/meeting.ts';
import { cancelPlan, readPlan, savePlan } from '#entities/meeting/plans.ts';
import { repeatsFrom, repeatWords } from '#entities/meeting/planWords.ts';
import { PeopleField } from '#entities/user/PeopleField.tsx';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { parseWire, toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { TagInput } from '#ui/fields/TagInput.tsx';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Availability } from './Availability.tsx';
import { durationChoices } from './durations.ts';
import classes from './Meetings.module.css';

interface Draft {
  name: string;
  start: Date;
  minutes: number;
  repeat: PlanRepeat;
  until: Date | null;
  /** The zone in which the meeting keeps its hour when clocks change. */
  timezone: string;
  userids: readonly number[];
  emails: readonly string[];
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const HOUR_MS = 3_600_000;

/** A draft that begins at the next full hour. */
const freshDraft = (): Draft => ({
  ...{ name: '', minutes: 30, repeat: 'never', until: null, userids: [], emails: [] },
  timezone: ownZone(),
  start: new Date(Math.ceil((nowDate().getTime() + 1) / HOUR_MS) * HOUR_MS),
});

/** A meeting for later: its time, its rhythm, and the invited people. */
export function PlanForm({ planId }: { planId: number }) {
  const [draft, setDraft] = useState<Draft | null>(planId ? null : freshDraft);
  const [problem, setProblem] = useState('');
  const isNarrow = useIsNarrow();
  useEffect(() => {
    if (!planId) return;
    let isWanted = true;
    readPlan(planId).then(
      (plan) => {
        if (!isWanted) return;
        const [start, end] = [parseWire(plan.start_at), parseWire(plan.end_at)];
        const { name, repeat, userids, emails, until_at } = plan;
        const timezone = plan.timezone || ownZone();
        const minutes = Math.round((end.getTime() - start.getTime()) / 60_000);
        const until = until_at ? dayOf(until_at) : null;
        setDraft({ name, start, minutes, repeat, until, timezone, userids, emails });
      },
      (error: unknown) => isWanted && setProblem(wordsOf(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [planId]);
  return (
    <Modal
      opened
      onClose={closeMeetingForm}
      fullScreen={isNarrow}
      zIndex={250}
      title={t(planId ? 'meeting.plan_change' : 'meeting.plan')}
    >
      {draft ? (
        <Fields planId={planId} draft={draft} change={(part) => setDraft({ ...draft, ...part })} />
      ) : problem ? (
        <FormEnd problem={problem} onCancel={closeMeetingForm} onClick={closeMeetingForm}>
          {t('action.close')}
        </FormEnd>
      ) : (
        <LoadingPlaceholder label={t('state.loading')} />
      )}
    </Modal>
  );
}

/** Converts a day to a date at noon, because a day is the same everywhere. */
const dayOf = (wire: string) => new Date(`${wire.slice(0, 10)}T12:00:00`);
const dayText = (at: Date) => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

interface FieldsProps {
  planId: number;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}
function Fields({ planId, draft, change }: FieldsProps) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { name, start, minutes, repeat, until, timezone, userids, emails } = draft;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      closeMeetingForm();
    } catch (error) {
      setBusy(false);
      setProblem(wordsOf(error));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!name.trim()) return setProblem(t('meeting.plan_name'));
    void run(() =>
      savePlan({
        ...(planId && { id: planId }),
        ...{ name: name.trim(), start_at: toWire(start), minutes, repeat: chosen, timezone },
        ...(until && chosen !== 'never' && { until_at: dayText(until) }),
        userids: [...userids],
        emails: [...emails],
      }),
    );
  };
  const cancel = async () => {
    const question = { title: t('meeting.plan_cancel_title', { name }), text: t('meeting.plan_cancel_text') };
    if (await askFirst({ ...question, action: t('meeting.plan_cancel'), isDangerous: true })) {
      await run(() => cancelPlan(planId));
    }
  };
  const repeats = repeatsFrom(start);
  // On another day, the meeting may no longer be on a last Friday.
  const isPlaced = repeat === 'monthweek' || repeat === 'monthlast';
  const chosen =
    isPlaced && !repeats.includes(repeat) ? (repeats.findLast((each) => each !== 'month') ?? 'month') : repeat;
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={t('meeting.topic')}
          maxLength={MEETING_NAME}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Group grow align="end">
          <DateTimeField
            label={t('meeting.plan_start')}
            popoverProps={{ zIndex: 400 }}
            value={start}
            onChange={(at) => at && change({ start: new Date(at) })}
          />
          <Select<string>
            label={t('meeting.plan_duration')}
            allowDeselect={false}
            comboboxProps={{ zIndex: 400 }}
            data={durationChoices(minutes)}
            value={String(minutes)}
            onChange={(value) => value && change({ minutes: Number(value) })}
          />
        </Group>
        <Group grow align="end">
          <Select<string>
            label={t('meeting.plan_repeat')}
            allowDeselect={false}
            comboboxProps={{ zIndex: 400 }}
            data={repeats.map((each) => ({ value: each, label: repeatWords(each, start) }))}
            value={chosen}
            onChange={(value) => value && change({ repeat: value as PlanRepeat })}
          />
          {chosen !== 'never' && (
            <DayField
              clearable
              label={t('meeting.plan_until')}
              popoverProps={{ zIndex: 400 }}
              value={until}
              onChange={(at) => change({ until: at ? new Date(`${String(at).slice(0, 10)}T12:00:00`) : null })}
            />
          )}
        </Group>
        {chosen !== 'never' && timezone !== ownZone() && (
          <Text size="sm" c="dimmed">
            {t('meeting.plan_zone', { zone: timezone })}
          </Text>
        )}
        <PeopleField
          label={t('meeting.people')}
          userids={userids}
          max={PLAN_PEOPLE}
          onChange={(next) => change({ userids: next })}
        />
        {userids.length > 0 && (
          <Availability
            planId={planId}
            start={start}
            minutes={minutes}
            userids={userids}
            onPick={(at) => change({ start: at })}
          />
        )}
        <TagInput
          label={t('meeting.plan_guests')}
          description={t('meeting.plan_guests_hint')}
          value={emails}
          max={PLAN_GUESTS}
          fullWords={t('picker.max', { count: PLAN_GUESTS })}
          onChange={(next) => change({ emails: next })}
        />
        {planId > 0 && (
          <Button variant="subtle" color="red" style={{ alignSelf: 'flex-start' }} onClick={() => void cancel()}>
            {t('meeting.plan_cancel')}
          </Button>
        )}
        <div className={classes.end}>
          <FormEnd problem={problem} onCancel={closeMeetingForm} loading={isBusy}>
            {t('action.save')}
          </FormEnd>
        </div>
      </Stack>
    </form>
  );
}
