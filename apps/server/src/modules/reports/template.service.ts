import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/reports.ts';
import { languages, localeOf } from '@atrium/i18n/languages.ts';
import { type Language, translate } from '@atrium/i18n/translate.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { mentionTag } from '@atrium/richtext/html/mentionTags.ts';
import { ownTasksIn } from '#modules/tasks/schedule/period.service';
import { displayName } from '#modules/users/present.service';
import { listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { zoneOf } from '#platform/time/zone';
import type { View } from '#platform/work';
import { boundsOf, dateOf, dayOf, type Period, periodOf, signOf } from './periods.ts';
import { findBySign } from './reports.queries.ts';

type OwnTasks = Awaited<ReturnType<typeof ownTasksIn>>;
type OwnTask = OwnTasks['done'][number];

/** Returns the report already sent for this period, or a draft: what is done, what is not, what comes next. */
export async function proposeReport(view: View, input: InputOf<typeof contract.reportTemplate>) {
  const { userid, lang } = view.caller;
  const timezone = zoneOf(input.timezone);
  const day = input.date ? dateOf(input.date) : dayOf(view.now, timezone);
  if (!day) throw fail('parameter', { name: 'date' });
  const period = periodOf(input.type, day, Math.abs(input.offset ?? 0));
  const sign = signOf(userid, period);
  const time =
    period.type === 'daily' ? period.first.toString() : `${period.first.toString()} - ${period.last.toString()}`;
  const known = await findBySign(view.tx, userid, input.type, sign);
  if (known) return { time, sign, title: known.title, content: known.content, id: known.id };
  const [from, to] = boundsOf(period, timezone);
  const [, next] = boundsOf({ ...period, first: period.last, last: period.last.add({ days: 7 }) }, timezone);
  const [tasks, [own]] = await Promise.all([
    ownTasksIn(view.tx, userid, { from, to, next, canceled: canceledNames() }),
    listBasics(view.tx, [userid]),
  ]);
  return {
    time,
    sign,
    title: translate(lang, `report.${period.type}_title`, {
      name: own ? displayName(own) : '',
      period: periodInWords(period, lang),
    }),
    content: contentOf(tasks, period, { lang, timezone, now: view.now }),
  };
}

/** Names of statuses for canceled tasks in all languages, and the British spelling. */
const canceledNames = () => [
  ...(Object.keys(languages) as Language[]).map((lang) => translate(lang, 'word.flow_canceled')),
  'Cancelled',
];

interface Reading {
  lang: Language;
  timezone: string;
  now: Date;
}

function contentOf(tasks: OwnTasks, { type }: Period, reading: Reading): string {
  const { lang } = reading;
  const part = (heading: string, list: readonly OwnTask[], line: (task: OwnTask) => string) => {
    const lines = list.map((task) => `<li><p>${line(task)}</p></li>`).join('');
    // An empty line to write on if there are no tasks.
    return `<h2>${escapeText(translate(lang, `report.${heading}`))}</h2>${lines ? `<ul>${lines}</ul>` : '<p></p>'}`;
  };
  const done = (task: OwnTask) =>
    type === 'weekly' && task.complete_at ? withNote(task, weekday(task.complete_at, reading)) : named(task);
  const due = (task: OwnTask) => {
    if (!task.end_at) return named(task);
    const words = dayIn(task.end_at, reading);
    return withNote(task, words, task.end_at < reading.now);
  };
  return [
    part(type === 'daily' ? 'done_today' : 'done_week', tasks.done, done),
    part('unfinished', tasks.open, due),
    ...(type === 'weekly' ? [part('next_week', tasks.next, due)] : []),
  ].join('');
}

const named = (task: OwnTask) => `${mentionTag('task', task.id, task.name)} ${escapeText(task.project_name)}`;
/** Overdue tasks are highlighted. */
const withNote = (task: OwnTask, words: string, isLate = false) =>
  `${named(task)} · ${isLate ? `<span style="color: #e0413a">${escapeText(words)}</span>` : escapeText(words)}`;

const said = (at: Date, { lang, timezone }: Reading, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(localeOf[lang], { ...options, timeZone: timezone }).format(at);
const weekday = (at: Date, reading: Reading) => said(at, reading, { weekday: 'long' });
const dayIn = (at: Date, reading: Reading) => said(at, reading, { day: 'numeric', month: 'short' });

function periodInWords({ type, first, last }: Period, lang: Language): string {
  const noon = (date: Temporal.PlainDate) => new Date(`${date.toString()}T12:00:00Z`);
  const format = new Intl.DateTimeFormat(localeOf[lang], { dateStyle: 'medium', timeZone: 'UTC' });
  return type === 'daily' ? format.format(noon(first)) : format.formatRange(noon(first), noon(last));
}
