import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { listReadable, type ReportRow } from './reports.queries.ts';

/**
 * Finds reports that the caller wrote or received, in the requested order. @throws report.gone  if a report was neither
 * written nor received by the caller
 */
export async function reportsFor({ tx, caller }: View, ids: readonly number[]): Promise<ReportRow[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const known = new Map((await listReadable(tx, caller.userid, wanted)).map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = known.get(id);
    if (!row) throw fail('report.gone');
    return row;
  });
}
