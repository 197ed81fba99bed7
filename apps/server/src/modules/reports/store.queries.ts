import type { Insertable, Updateable } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { Reports } from '#platform/db/types';

export function insertReport(db: Writer, row: Insertable<Reports>) {
  return db
    .insertInto('reports')
    .values(row)
    .onConflict((on) => on.columns(['userid', 'type', 'sign']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateReportText(db: Writer, fields: Updateable<Reports>, id: number) {
  return db.updateTable('reports').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteReceivers(db: Writer, reportId: number, gone: number[]): Promise<void> {
  await db.deleteFrom('report_receivers').where('report_id', '=', reportId).where('userid', 'in', gone).execute();
}

export async function insertReceivers(
  db: Writer,
  come: { report_id: number; userid: number; receive_at: Date }[],
): Promise<void> {
  await db.insertInto('report_receivers').values(come).execute();
}
