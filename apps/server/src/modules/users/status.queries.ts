import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { type BasicRecord, basicColumns } from './present.service.ts';

const columns = sql.join(basicColumns.map((name) => sql.ref(`u.${name}`)));

/** Marks people as in a meeting, and returns those who were not marked before. */
export async function markInMeeting(
  db: Writer,
  userids: readonly number[],
  now: Date,
  stale: Date,
): Promise<BasicRecord[]> {
  const { rows } = await sql<BasicRecord & { was_at: Date | null }>`
    update users u set meeting_at = ${now} from users before
    where u.userid = any(${[...userids]}::int[]) and before.userid = u.userid
    returning ${columns}, before.meeting_at as was_at`.execute(db);
  return rows.filter(({ was_at }) => was_at === null || was_at < stale);
}

/** Removes the mark of a meeting. Undefined if the person had none. */
export async function leaveMeeting(db: Writer, userid: number): Promise<BasicRecord | undefined> {
  const { rows } = await sql<BasicRecord>`
    update users u set meeting_at = null where userid = ${userid} and meeting_at is not null
    returning ${columns}`.execute(db);
  return rows[0];
}

/** People with a status, a pause or a mark of a meeting that has ended. */
export async function listEnded(db: Reader, now: Date, stale: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ userid: number }>`
    select userid from users
    where (status_until is not null or meeting_at is not null or dnd_until is not null)
      and (status_until <= ${now} or meeting_at < ${stale} or dnd_until <= ${now})
    limit ${limit}`.execute(db);
  return rows.map(({ userid }) => userid);
}

export async function clearEnded(
  db: Writer,
  userids: readonly number[],
  now: Date,
  stale: Date,
): Promise<BasicRecord[]> {
  const { rows } = await sql<BasicRecord>`
    update users u set
      status_emoji = case when status_until <= ${now} then '' else status_emoji end,
      status_text = case when status_until <= ${now} then '' else status_text end,
      status_until = case when status_until <= ${now} then null else status_until end,
      meeting_at = case when meeting_at < ${stale} then null else meeting_at end,
      dnd_until = case when dnd_until <= ${now} then null else dnd_until end
    where userid = any(${[...userids]}::int[])
    returning ${columns}`.execute(db);
  return rows;
}
