import { randomCode } from '#platform/crypto';
import type { View, WritingView } from '#platform/work';
import { insertReportLinks, listByCode, listLinks, listReadable } from './reports.queries.ts';

const CODE_BYTES = 18;

/**
 * Returns the codes that open these reports. The caller's are created if they may share a report and have no code yet;
 * other reports have none.
 */
export async function reportCodes({ tx, caller }: WritingView, ids: readonly number[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const reports = await listReadable(tx, caller.userid, wanted);
  if (reports.length === 0) return new Map();
  await insertReportLinks(
    tx,
    reports.map(({ id }) => ({ code: randomCode(CODE_BYTES), report_id: id, userid: caller.userid })),
  );
  const links = await listLinks(
    tx,
    caller.userid,
    reports.map(({ id }) => id),
  );
  return new Map(links.map((link) => [link.report_id, link.code]));
}

/** The titles of the reports behind these codes. */
export async function reportNames({ tx }: View, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  return new Map((await listByCode(tx, codes)).map((link) => [link.code, link.title]));
}
