import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/reports.ts';
import { wireTime } from '#platform/time/time';
import type { Work } from '#platform/work';
import { type AnalysisRow, storeAnalysis } from './analysis.queries.ts';
import { reportsFor } from './reports.access.ts';

/** @throws report.gone */
export async function saveAnalysis(
  work: Work,
  { id, text, model = '', focus = '' }: InputOf<typeof contract.reportAnalysave>,
) {
  await reportsFor(work, [id]);
  const { userid } = work.caller;
  const stored = await storeAnalysis(work.tx, { report_id: id, userid, text, model, focus, updated_at: work.now });
  return presentAnalysis(stored);
}

export const presentAnalysis = ({ id, text, model, focus, updated_at }: AnalysisRow): contract.ReportAnalysis => ({
  id,
  text,
  model,
  focus,
  updated_at: wireTime(updated_at),
});
