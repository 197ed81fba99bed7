import { type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Drafts } from '#platform/db/types';

type Tx = Reader;
export type DraftRow = Selectable<Drafts>;

/** Replaces an older draft; false if the stored one is as new or newer. */
export async function replaceOlder(tx: Writer, row: DraftRow): Promise<boolean> {
  const put = await tx
    .insertInto('drafts')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['userid', 'key'])
        .doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          quote_type: eb.ref('excluded.quote_type'),
          quote_id: eb.ref('excluded.quote_id'),
          written_at: eb.ref('excluded.written_at'),
        }))
        .whereRef('drafts.written_at', '<', 'excluded.written_at'),
    )
    .executeTakeFirst();
  return Number(put.numInsertedOrUpdatedRows) > 0;
}

export const findDraft = (tx: Tx, userid: number, key: string): Promise<DraftRow | undefined> =>
  tx.selectFrom('drafts').selectAll().where('userid', '=', userid).where('key', '=', key).executeTakeFirst();

export function draftsOf(tx: Tx, userid: number, keys: readonly string[] | undefined, most: number) {
  const mine = tx.selectFrom('drafts').selectAll().where('userid', '=', userid);
  const wanted = keys
    ? mine.where('key', 'in', [...keys, ''])
    : mine.where((eb) => eb.or([eb('content', '!=', ''), eb('quote_type', '!=', '')]));
  return wanted.orderBy('written_at', 'desc').limit(most).execute();
}

/** A cleared draft is stored for this long, so that it replaces older ones of devices that were offline. */
const EMPTIED_KEPT = '60 days';
export const deleteEmptied = (tx: Writer) =>
  sql`delete from drafts where content = '' and quote_type = '' and written_at < now() - ${EMPTIED_KEPT}::interval`.execute(
    tx,
  );
