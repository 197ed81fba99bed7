import { Button, Group, Stack, Text } from '@mantine/core';
import { type CSSProperties, useMemo } from 'react';
import { useBusyTimes } from '#entities/meeting/availability/busyTimes.ts';
import { freeTimes, isBusyIn, SEARCH_DAYS, workdayOf } from '#entities/meeting/availability/freeTimes.ts';
import { dayTimes } from '#entities/task/times/times.actions.ts';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { nowDate } from '#sync/clock.ts';
import { clock, clockRange, weekday, weekdayMoment } from '#sync/dates.ts';
import { locale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { parseWire } from '#sync/time.ts';
import classes from './Availability.module.css';

const OFFERED = 3;
const HOUR_MS = 3_600_000;
const names = lazyValue(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

interface Props {
  planId: number;
  start: Date;
  minutes: number;
  userids: readonly number[];
  onPick: (start: Date) => void;
}

/** The free times of the invited people and oneself on the day of a meeting, and the next times that suit everybody. */
export function Availability({ planId, start, minutes, userids, onPick }: Props) {
  const me = useMe();
  const everyone = [me, ...userids.filter((userid) => userid !== me)];
  const people = useUsers(everyone);
  const midnight = new Date(start.getFullYear(), start.getMonth(), start.getDate());
  const until = new Date(start.getFullYear(), start.getMonth(), start.getDate() + SEARCH_DAYS + 1);
  const { list, hasFailed } = useBusyTimes({ userids: everyone, from: midnight, until, planId });
  const busy = useMemo(
    () =>
      (list ?? []).map(({ userid, start_at, end_at }) => ({
        userid,
        start: parseWire(start_at),
        end: parseWire(end_at),
      })),
    [list],
  );
  if (hasFailed) {
    return (
      <Text size="sm" c="dimmed">
        {t('availability.failed')}
      </Text>
    );
  }
  if (!list) return null;
  const end = new Date(start.getTime() + minutes * 60_000);
  const nameOf = (userid: number) => people[everyone.indexOf(userid)]?.nickname ?? '…';
  const taken = everyone.filter((userid) => busy.some((each) => each.userid === userid && isBusyIn(each, start, end)));
  const now = nowDate();
  const times = dayTimes();
  const offered = freeTimes(busy, { after: start > now ? start : now, minutes, times, count: OFFERED });
  const [opens, closes] = workdayOf(start, times);
  // The shown hours include the chosen time, before or after the hours of work.
  const shown = [Math.min(opens.getTime(), start.getTime()), Math.max(closes.getTime(), end.getTime())] as const;
  const place = (from: Date, to: Date): CSSProperties => {
    const share = (at: Date) =>
      (100 * (Math.min(Math.max(at.getTime(), shown[0]), shown[1]) - shown[0])) /
      Math.max(shown[1] - shown[0], HOUR_MS);
    return { insetInlineStart: `${share(from)}%`, width: `${share(to) - share(from)}%` };
  };
  return (
    <Stack gap={8} role="group" aria-label={t('availability.title', { day: weekday(start) })}>
      <Text size="sm" fw={500}>
        {t('availability.title', { day: weekday(start) })}
      </Text>
      <div className={classes.rows}>
        <div className={classes.row} aria-hidden="true">
          <span />
          <span className={classes.ends}>
            <span>{clock(shown[0])}</span>
            <span>{clock(shown[1])}</span>
          </span>
        </div>
        {everyone.map((userid) => {
          const own = busy.filter(
            (each) => each.userid === userid && isBusyIn(each, new Date(shown[0]), new Date(shown[1])),
          );
          const words = own.map((each) => clockRange(each.start, each.end)).join(', ') || t('calendar.free');
          return (
            <div key={userid} className={classes.row}>
              <span className={classes.name}>{nameOf(userid)}</span>
              <span className={classes.track} role="img" aria-label={`${nameOf(userid)}: ${words}`} title={words}>
                {own.map((each) => (
                  <span
                    key={`${each.start.getTime()} ${each.end.getTime()}`}
                    className={classes.busy}
                    style={place(each.start, each.end)}
                  />
                ))}
                <span className={classes.chosen} style={place(start, end)} />
              </span>
            </div>
          );
        })}
      </div>
      <Text size="sm" c={taken.length > 0 ? undefined : 'dimmed'} role="status">
        {taken.length > 0
          ? t('availability.busy', { names: names().format(taken.map(nameOf)) })
          : t('availability.all_free')}
      </Text>
      {offered.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('availability.none')}
        </Text>
      ) : (
        <Group gap={6} role="group" aria-label={t('availability.next')}>
          <Text size="sm" c="dimmed">
            {t('availability.next')}
          </Text>
          {offered.map((at) => (
            <Button
              key={at.getTime()}
              size="compact-sm"
              variant={at.getTime() === start.getTime() ? 'light' : 'default'}
              aria-pressed={at.getTime() === start.getTime()}
              onClick={() => onPick(at)}
            >
              {weekdayMoment(at)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}
