import { type Selectable, sql, type Transaction } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DB, DialogSessions } from '#platform/db/types';

type Tx = Reader;
export type SessionRow = Selectable<DialogSessions> & { is_open: boolean };

const shown = sql<boolean>`s.id = d.session_id`.as('is_open');

export const findSession = (tx: Tx, id: number): Promise<SessionRow | undefined> =>
  tx
    .selectFrom('dialog_sessions as s')
    .innerJoin('dialogs as d', 'd.id', 's.dialog_id')
    .selectAll('s')
    .select(shown)
    .where('s.id', '=', id)
    .executeTakeFirst();

export const listSessions = (tx: Tx, dialogId: number, page: number, size: number): Promise<SessionRow[]> =>
  tx
    .selectFrom('dialog_sessions as s')
    .innerJoin('dialogs as d', 'd.id', 's.dialog_id')
    .selectAll('s')
    .select(shown)
    .where('s.dialog_id', '=', dialogId)
    .orderBy('s.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();

export async function countSessions(tx: Tx, dialogId: number): Promise<number> {
  const row = await tx
    .selectFrom('dialog_sessions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('dialog_id', '=', dialogId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Locks the conversation: until this transaction ends, nobody else posts in it or changes its session. */
export const lockDialog = (tx: Transaction<DB>, id: number) =>
  tx
    .selectFrom('dialogs')
    .select(['id', 'session_id', 'last_seq'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Finds a session without messages. */
export const findEmpty = (tx: Tx, dialogId: number) =>
  tx
    .selectFrom('dialog_sessions as s')
    .select('s.id')
    .where('s.dialog_id', '=', dialogId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages as m')
            .select('m.id')
            .where('m.dialog_id', '=', dialogId)
            .whereRef('m.session_id', '=', 's.id'),
        ),
      ),
    )
    .orderBy('s.id', 'desc')
    .executeTakeFirst();

/** The first text that a person wrote in a conversation; '' if nobody has written. */
export async function firstWords(tx: Tx, dialogId: number): Promise<string> {
  const row = await tx
    .selectFrom('messages')
    .select('search_key')
    .where('dialog_id', '=', dialogId)
    .where('bot', '=', 0)
    .where('type', 'in', ['text', 'longtext'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.search_key ?? '';
}

export async function insertSession(tx: Writer, dialogId: number, title = ''): Promise<number> {
  const row = await tx
    .insertInto('dialog_sessions')
    .values({ dialog_id: dialogId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Messages from before the first session belong to it. */
export const adopt = (tx: Writer, dialogId: number, sessionId: number) =>
  tx
    .updateTable('messages')
    .set({ session_id: sessionId })
    .where('dialog_id', '=', dialogId)
    .where('session_id', '=', 0)
    .execute();

/** The first text names a session that nobody has named. */
export const nameByFirst = (tx: Writer, sessionId: number, title: string, now: Date) =>
  tx
    .updateTable('dialog_sessions')
    .set({ title, updated_at: now })
    .where('id', '=', sessionId)
    .where('title', '=', '')
    .where('is_named', '=', false)
    .execute();

export async function setDialogSession(db: Writer, id: number, dialogId: number): Promise<void> {
  await db.updateTable('dialogs').set({ session_id: id }).where('id', '=', dialogId).execute();
}

export async function setSessionTitle(db: Writer, title: string, now: Date, sessionId: number): Promise<void> {
  await db
    .updateTable('dialog_sessions')
    .set({ title, is_named: true, updated_at: now })
    .where('id', '=', sessionId)
    .execute();
}
