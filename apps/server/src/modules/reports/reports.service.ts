import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/workspace/reports.ts';
import { cutHtml } from '@atrium/richtext/cut.ts';
import { cutText } from '@atrium/richtext/cutText.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { avatarUrl, displayName } from '#modules/users/present.service';
import { listActiveIds, listBasics } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import { parseTime, wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { findAnalysis } from './analysis.queries.ts';
import { presentAnalysis } from './analysis.service.ts';
import { reportsFor } from './reports.access.ts';
import {
  countLinkView,
  countUnreadOf,
  findLast,
  findReport,
  listReceivers,
  listSent,
  listTasksAsJson,
  type ReceiverRow,
  type ReportFilter,
  type ReportRow,
  setRead,
} from './reports.queries.ts';

export async function listOwn(view: View, input: InputOf<typeof contract.reportMy>) {
  const { keys = {} } = input;
  const wanted = wantedOf(input);
  const { rows, total } = await listTasksAsJson(view.tx, view.caller.userid, {
    ...wanted,
    key: keys.key,
    type: keys.type,
  });
  return pageOf(view, contract.reportMy.path, {
    rows: await withReceivers(view, rows),
    total,
    page: wanted.page,
    size: wanted.size,
  });
}

export async function listReceived(view: View, input: InputOf<typeof contract.reportReceive>) {
  const { keys = {} } = input;
  const wanted = wantedOf(input);
  const { rows, total } = await listSent(view.tx, view.caller.userid, {
    ...wanted,
    key: keys.key,
    type: keys.type,
    status: keys.status,
    departmentId: keys.department_id,
  });
  const [shown, people] = await Promise.all([withReceivers(view, rows), peopleOf(view, rows)]);
  const times = new Map(rows.map((row) => [row.id, row]));
  return pageOf(view, contract.reportReceive.path, {
    rows: shown.map((report) => ({
      ...report,
      user: people(report.userid),
      receive_at: wireTime(times.get(report.id)?.receive_at ?? view.now),
      read_at: wireTime(times.get(report.id)?.read_at ?? null),
    })),
    total,
    page: wanted.page,
    size: wanted.size,
  });
}

function wantedOf(input: {
  page?: number;
  pagesize?: number;
  keys?: { created_at?: readonly [string | null, string | null] };
}): ReportFilter {
  const [from, to] = input.keys?.created_at ?? [null, null];
  return { page: input.page ?? 1, size: input.pagesize ?? 20, from: parseTime(from), to: endOf(to) };
}
/** The end of the time; a single day means the whole day. */
const endOf = (text: string | null) => parseTime(text && /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 23:59:59` : text);

/** Opens a report by its id for the author and the receivers, or by a code for anyone who has it. Opening marks it read. */
export async function openReport(work: Work, { id, code }: InputOf<typeof contract.reportDetail>) {
  const report = code ? await byCode(work, code) : (await reportsFor(work, [id ?? 0]))[0];
  if (!report) throw fail('report.gone');
  await markFor(work, [report], work.now);
  return presentDetail(work, report);
}

async function byCode(work: Work, code: string): Promise<ReportRow | undefined> {
  const link = await countLinkView(work.tx, code);
  return link && findReport(work.tx, link.report_id);
}

export async function presentDetail(view: View, report: ReportRow): Promise<contract.ReportDetail> {
  const [[shown], people, analysis] = await Promise.all([
    withReceivers(view, [report]),
    peopleOf(view, [report]),
    findAnalysis(view.tx, report.id, view.caller.userid),
  ]);
  if (!shown) throw fail('report.gone');
  const own = shown.receives_user.find((person) => person.userid === view.caller.userid);
  return {
    ...shown,
    user: people(report.userid),
    sign: report.sign,
    content: report.content,
    receive_at: own ? own.receive_at : null,
    ai_analysis: analysis ? presentAnalysis(analysis) : null,
  };
}

export async function markReports(work: Work, input: InputOf<typeof contract.reportMark>) {
  const ids = [...(input.ids ?? []), ...(input.id ?? [])];
  await markFor(work, await reportsFor(work, ids), input.action === 'unread' ? null : work.now);
  return {};
}

export async function readReports(work: Work, { ids }: InputOf<typeof contract.reportRead>) {
  const reports = await reportsFor(work, ids);
  await markFor(work, reports, work.now);
  return withReceivers(work, reports);
}

/** The receivers of the last report, without those whose account has ended: a new report cannot be sent to them. */
export async function lastReceivers(view: View) {
  const last = await findLast(view.tx, view.caller.userid);
  const received = last ? await listReceivers(view.tx, [last.id]) : [];
  const active = new Set(
    await listActiveIds(
      view.tx,
      received.map(({ userid }) => userid),
    ),
  );
  const receivers = received.filter(({ userid }) => active.has(userid));
  if (receivers.length === 0) throw fail('report.last');
  return receivers.map((person) => presentPerson(view, person));
}

export const countUnread = async ({ tx, caller }: View) => ({ total: await countUnreadOf(tx, caller.userid) });

/**
 * Marks reports read or unread by the caller, and announces it to the caller and to the authors, who see who has read a
 * report.
 */
async function markFor(work: Work, reports: readonly ReportRow[], at: Date | null): Promise<void> {
  const ids = reports.map(({ id }) => id);
  const changed = new Set(await setRead(work.tx, work.caller.userid, ids, at));
  if (changed.size === 0) return;
  const authors = reports.filter(({ id }) => changed.has(id)).map(({ userid }) => userid);
  announceUnread(work, [...new Set([work.caller.userid, ...authors])]);
}

/** Announces a changed number of unread reports. */
export function announceUnread(work: Work, userids: readonly number[]): void {
  if (userids.length > 0) work.emit(contract.reportsChanged, toUsers(...userids), {});
}

const presentPerson = (
  { app, caller }: View,
  person: Pick<ReceiverRow, 'userid' | 'nickname' | 'email' | 'userimg'>,
) => ({
  userid: person.userid,
  nickname: displayName(person, caller.lang),
  userimg: avatarUrl(app, person),
});

/** Characters of HTML that the beginning is taken from. */
const OPENING = 4000;

/** The beginning of a report's text. Headings are left out, because they are the same in every report. */
function excerptOf(content: string): string {
  const opening = cutHtml(
    content.slice(0, OPENING).replaceAll(/<h([1-6])\b[^>]*>.*?<\/h\1>/gs, ''),
    2 * contract.REPORT_EXCERPT,
  );
  // The sign before a task is removed, because it is no link here.
  const words = plainText(opening, 'html').replaceAll(/(?<=^|\s)#(?=\S)/g, '');
  return cutText(words.replaceAll('\n', ' · '), contract.REPORT_EXCERPT);
}

async function withReceivers(view: View, reports: readonly ReportRow[]) {
  const receivers = Map.groupBy(
    await listReceivers(
      view.tx,
      reports.map((report) => report.id),
    ),
    (row) => row.report_id,
  );
  return reports.map((report) => {
    const own = receivers.get(report.id) ?? [];
    return {
      id: report.id,
      title: report.title,
      type: report.type as contract.ReportKind,
      userid: report.userid,
      created_at: wireTime(report.created_at),
      updated_at: wireTime(report.updated_at),
      excerpt: excerptOf(report.content),
      receives: own.map((person) => person.userid),
      receives_user: own.map((person) => ({
        ...presentPerson(view, person),
        receive_at: wireTime(person.receive_at),
        read_at: wireTime(person.read_at),
        pivot: { userid: person.userid, read: person.read_at ? 1 : 0 },
      })),
    };
  });
}

async function peopleOf(view: View, reports: readonly ReportRow[]) {
  const rows = await listBasics(view.tx, [...new Set(reports.map((report) => report.userid))]);
  const known = new Map(rows.map((row) => [row.userid, presentPerson(view, row)]));
  return (userid: number) => known.get(userid) ?? { userid, nickname: '', userimg: '' };
}
