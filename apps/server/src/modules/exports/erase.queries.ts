import type { UserBasic } from '@atrium/contract/people/users.ts';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DB } from '#platform/db/types';

/**
 * Rows that are only about the person. What others work with stays: tasks, projects, approvals, comments on documents
 * and the audit log.
 */
const ERASED: readonly (keyof DB)[] = [
  'approval_balances',
  'approval_delegations',
  'assistant_confirmations',
  'assistant_feedback',
  'assistant_permits',
  'assistant_usage',
  'checkin_days',
  'checkin_faces',
  'checkin_macs',
  'drafts',
  'favorites',
  'inbox_items',
  'meeting_lines',
  'micro_app_badges',
  'micro_app_sorts',
  'project_filters',
  'recents',
  'reminders',
  'reports',
  'subscriptions',
];

export async function deletePersonRows(db: Writer, userid: number): Promise<void> {
  for (const table of ERASED) await sql`delete from ${sql.table(table)} where userid = ${userid}`.execute(db);
}

/** Lets archives of the person's files expire at once, also unfinished ones. They are collected with their content. */
export async function expirePacksOf(db: Writer, userid: number, now: Date): Promise<void> {
  await sql`update file_packs set expired_at = ${now} where userid = ${userid}`.execute(db);
}

/** Lets exports about the person expire at once, so that their files are collected. */
export async function expireExportsAbout(db: Writer, userid: number, now: Date): Promise<void> {
  await sql`update exports set expired_at = ${now}
    where kind = 'person' and asked->'userids' = to_jsonb(array[${userid}::int])`.execute(db);
}

/** The next messages of a person, by id. */
export async function nextMessagesOf(db: Reader, userid: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('userid', '=', userid)
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Projects of others that a person is a member of. */
export async function listJoinedProjects(db: Reader, userid: number): Promise<number[]> {
  const rows = await db
    .selectFrom('project_users')
    .select('project_id')
    .where('userid', '=', userid)
    .where('owner', '=', 0)
    .orderBy('project_id')
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Personal projects that nobody took over. */
export async function listPersonalProjects(db: Reader, userid: number): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('personal', '=', 1)
    .where('owner_userid', '=', userid)
    .where('userid', '=', userid)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces earlier profiles in the log of events, which stores them for days, by the present one. */
export async function replaceProfileEvents(db: Writer, { userid, ...profile }: UserBasic): Promise<void> {
  await sql`update events set data = ${JSON.stringify({ userid, ...profile })}::jsonb
    where type = 'user' and action = 'update' and data -> 'userid' = to_jsonb(${userid}::int)`.execute(db);
}

/** Renames the person's personal projects and deletes their logs, because both may contain the person's name. */
export async function renamePersonalProjects(db: Writer, userid: number, name: string): Promise<void> {
  await sql`
    with renamed as (
      update projects set name = left(${name}, 32) where personal = 1 and userid = ${userid} returning id, dialog_id, name),
    forgotten as (delete from project_logs l using renamed where l.project_id = renamed.id)
    update dialogs d set name = renamed.name from renamed
    where d.id = renamed.dialog_id and renamed.dialog_id > 0`.execute(db);
}
