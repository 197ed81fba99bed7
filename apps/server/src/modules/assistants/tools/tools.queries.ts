import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { AssistantConfirmations } from '#platform/db/types';

/** Unanswered confirmations expire after this time; after a server stops, nobody answers them. */
const WAITS = '10 minutes';

export async function insertConfirmation(tx: Writer, row: Insertable<AssistantConfirmations>): Promise<number> {
  const { id } = await tx.insertInto('assistant_confirmations').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The answer; null while the question waits, undefined if it is gone. */
export const findAnswer = (tx: Reader, id: number): Promise<string | null | undefined> =>
  tx
    .selectFrom('assistant_confirmations')
    .select('answer')
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row?.answer);

/** Returns the tool; undefined if the person has nothing to decide there. */
export async function answerConfirmation(tx: Writer, id: number, userid: number, answer: string) {
  const row = await tx
    .updateTable('assistant_confirmations')
    .set({ answer })
    .where('id', '=', id)
    .where('userid', '=', userid)
    .where('answer', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${WAITS}::interval`)
    .returning('tool')
    .executeTakeFirst();
  return row?.tool;
}

export const closeConfirmation = (tx: Writer, id: number) =>
  tx.deleteFrom('assistant_confirmations').where('id', '=', id).execute();

export const deleteOldConfirmations = (tx: Writer) =>
  tx.deleteFrom('assistant_confirmations').where('created_at', '<', sql<Date>`now() - ${WAITS}::interval`).execute();

export const listOpenConfirmations = (tx: Reader, userid: number) =>
  tx
    .selectFrom('assistant_confirmations')
    .select(['id', 'msg_id', 'dialog_id', 'tool', 'title', 'input'])
    .where('userid', '=', userid)
    .where('answer', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${WAITS}::interval`)
    .orderBy('id')
    .limit(20)
    .execute();

export const hasPermit = (tx: Reader, userid: number, tool: string): Promise<boolean> =>
  tx
    .selectFrom('assistant_permits')
    .select('tool')
    .where('userid', '=', userid)
    .where('tool', '=', tool)
    .executeTakeFirst()
    .then((row) => row !== undefined);

export const insertPermit = (tx: Writer, userid: number, tool: string) =>
  tx
    .insertInto('assistant_permits')
    .values({ userid, tool })
    .onConflict((on) => on.doNothing())
    .execute();

export const deletePermit = (tx: Writer, userid: number, tool: string) =>
  tx.deleteFrom('assistant_permits').where('userid', '=', userid).where('tool', '=', tool).execute();

export const listPermits = (tx: Reader, userid: number): Promise<string[]> =>
  tx
    .selectFrom('assistant_permits')
    .select('tool')
    .where('userid', '=', userid)
    .orderBy('tool')
    .execute()
    .then((rows) => rows.map(({ tool }) => tool));
