import type { QuietHours } from '@atrium/contract/people/notifications.ts';
import { type Insertable, sql } from 'kysely';
import type { Writer } from '#platform/db/pool';
import type { PushSubscriptions } from '#platform/db/types';
import type { View } from '#platform/work';

type Tx = View['tx'];

/** A device has one subscription, and an address belongs to the device that signed in there last. */
export async function insertSubscription(tx: Writer, row: Insertable<PushSubscriptions>): Promise<void> {
  // The log was not followed while there were no subscriptions. The first one starts now, not with old events.
  await sql`update meta set value = pg_snapshot_xmax(pg_current_snapshot())::text || '.0'
    where name = 'push' and not exists (select 1 from push_subscriptions)`.execute(tx);
  await tx
    .deleteFrom('push_subscriptions')
    .where((eb) => eb.or([eb('device_id', '=', row.device_id), eb('endpoint', '=', row.endpoint)]))
    .execute();
  await tx.insertInto('push_subscriptions').values(row).execute();
}

export const deleteSubscription = (tx: Writer, deviceId: number) =>
  tx.deleteFrom('push_subscriptions').where('device_id', '=', deviceId).execute();

export const deleteSubscriptions = (tx: Writer, ids: readonly number[]) =>
  tx.deleteFrom('push_subscriptions').where('id', 'in', ids).execute();

export async function isSubscribed(tx: Tx, deviceId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row !== undefined;
}

