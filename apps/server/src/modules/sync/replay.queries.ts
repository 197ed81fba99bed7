import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import type { Variant } from '#platform/events/events';
import { resumeXid } from '#platform/events/resumeXid';

/** True if an event's audience (`events e`) now includes this person. */
const isAddressedTo = (userid: number) => sql<boolean>`(
  aud = 'all'
  or (aud = 'users' and users @> array[${userid}]::int[])
  or (aud = 'dialog' and exists (select 1 from dialog_members m where m.dialog_id = e.ref and m.userid = ${userid}))
  or (aud = 'project' and exists (select 1 from project_users p where p.project_id = e.ref and p.userid = ${userid})))`;

export interface EventRow {
  id: number;
  xid: string;
  at: Date;
  type: string;
  action: string;
  aud: string;
  ref: number;
  users: number[] | null;
  data: Record<string, unknown>;
  variants: Variant[] | null;
}

export async function listMissedIds(db: Reader, xid: string, userid: number) {
  const { rows } = await sql<{ id: number; xid: string }>`
    select id, xid::text as xid from events e
    where id >= (select min(id) from events where xid >= ${xid}::text::xid8) and ${isAddressedTo(userid)}
    union all
    -- The last row is the end: of the same snapshot, so that nothing falls between.
    select coalesce((select max(id) from events), 0), ${resumeXid}`.execute(db);
  return rows;
}

export async function listEventsFor(db: Reader, ids: readonly number[], userid: number) {
  const { rows } = await sql<EventRow>`
    select id, xid::text as xid, at, type, action, aud, ref, users, data, variants from events e
    where id = any(${ids}::bigint[]) and ${isAddressedTo(userid)} order by id`.execute(db);
  return rows;
}

export async function listEventsForAll(db: Reader, ids: readonly number[]) {
  const { rows } = await sql<EventRow>`
    select id, xid::text as xid, at, type, action, aud, ref, users, data, variants from events e where id = any(${ids}::bigint[]) order by id`.execute(
    db,
  );
  return rows;
}

export async function listReceivers(db: Reader, online: readonly number[], ids: number[]) {
  const { rows } = await sql<{ userid: number; identity: string[]; ids: number[] }>`
    select u.userid, u.identity, json_agg(e.id) as ids from users u, events e
    where u.userid = any(${[...online]}::int[]) and e.id = any(${ids}::bigint[]) and (e.aud = 'all'
      or (e.aud = 'users' and e.users @> array[u.userid])
      or (e.aud = 'dialog' and exists (select 1 from dialog_members m where m.dialog_id = e.ref and m.userid = u.userid))
      or (e.aud = 'project' and exists (select 1 from project_users p where p.project_id = e.ref and p.userid = u.userid)))
    group by u.userid, u.identity`.execute(db);
  return rows;
}
