import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DialogInstructions } from '#platform/db/types';

export const findInstructions = (tx: Reader, dialogId: number) =>
  tx.selectFrom('dialog_instructions').select('content').where('dialog_id', '=', dialogId).executeTakeFirst();

export const putInstructions = (tx: Writer, row: Insertable<DialogInstructions> & { updated_at: Date }) =>
  tx
    .insertInto('dialog_instructions')
    .values(row)
    .onConflict((on) =>
      on.column('dialog_id').doUpdateSet({ content: row.content, userid: row.userid, updated_at: row.updated_at }),
    )
    .execute();

export const deleteInstructions = (tx: Writer, dialogId: number) =>
  tx.deleteFrom('dialog_instructions').where('dialog_id', '=', dialogId).execute();
