import type { Insertable, Selectable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ReportAnalyses } from '#platform/db/types';

export type AnalysisRow = Selectable<ReportAnalyses>;

export const findAnalysis = (tx: Reader, reportId: number, userid: number): Promise<AnalysisRow | undefined> =>
  tx
    .selectFrom('report_analyses')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('userid', '=', userid)
    .executeTakeFirst();

export const storeAnalysis = (tx: Writer, row: Insertable<ReportAnalyses>): Promise<AnalysisRow> =>
  tx
    .insertInto('report_analyses')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['report_id', 'userid']).doUpdateSet(({ ref }) => ({
        text: ref('excluded.text'),
        model: ref('excluded.model'),
        focus: ref('excluded.focus'),
        updated_at: ref('excluded.updated_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