export const findSubscription = (tx: Tx, deviceId: number) =>
  tx
    .selectFrom('push_subscriptions')
    .select(['id', 'endpoint', 'p256dh', 'auth'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();

/** Stores details of the caller's device. False if the device is signed out. */
export async function setDeviceAlias(
  tx: Writer,
  { userid, deviceId }: { userid: number; deviceId: number },
  detail: Record<string, unknown>,
): Promise<boolean> {
  const { rows } = await sql`update devices set detail = detail || ${JSON.stringify(detail)}::jsonb
    where id = ${deviceId} and userid = ${userid} returning id`.execute(tx);
  return rows.length > 0;
}

export async function isAnyoneSubscribed(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`select exists (select 1 from push_subscriptions) as any`.execute(tx);
  return rows[0]?.any ?? false;
}

export const findQuietHours = (tx: Tx, userid: number): Promise<QuietHours | undefined> =>
  tx
    .selectFrom('quiet_hours')
    .select(['quiet_from', 'quiet_to', 'timezone', 'quiet_days'])
    .where('userid', '=', userid)
    .executeTakeFirst();

export const putQuietHours = (tx: Writer, userid: number, hours: QuietHours) =>
  tx
    .insertInto('quiet_hours')
    .values({ userid, ...hours })
    .onConflict((on) => on.column('userid').doUpdateSet(hours))
    .execute();

/**
 * The job checks after these seconds who has not read a message, so that people who are present get no notification.
 */
const WAIT_S = 3;

/**
 * Enqueues one job for each conversation with new messages. Messages that arrive before it runs join it, so that a busy
 * group notifies once.
 */
export const enqueuePushes = (tx: Writer, messageIds: readonly number[]) =>
  sql`
    select graphile_worker.add_job('push', payload => json_agg(m.id order by m.id),
      run_at => now() + make_interval(secs => ${WAIT_S}), max_attempts => 3,
      job_key => 'push:' || m.dialog_id, job_key_mode => 'preserve_run_at')
    from messages m
    where m.id = any(${[...messageIds]}::int[]) and m.silence = 0 and m.deleted_at is null and exists (
      select 1 from push_subscriptions s join dialog_members dm on dm.userid = s.userid
      where dm.dialog_id = m.dialog_id and dm.userid <> m.userid)
    group by m.dialog_id`.execute(tx);

export const enqueueAgain = (tx: Writer, payload: { ids: readonly number[]; to: readonly number[]; left: number }) =>
  sql`select graphile_worker.add_job('push_again', payload => ${JSON.stringify(payload)}::json,
    run_at => now() + interval '1 minute', max_attempts => 1)`.execute(tx);

/** The times at which a person gets no notifications. */
export interface NotificationPause {
  quiet_from: string | null;
  quiet_to: string | null;
  timezone: string | null;
  quiet_days: number[] | null;
  dnd_until: Date | null;
}
/** A subscription and its person. */
interface Subscribed extends NotificationPause {
  id: number;
  userid: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  silent: number;
  lang: string;
}
export interface PushTarget extends Subscribed {
  msg_id: number;
}

const subscribedColumns = sql`s.id, s.userid, s.endpoint, s.p256dh, s.auth, s.silent, u.lang,
  q.quiet_from, q.quiet_to, q.timezone, q.quiet_days, u.dnd_until`;

/** A person's devices that show notifications. */
export async function listSubscribed(tx: Tx, userid: number): Promise<Subscribed[]> {
  const { rows } = await sql<Subscribed>`
    select ${subscribedColumns} from push_subscriptions s
    join users u on u.userid = s.userid and u.disable_at is null and u.delete_at is null
    join devices v on v.id = s.device_id and coalesce(v.detail ->> 'is_notified', '1') <> '0'
    left join quiet_hours q on q.userid = s.userid
    where s.userid = ${userid}`.execute(tx);
  return rows;
}

/**
 * The recipients, each with their newest unread message among these. People who muted the conversation get only
 * mentions. `to` limits the result to these subscriptions.
 */
export async function listTargets(
  tx: Tx,
  messageIds: readonly number[],
  to?: readonly number[],
): Promise<PushTarget[]> {
  const { rows } = await sql<PushTarget>`
    select distinct on (s.id) ${subscribedColumns}, m.id as msg_id
    from messages m
    join dialogs d on d.id = m.dialog_id and d.deleted_at is null
    join dialog_members dm on dm.dialog_id = m.dialog_id and dm.userid <> m.userid
    join push_subscriptions s on s.userid = dm.userid
    join users u on u.userid = s.userid and u.disable_at is null and u.delete_at is null
    join devices v on v.id = s.device_id and coalesce(v.detail ->> 'is_notified', '1') <> '0'
    left join quiet_hours q on q.userid = s.userid
    where m.id = any(${[...messageIds]}::int[]) and m.deleted_at is null and m.silence = 0
      and m.created_at > now() - interval '1 hour'
      and not dm.read @> m.seq
      and (dm.silence = 0 or m.mentions && array[dm.userid, 0])
      and (${to ? [...to] : null}::int[] is null or s.id = any(${to ? [...to] : null}::int[]))
    order by s.id, m.id desc`.execute(tx);
  return rows;
}

export interface PushedMessage {
  id: number;
  dialog_id: number;
  type: string;
  mtype: string;
  msg: Record<string, unknown>;
  dialog_type: string;
  group_type: string;
  /** The conversation's own name, or that of its project or task. */
  name: string;
  nickname: string | null;
  email: string | null;
  userimg: string | null;
  created_at: Date;
}

export async function listPushed(tx: Tx, messageIds: readonly number[]): Promise<PushedMessage[]> {
  const { rows } = await sql<PushedMessage>`
    select m.id, m.dialog_id, m.type, m.mtype, m.msg, d.type as dialog_type, d.group_type,
      coalesce(p.name, t.name, d.name) as name, u.nickname, u.email, u.userimg,
      m.created_at
    from messages m
    join dialogs d on d.id = m.dialog_id
    left join projects p on d.group_type = 'project' and p.id = d.link_id
    left join tasks t on d.group_type = 'task' and t.id = d.link_id
    left join users u on u.userid = m.userid
    where m.id = any(${[...messageIds]}::int[])`.execute(tx);
  return rows;
}

export async function countSubscriptions(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('push_subscriptions')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}
