import { SYSTEM_TYPES } from '@atrium/contract/chat/messages.ts';
import type { SubscriptionEvent } from '@atrium/contract/chat/subscriptions.ts';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { SubscriptionDeliveries, Subscriptions } from '#platform/db/types';

export type SubscriptionRow = Selectable<Subscriptions> & { project_name: string | null; dialog_name: string | null };
export type DeliveryRow = Selectable<SubscriptionDeliveries>;

const select = (db: Reader) =>
  db
    .selectFrom('subscriptions')
    .leftJoin('projects', 'projects.id', 'subscriptions.project_id')
    .leftJoin('dialogs', 'dialogs.id', 'subscriptions.dialog_id')
    .selectAll('subscriptions')
    .select(['projects.name as project_name', 'dialogs.name as dialog_name']);

export const listSubscriptions = (db: Reader, userid: number): Promise<SubscriptionRow[]> =>
  select(db).where('subscriptions.userid', '=', userid).orderBy('subscriptions.id').execute();

export const findSubscription = (db: Reader, id: number): Promise<SubscriptionRow | undefined> =>
  select(db).where('subscriptions.id', '=', id).executeTakeFirst();

const SUBSCRIPTIONS_LOCK = 4_217_014;

/** Locks and counts, so that two concurrent calls cannot both take the last slot. */
export async function lockSubscriptions(db: Writer, userid: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${SUBSCRIPTIONS_LOCK}, ${userid})`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from subscriptions where userid = ${userid}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertSubscription(db: Writer, row: Insertable<Subscriptions>): Promise<number> {
  const { id } = await db.insertInto('subscriptions').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export const updateSubscription = (db: Writer, id: number, row: Updateable<Subscriptions>) =>
  db.updateTable('subscriptions').set(row).where('id', '=', id).execute();

/** Pauses a person's subscriptions until their owner saves them again. */
export async function pauseSubscriptions(db: Writer, userid: number, now: Date): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ paused_at: now })
    .where('userid', '=', userid)
    .where('paused_at', 'is', null)
    .execute();
}

export const deleteSubscription = (db: Writer, id: number) =>
  db.deleteFrom('subscriptions').where('id', '=', id).execute();

export async function isAnySubscribed(db: Reader): Promise<boolean> {
  const { rows } = await sql`select 1 from subscriptions where paused_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** A subscription, and the id of a record that it receives. */
interface Match {
  subscription: number;
  ref: number;
}

/**
 * Messages of people, by those who subscribed to their conversation. Messages of programs are left out, because
 * programs would answer each other.
 */
export async function matchMessages(db: Reader, ids: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.id as subscription, m.id as ref
    from messages m join subscriptions s on s.dialog_id = m.dialog_id
    where m.id = any(${[...ids]}::int[]) and m.bot = 0 and m.userid > 0 and m.deleted_at is null
      and m.type <> all(${[...SYSTEM_TYPES]}::text[]) and s.paused_at is null and 'message.created' = any(s.events)
    order by m.id, s.id`.execute(db);
  return rows;
}

/**
 * Finds the subscriptions for tasks: of members of their projects who subscribed to the event. Whether they may see the
 * task is checked when it is sent.
 */
export async function matchTasks(db: Reader, event: SubscriptionEvent, ids: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.id as subscription, t.id as ref
    from tasks t
    join project_users pu on pu.project_id = t.project_id
    join subscriptions s on s.userid = pu.userid and (s.project_id is null or s.project_id = t.project_id)
    where t.id = any(${[...ids]}::int[]) and s.paused_at is null and ${event} = any(s.events)
    order by t.id, s.id`.execute(db);
  return rows;
}

export async function matchProjects(db: Reader, event: SubscriptionEvent, ids: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.id as subscription, pu.project_id as ref
    from project_users pu
    join subscriptions s on s.userid = pu.userid and (s.project_id is null or s.project_id = pu.project_id)
    where pu.project_id = any(${[...ids]}::int[]) and s.paused_at is null and ${event} = any(s.events)
    order by pu.project_id, s.id`.execute(db);
  return rows;
}

/** The subscriptions to files or approvals. The right to see one is checked when it is sent. */
export async function matchAny(db: Reader, event: SubscriptionEvent, ids: readonly number[]): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select s.id as subscription, f.id as ref
    from subscriptions s cross join unnest(${[...ids]}::int[]) as f(id)
    where s.paused_at is null and ${event} = any(s.events)
    order by f.id, s.id`.execute(db);
  return rows;
}

export async function listForDialogs(
  db: Reader,
  event: SubscriptionEvent,
  dialogIds: readonly number[],
): Promise<{ id: number; dialog_id: number }[]> {
  const { rows } = await sql<{ id: number; dialog_id: number }>`
    select id, dialog_id from subscriptions
    where dialog_id = any(${[...dialogIds]}::int[]) and paused_at is null and ${event} = any(events)`.execute(db);
  return rows;
}

/** The number of attempts within a day: graphile-worker waits e^n seconds after the n-th, and at most e^10. */
const ATTEMPTS = 13;

export const enqueueDelivery = (db: Writer, payload: object) =>
  sql`select graphile_worker.add_job('subscription_push', payload => ${JSON.stringify(payload)}::json,
    max_attempts => ${ATTEMPTS})`.execute(db);

/** @param kept  the number of calls of a subscription that stay stored */
export async function insertDelivery(db: Writer, row: Insertable<SubscriptionDeliveries>, kept: number): Promise<void> {
  await db.insertInto('subscription_deliveries').values(row).execute();
  await sql`delete from subscription_deliveries where subscription_id = ${row.subscription_id} and id <= (
    select id from subscription_deliveries where subscription_id = ${row.subscription_id}
    order by id desc offset ${kept} limit 1)`.execute(db);
}

export const listDeliveries = (db: Reader, id: number, limit: number): Promise<DeliveryRow[]> =>
  db
    .selectFrom('subscription_deliveries')
    .selectAll()
    .where('subscription_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findDelivery = (db: Reader, id: number, deliveryId: number): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('subscription_deliveries')
    .selectAll()
    .where('subscription_id', '=', id)
    .where(sql<boolean>`id = ${deliveryId}`)
    .executeTakeFirst();

/** Notes an attempt. Returns since when all of them have failed, null after one that did not. */
export async function noteAttempt(db: Writer, id: number, isGood: boolean): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date | null }>`
    update subscriptions set sent = sent + ${isGood ? 1 : 0},
      failing_since = case when ${isGood} then null else coalesce(failing_since, now()) end
    where id = ${id} returning failing_since`.execute(db);
  return rows[0]?.failing_since ?? null;
}

/** Returns false if the subscription was paused already. */
export async function pauseSubscription(db: Writer, id: number): Promise<boolean> {
  const { rows } = await sql`
    update subscriptions set paused_at = now() where id = ${id} and paused_at is null returning id`.execute(db);
  return rows.length > 0;
}
