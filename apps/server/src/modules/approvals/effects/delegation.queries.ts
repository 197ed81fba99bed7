import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

interface Delegation {
  userid: number;
  to_userid: number;
  from_at: Date;
  until_at: Date;
}

export async function findDelegation(db: Reader, userid: number): Promise<Delegation | undefined> {
  const { rows } = await sql<Delegation>`
    select userid, to_userid, from_at, until_at from approval_delegations where userid = ${userid}`.execute(db);
  return rows[0];
}

export async function storeDelegation(db: Writer, row: Delegation): Promise<void> {
  await db
    .insertInto('approval_delegations')
    .values(row)
    .onConflict((on) => on.column('userid').doUpdateSet({ ...row, is_applied: false }))
    .execute();
}

export const deleteDelegation = (db: Writer, userid: number) =>
  db.deleteFrom('approval_delegations').where('userid', '=', userid).execute();

/** Takes the delegations that have begun since the last time. */
export async function takeBegun(db: Writer, now: Date): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    update approval_delegations set is_applied = true
    where not is_applied and from_at <= ${now} and until_at > ${now} returning userid`.execute(db);
  return rows.map(({ userid }) => userid);
}

/** Running requests that wait for one of these people. */
export async function listWaitingFor(db: Reader, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select distinct a.id from approval_members m join approvals a on a.id = m.approval_id and a.state = 1
    where m.state = 1 and m.userid = any(${[...userids]}::int[]) order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Marks open steps as reminded that are due now, or were last reminded of a day ago. */
export async function takeDue(db: Writer, now: Date, limit: number): Promise<{ id: number; approval_id: number }[]> {
  const { rows } = await sql<{ id: number; approval_id: number }>`
    update approval_steps s set reminded_at = ${now}
    where s.id in (select d.id from approval_steps d join approvals a on a.id = d.approval_id and a.state = 1
      where d.state = 'open' and d.due_at <= ${now}
        and (d.reminded_at is null or d.reminded_at < d.due_at or d.reminded_at <= ${now}::timestamptz - interval '1 day')
      order by d.due_at limit ${limit} for update of d skip locked)
    returning s.id, s.approval_id`.execute(db);
  return rows;
}
