import type { CheckinDay } from '@atrium/contract/workspace/checkin.ts';
import { ActionIcon, Group, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { dayIn, stayWords } from '#entities/checkin/days.ts';
import { Problem } from '#entities/form/Problem.tsx';
import { firstDayOfWeek } from '#entities/task/times/times.actions.ts';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import classes from './Checkin.module.css';
import { readMonth } from './checkin.actions.ts';
import { addMonths, dayUtc, monthOf, weeksOf } from './months.ts';

const utc = { timeZone: 'UTC' } as const;
const monthName = new Intl.DateTimeFormat(locale, { ...utc, month: 'long', year: 'numeric' });
const weekdayName = new Intl.DateTimeFormat(locale, { ...utc, weekday: 'short' });
const dayName = new Intl.DateTimeFormat(locale, { ...utc, weekday: 'short', day: 'numeric' });
const wholeName = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: 'full' });

/** The person's own days of a month with arrivals and departures; in narrow windows as a list. */
export function CheckinMonth({ timezone }: { timezone: string }) {
  const today = dayIn(timezone);
  const [ym, setYm] = useState(() => monthOf(today));
  const { data: found, problem } = useRequest(async () => ({ ym, days: await readMonth(ym) }), ym);
  const isNarrow = useIsNarrow();
  const name = monthName.format(dayUtc(`${ym}-01`));
  // Data of another month is ignored.
  const isHere = found?.ym === ym;
  const shown = isHere ? found.days.filter(({ date }) => date.startsWith(ym)) : [];
  return (
    <section className={classes.part} aria-label={t('checkin.month')}>
      <Group gap="xs" justify="space-between">
        <Title order={2} size="h4">
          {t('checkin.month')}
        </Title>
        <Group gap="xs">
          <ActionIcon size="lg" aria-label={t('date.previous_month')} onClick={() => setYm(addMonths(ym, -1))}>
            <IconChevronLeft size={20} stroke={1.75} />
          </ActionIcon>
          <Text aria-live="polite" miw={130} ta="center">
            {name}
          </Text>
          <ActionIcon
            size="lg"
            aria-label={t('date.next_month')}
            disabled={ym >= monthOf(today)}
            onClick={() => setYm(addMonths(ym, 1))}
          >
            <IconChevronRight size={20} stroke={1.75} />
          </ActionIcon>
        </Group>
      </Group>
      <Problem words={problem} />
      {isNarrow ? isHere && <DayList days={shown} /> : <Grid name={name} ym={ym} days={shown} today={today} />}
    </section>
  );
}

function DayList({ days }: { days: readonly CheckinDay[] }) {
  if (days.length === 0) return <Text c="dimmed">{t('checkin.none')}</Text>;
  return (
    <ul className={classes.days}>
      {days.map(({ date, section }) => (
        <li key={date}>
          <strong>{dayName.format(dayUtc(date))}</strong>
          <span>{section.map(stayWords).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

interface GridProps {
  name: string;
  ym: string;
  days: readonly CheckinDay[];
  today: string;
}
function Grid({ name, ym, days, today }: GridProps) {
  const weeks = weeksOf(ym, firstDayOfWeek());
  const sections = new Map(days.map(({ date, section }) => [date, section]));
  return (
    <table className={classes.month} aria-label={name}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((date) => (
            <th key={date} scope="col">
              {weekdayName.format(dayUtc(date))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <td
                key={date}
                data-out={!date.startsWith(ym) || undefined}
                aria-current={date === today ? 'date' : undefined}
              >
                <time dateTime={date} aria-label={wholeName.format(dayUtc(date))}>
                  {Number(date.slice(8))}
                </time>
                {sections.get(date)?.map((section) => (
                  <span key={section[0]} className={classes.stay}>
                    {stayWords(section)}
                  </span>
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
