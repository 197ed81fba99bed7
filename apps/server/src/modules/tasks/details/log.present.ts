import type { LogRow } from '@atrium/contract/projects/projects.ts';
import { localeOf } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import type { Static } from 'typebox';
import { SERVER_TIMEZONE, wireTime } from '#platform/time/time';

interface Row {
  id: number;
  project_id: number;
  column_id: number;
  task_id: number;
  userid: number;
  detail: string;
  record: unknown;
  created_at: Date;
  parent_id: number | null;
  task_name: string | null;
}

/** A log entry for its reader; `now` decides whether the year is shown. */
export function presentLog(row: Row, lang: Language, now: Date): Static<typeof LogRow> {
  return {
    id: row.id,
    project_id: row.project_id,
    column_id: row.column_id,
    task_id: row.task_id,
    userid: row.userid,
    word: row.detail,
    detail: translate(lang, `log.${row.detail}`),
    record: row.record as Record<string, unknown>,
    created_at: wireTime(row.created_at),
    time: timeInWords(row.created_at, lang, now),
    ...(row.task_id > 0 && {
      project_task: { id: row.task_id, parent_id: row.parent_id ?? 0, name: row.task_name ?? '' },
    }),
  };
}

/** Writes the day, the time on a 12-hour clock, the weekday and the part of the day, in the wire's zone. */
function timeInWords(at: Date, lang: Language, now: Date) {
  const day = wireTime(at).slice(0, 10);
  const [hour, minute] = wireTime(at).slice(11, 16).split(':');
  const said = (options: Intl.DateTimeFormatOptions) => formatter(lang, options).format(at);
  return {
    ymd: at.getUTCFullYear() === now.getUTCFullYear() ? day.slice(5) : day,
    hi: `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute}`,
    week: said({ weekday: 'long' }),
    segment: said({ dayPeriod: 'long' }),
  };
}

const formatters = new Map<string, Intl.DateTimeFormat>();
/** Formatters are cached, because creating one costs more than the rest of a row. */
function formatter(lang: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang} ${Object.keys(options).join()}`;
  const made =
    formatters.get(key) ?? new Intl.DateTimeFormat(localeOf[lang], { ...options, timeZone: SERVER_TIMEZONE });
  formatters.set(key, made);
  return made;
}
