import {
  type ReportAnalysis,
  type ReportDetail,
  type ReportKind,
  reportAnalysave,
  reportDetail,
  reportLast,
  reportMark,
  reportMy,
  reportReceive,
  reportShare,
  reportStore,
  reportTemplate,
} from '@atrium/contract/workspace/reports.ts';
import { analyzeReport } from '#entities/assistant/writing.actions.ts';
import { type Forwarding, wire } from '#entities/message/menu/forwardTargets.ts';
import { reportsChanged } from '#entities/report/news.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { firstDay } from './periodWords.ts';

export type ReportTab = 'received' | 'mine';

/** A list's entry; own reports are never unread. */
export interface ListedReport {
  id: number;
  title: string;
  type: ReportKind;
  userid: number;
  /** The time at which it was received or sent. */
  at: string;
  isUnread: boolean;
  /** The beginning of its text. */
  excerpt: string;
  /** The number of receivers who have opened it. */
  read: number;
  receivers: number;
}
export interface Filter {
  key: string;
  type: ReportKind | '';
  isUnread: boolean;
}

const PAGE = 30;

export async function readReports(tab: ReportTab, filter: Filter, page: number) {
  const keys = { ...(filter.key && { key: filter.key }), ...(filter.type && { type: filter.type }) };
  const paging = { page, pagesize: PAGE };
  if (tab === 'mine') {
    const { data, last_page } = await client.api.read(reportMy, { keys, ...paging });
    return { list: data.map((each) => listed(each, each.created_at, false)), hasMore: page < last_page };
  }
  const { data, last_page } = await client.api.read(reportReceive, {
    keys: { ...keys, ...(filter.isUnread && { status: 'unread' as const }) },
    ...paging,
  });
  return {
    list: data.map((each) => listed(each, each.receive_at, each.read_at === null)),
    hasMore: page < last_page,
  };
}

type Sent = Pick<ReportDetail, 'id' | 'title' | 'type' | 'userid' | 'receives_user' | 'excerpt'>;
const listed = (
  { id, title, type, userid, receives_user, excerpt }: Sent,
  at: string,
  isUnread: boolean,
): ListedReport => ({
  id,
  title,
  type,
  userid,
  at,
  isUnread,
  excerpt,
  read: receives_user.filter((person) => person.read_at !== null).length,
  receivers: receives_user.length,
});

/** Opens a report, which marks it read: lists and numbers follow. */
export async function openReport(which: { id: number } | { code: string }): Promise<ReportDetail> {
  const report = await client.api.call(reportDetail, which);
  reportsChanged();
  return report;
}

export async function markReports(ids: readonly number[], action: 'read' | 'unread'): Promise<boolean> {
  try {
    await client.api.call(reportMark, { ids: [...ids], action });
    reportsChanged();
    return true;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return false;
  }
}

export async function shareReport(id: number, forwarding: Forwarding): Promise<boolean> {
  try {
    await client.api.call(reportShare, { id, ...wire(forwarding) });
    return true;
  } catch (error) {
    showProblem(wordsOf(error));
    return false;
  }
}

/** Has an assistant assess the report, and saves what it wrote for this reader. @throws the server's error */
export async function analyze({ id, content }: ReportDetail, focus: string): Promise<ReportAnalysis> {
  const { text, model } = await analyzeReport(content, focus);
  return client.api.call(reportAnalysave, { id, text, model, focus });
}

/** A report being edited. */
export interface ReportForm {
  /** The id of the report; 0 = a new one. */
  id: number;
  type: ReportKind;
  sign: string;
  /** The day or the week, in the server's format. */
  time: string;
  title: string;
  content: string;
  receive: number[];
}

/** Today, in the author's time zone. */
const today = () => ({
  date: firstDay('daily', 0),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** Reads the server's draft for a day or week, for the last receivers; or the report already sent. */
export async function beginReport(type: ReportKind, offset: number): Promise<ReportForm> {
  const [template, receivers] = await Promise.all([
    client.api.read(reportTemplate, { type, offset, ...today() }),
    client.api.read(reportLast, {}).catch(() => []),
  ]);
  if (template.id) return { ...(await changeReport(template.id)), time: template.time };
  return {
    id: 0,
    type,
    sign: template.sign,
    time: template.time,
    title: template.title,
    content: template.content,
    receive: receivers.map((person) => person.userid),
  };
}

export async function changeReport(id: number): Promise<ReportForm> {
  const { type, sign, title, content, receives } = await openReport({ id });
  return { id, type, sign, time: '', title, content, receive: receives };
}

/** @throws the server's error */
export async function sendReport({ id, type, sign, title, content, receive }: ReportForm): Promise<number> {
  const sent = await client.api.call(reportStore, { id, type, sign, title, content, receive });
  reportsChanged();
  notify(t(receive.length === 0 ? 'report.kept' : id ? 'report.changed' : 'report.sent'));
  return sent.id;
}
