import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/workspace/reports.ts';
import { cleanContent } from '@atrium/richtext/html/content.ts';
import { plainText } from '@atrium/richtext/plainText.ts';
import { listActiveIds } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { dayOf, periodOf, signOf, verifiedSign } from './periods.ts';
import { findBySign, findOwn, listReceivers, type ReportRow } from './reports.queries.ts';
import { announceUnread, presentDetail } from './reports.service.ts';
import { deleteReceivers, insertReceivers, insertReport, updateReportText } from './store.queries.ts';

type Input = InputOf<typeof contract.reportStore>;

/** A person has one report for each day and week, and may change its text and receivers. */
export async function storeReport(work: Work, input: Input): Promise<contract.ReportDetail> {
  const content = cleanContent(input.content);
  if (plainText(content, 'html').trim() === '') throw fail('report.empty');
  const report = input.id ? await change(work, input.id, input, content) : await add(work, input, content);
  const before = (await listReceivers(work.tx, [report.id])).map((row) => row.userid);
  await sendTo(work, report, before, await receiversOf(work, input.receive ?? [], before));
  return presentDetail(work, report);
}

/**
 * Returns the receivers, without the author. People who have the report remain receivers, even if their account has
 * ended since.
 *
 * @throws report.receivers, report.person
 */
async function receiversOf(
  { tx, caller }: Work,
  asked: readonly number[],
  before: readonly number[],
): Promise<number[]> {
  const userids = [...new Set(asked)].filter((userid) => userid !== caller.userid);
  if (userids.length > contract.REPORT_RECEIVERS) throw fail('report.receivers', { limit: contract.REPORT_RECEIVERS });
  const others = userids.filter((userid) => !before.includes(userid));
  if ((await listActiveIds(tx, others)).length < others.length) throw fail('report.person');
  return userids;
}

async function add(work: Work, { title, type, sign, offset = 0 }: Input, content: string): Promise<ReportRow> {
  const { userid } = work.caller;
  const own = sign ? verifiedSign(sign, userid, type) : signOf(userid, periodOf(type, dayOf(work.now), -offset));
  if (!own) throw fail('report.sign');
  const row = await insertReport(work.tx, { userid, type, sign: own, title, content });
  if (row) return row;
  const known = await findBySign(work.tx, userid, type, own);
  throw fail('report.twice', { id: known?.id ?? 0 });
}

/** Changes a report; its day stays the same. */
async function change(work: Work, id: number, { title }: Input, content: string): Promise<ReportRow> {
  const known = await findOwn(work.tx, work.caller.userid, id);
  if (!known) throw fail('report.gone');
  work.audit({ action: 'report.changed', target: { type: 'report', id, name: title } });
  return updateReportText(work.tx, { title, content, updated_at: work.now }, id);
}

/** Receivers who stay keep their read marks; the others are announced as new. */
async function sendTo(
  work: Work,
  report: ReportRow,
  before: readonly number[],
  receivers: readonly number[],
): Promise<void> {
  const gone = before.filter((userid) => !receivers.includes(userid));
  if (gone.length > 0) {
    await deleteReceivers(work.tx, report.id, gone);
  }
  const come = receivers.filter((userid) => !before.includes(userid));
  if (come.length > 0) {
    await insertReceivers(
      work.tx,
      come.map((userid) => ({ report_id: report.id, userid, receive_at: work.now })),
    );
  }
  announceUnread(work, [...come, ...gone]);
}
