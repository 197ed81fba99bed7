import type { Language } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { App } from '#platform/app';
import { absencesIn } from './absences.service.ts';
import { type DayRow, listDays } from './checkin.queries.ts';
import { wordsOf } from './devices.service.ts';
import { clockOf, shiftOf } from './hours.ts';
import { checkinOf, hoursOf } from './setting.service.ts';

export { isShift } from './hours.ts';

export interface CheckinSheetOptions {
  userids: readonly number[];
  date: readonly [string, string];
  /** The shift to compare with; the workspace's hours by default. */
  time: readonly [string, string] | null;
}

const COLUMNS = [
  ['person', 20],
  ['date', 12],
  ['shift', 14],
  ['first', 10],
  ['first_result', 14],
  ['last', 10],
  ['last_result', 14],
  ['stays', 40],
] as const;

/** Writes the attendance: a row for each person and day, absent days included. */
export async function checkinSheet(
  app: App,
  wish: CheckinSheetOptions,
  names: ReadonlyMap<number, string>,
  lang: Language,
) {
  const [from, to] = wish.date.map((each) => Temporal.PlainDate.from(each)) as [Temporal.PlainDate, Temporal.PlainDate];
  const days = Array.from({ length: to.since(from).days + 1 }, (_, index) => from.add({ days: index }));
  const found = await listDays(app.db, wish.userids, wish.date);
  const rowOf = new Map(found.map((row) => [`${row.userid} ${row.date}`, row]));
  const kept = hoursOf(checkinOf(app));
  const hours = { ...kept, time: wish.time ?? kept.time };
  const say = (key: Result) => translate(lang, `export.checkin_${key}`);
  const bounds = days.map((date) => shiftOf(hours, date));
  const [first, last] = [bounds[0], bounds.at(-1)];
  const away = first && last ? await absencesIn(app, wish.userids, new Date(first.start), new Date(last.end)) : [];
  /** The text for a missing punch, if the person was away at that time. */
  const missing = (result: Result, userid: number, at: number) => {
    const absence =
      result === 'missing' &&
      away.find((each) => each.userid === userid && each.from.getTime() <= at && each.to.getTime() >= at);
    return absence ? absence.name : say(result);
  };
  return {
    columns: COLUMNS.map(([key, width]) => ({
      header: translate(lang, `export.checkin_${key}`),
      width,
      kind: 'text' as const,
    })),
    rows: wish.userids.flatMap((userid) =>
      days.map((date) => {
        const row = rowOf.get(`${userid} ${date.toString()}`);
        const shift = shiftOf(hours, date);
        const { first, last, firstResult, lastResult } = attendanceOf(row, shift);
        return [
          names.get(userid) ?? `${userid}`,
          date.toString(),
          hours.time.join(' – '),
          first === null ? '' : clockOf(first, hours),
          missing(firstResult, userid, shift.start),
          last === null ? '' : clockOf(last, hours),
          missing(lastResult, userid, shift.end),
          (row?.stays ?? []).map((stay) => wordsOf(stay, hours).filter(Boolean).join(' – ')).join(', '),
        ];
      }),
    ),
  };
}

type Result = 'normal' | 'late' | 'early' | 'missing';
export interface DayAttendance {
  first: number | null;
  firstResult: Exclude<Result, 'early'>;
  last: number | null;
  lastResult: Exclude<Result, 'late'>;
}

/** A single punch is an arrival or, after work, a departure; of several the first and the last count. */
export function attendanceOf(
  row: Pick<DayRow, 'stays'> | undefined,
  { start, end }: { start: number; end: number },
): DayAttendance {
  const begin = row?.stays[0]?.[0];
  const over = row?.stays.at(-1)?.[1];
  const first = begin !== undefined && begin < end ? begin : null;
  const last = over !== undefined && (over >= end || over > (begin ?? over)) ? over : null;
  return {
    first,
    firstResult: first === null ? 'missing' : first <= start ? 'normal' : 'late',
    last,
    lastResult: last === null ? 'missing' : last >= end ? 'normal' : 'early',
  };
}
