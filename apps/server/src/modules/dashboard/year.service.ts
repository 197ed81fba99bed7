import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { yearReview } from '@atrium/contract/people/yearReview.ts';
import { presentBasic } from '#modules/users/present.service';
import { findUser, listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import { zoneOf } from '#platform/time/zone';
import type { View } from '#platform/work';
import {
  countByMonth,
  countToAssistants,
  countYearFiles,
  countYearTasks,
  findClosest,
  findTimedTask,
  listYearProjects,
  type Span,
} from './year.queries.ts';

const PROJECTS = 5;
/** Requests per person and minute, because each reads a year of messages. */
const PER_MINUTE = 30;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @throws parameter  for an unknown time zone; rate.limited */
export async function readYear(view: View, input: InputOf<typeof yearReview>): Promise<OutputOf<typeof yearReview>> {
  const { app, tx, now, caller } = view;
  if (!app.limiter.take(`year:${caller.userid}`, PER_MINUTE, MINUTE_MS)) throw fail('rate.limited');
  const timezone = zoneOf(input.timezone);
  const year = input.year ?? Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).year;
  const span = spanOf(year, timezone);
  const { userid } = caller;
  const [me, counts, months, projects, longest, fastest, files, closest, toAssistants] = await Promise.all([
    findUser(tx, userid),
    countYearTasks(tx, userid, span),
    countByMonth(tx, userid, span, timezone),
    listYearProjects(tx, userid, span, PROJECTS),
    findTimedTask(tx, userid, span, 'longest'),
    findTimedTask(tx, userid, span, 'fastest'),
    countYearFiles(tx, userid, span),
    findClosest(tx, userid, span),
    countToAssistants(tx, userid, span),
  ]);
  if (!me) throw fail('auth.required');
  const basics = await listBasics(tx, closest ? [userid, closest.userid] : [userid]);
  const someone = (id: number) => {
    const basic = basics.find((each) => each.userid === id);
    const shown = basic && presentBasic(app, basic, caller.lang);
    return { userid: id, nickname: shown?.nickname ?? '', userimg: shown?.userimg ?? '' };
  };
  const until = Math.min(span.to.getTime(), now.getTime());
  return {
    year,
    user: someone(userid),
    hire_date: wireTime(me.created_at),
    tenure_days: Math.max(0, Math.floor((until - me.created_at.getTime()) / DAY_MS)),
    latest_online_time: wireTime(me.line_at),
    longest_chat_user: closest ? { ...someone(closest.userid), chat_num: closest.num } : null,
    chat_al_num: toAssistants,
    file_created_num: files,
    projects,
    tasks: {
      ...counts,
      longest_task: longest ?? null,
      fastest_task: fastest ?? null,
      month_completed_task: Array.from(
        { length: 12 },
        (_, at) => months.find(({ month }) => month === at + 1)?.num ?? 0,
      ),
    },
  };
}

function spanOf(year: number, timezone: string): Span {
  const start = (of: number) =>
    new Date(Temporal.PlainDate.from({ year: of, month: 1, day: 1 }).toZonedDateTime(timezone).epochMilliseconds);
  return { from: start(year), to: start(year + 1) };
}
