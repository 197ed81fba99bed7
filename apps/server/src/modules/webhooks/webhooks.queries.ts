import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { Users, Webhooks } from '#platform/db/types';

export type WebhookRow = Selectable<Webhooks> &
  Pick<Selectable<Users>, 'email' | 'nickname' | 'userimg'> & {
    dialog_name: string;
    maker_name: string;
    maker_email: string;
  };

const select = (db: Reader) =>
  db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.userid', 'webhooks.bot_id')
    .innerJoin('users as makers', 'makers.userid', 'webhooks.userid')
    .innerJoin('dialogs', 'dialogs.id', 'webhooks.dialog_id')
    .selectAll('webhooks')
    .select([
      'users.email',
      'users.nickname',
      'users.userimg',
      'dialogs.name as dialog_name',
      'makers.nickname as maker_name',
      'makers.email as maker_email',
    ])
    .where('dialogs.deleted_at', 'is', null);

interface Filter {
  dialogId?: number;
  /** Only webhooks created by this user. */
  userid?: number;
}

/** @param limit  the newest of them */
export const listWebhooks = (db: Reader, { dialogId, userid }: Filter, limit: number): Promise<WebhookRow[]> =>
  select(db)
    .$if(dialogId !== undefined, (some) => some.where('webhooks.dialog_id', '=', dialogId ?? 0))
    .$if(userid !== undefined, (some) => some.where('webhooks.userid', '=', userid ?? 0))
    .orderBy('webhooks.id', 'desc')
    .limit(limit)
    .execute();

export const findWebhook = (db: Reader, id: number): Promise<WebhookRow | undefined> =>
  select(db).where('webhooks.id', '=', id).executeTakeFirst();

/** Finds a webhook by its secret, also of a deleted conversation, so that its address can say so. */
export async function findBySecret(db: Reader, hash: string) {
  const { rows } = await sql<
    Pick<WebhookRow, 'id' | 'dialog_id' | 'userid' | 'bot_id' | 'may_mention_all' | 'nickname'>
  >`
    select w.id, w.dialog_id, w.userid, w.bot_id, w.may_mention_all, u.nickname
    from webhooks w join users u on u.userid = w.bot_id where w.secret_hash = ${hash}`.execute(db);
  return rows[0];
}

const WEBHOOKS_LOCK = 4_217_010;

/** Locks and counts, so that two concurrent calls cannot both take the last slot. */
export async function lockWebhooks(db: Writer, dialogId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${WEBHOOKS_LOCK}, ${dialogId})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhooks where dialog_id = ${dialogId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertWebhook(db: Writer, row: Insertable<Webhooks>): Promise<number> {
  const { id } = await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateWebhook = (db: Writer, id: number, row: Updateable<Webhooks>) =>
  db.updateTable('webhooks').set(row).where('id', '=', id).execute();

export const deleteWebhook = (db: Writer, id: number) => db.deleteFrom('webhooks').where('id', '=', id).execute();

export const countPost = (db: Writer, id: number, now: Date) =>
  sql`update webhooks set posts = posts + 1, used_at = ${now} where id = ${id}`.execute(db);
