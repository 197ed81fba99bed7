import { type RawBuilder, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';

/** The people of the demo; null for a whole workspace, which nobody else may use. */
type Scope = readonly number[] | null;
const within = (column: string, scope: Scope): RawBuilder<boolean> =>
  scope ? sql`${sql.ref(column)} = any(${scope}::int[])` : sql`true`;

export async function setFileTimes(db: Writer, written: Date, id: number | undefined): Promise<void> {
  await sql`update files set created_at = ${written}, updated_at = ${written} where id = ${id}`.execute(db);
}

export async function setContentTimes(db: Writer, written: Date, id: number | undefined): Promise<void> {
  await sql`update file_contents set created_at = ${written} where fid = ${id}`.execute(db);
}

export async function setReportTimes(db: Writer, at: Date, id: number): Promise<void> {
  await db.updateTable('reports').set({ created_at: at, updated_at: at }).where('id', '=', id).execute();
}

export async function setReportReadAt(db: Writer, readAt: Date | null, id: number): Promise<void> {
  await db.updateTable('report_receivers').set({ read_at: readAt }).where('report_id', '=', id).execute();
}

export async function setMessageTimes(db: Writer, ids: number[], times: Date[]): Promise<void> {
  await sql`update messages m set created_at = wanted.at, updated_at = wanted.at
    from unnest(${ids}::int[], ${times}::timestamptz[]) as wanted(id, at) where m.id = wanted.id`.execute(db);
}

export async function setFollowingTimes(db: Writer, ids: number[], begin: Date, dialogs: Scope): Promise<void> {
  await sql`with wanted as (select unnest(${ids}::int[]) as id)
    update messages m set (created_at, updated_at) = (
      select at, at from (select coalesce(max(k.created_at) + interval '20 seconds', ${begin}) as at
        from messages k join wanted using (id) where k.dialog_id = m.dialog_id and k.seq < m.seq) before)
    where m.id not in (select id from wanted) and ${within('m.dialog_id', dialogs)}`.execute(db);
}

export async function setDialogTimes(db: Writer, begin: Date, dialogs: Scope): Promise<void> {
  await sql`update dialogs d set created_at = least(d.created_at, ${begin}), updated_at = at, last_at = at
    from (select d.id, coalesce(max(m.created_at), ${begin}) as at from dialogs d left join messages m on m.dialog_id = d.id group by d.id) t
    where t.id = d.id and ${within('d.id', dialogs)}`.execute(db);
}

/** The messages of the approval bot about a request. */
export async function listNoticeIds(db: Reader, approvalId: number): Promise<number[]> {
  const rows = await db.selectFrom('approval_notices').select('msg_id').where('approval_id', '=', approvalId).execute();
  return rows.map(({ msg_id }) => msg_id);
}

export async function setTodoTimes(db: Writer, dialogs: Scope): Promise<void> {
  await sql`update message_todos t set created_at = m.created_at from messages m where m.id = t.msg_id
    and ${within('m.dialog_id', dialogs)}`.execute(db);
}

/** Sets the time when each person was last seen to that of their last message. */
export async function setUserTimes(db: Writer, begin: Date): Promise<void> {
  await sql`update users u set created_at = ${begin},
    line_at = (select max(m.created_at) from messages m where m.userid = u.userid and u.bot = 0)`.execute(db);
}

export async function setDepartmentTimes(db: Writer, begin: Date): Promise<void> {
  await sql`update departments set created_at = ${begin}, updated_at = ${begin}`.execute(db);
}

export async function setPersonalProjectTimes(db: Writer, begin: Date): Promise<void> {
  await sql`update projects set created_at = ${begin} where personal = 1`.execute(db);
}

export async function setHandoffTimes(db: Writer, projects: Scope): Promise<void> {
  await sql`update task_handoffs h set created_at = case h.source when 'complete' then coalesce(t.complete_at, t.created_at)
    when 'archive' then coalesce(t.archived_at, t.created_at) else t.created_at end from tasks t where t.id = h.task_id and ${within('t.project_id', projects)}`.execute(
    db,
  );
}

export async function setLogTimes(db: Writer, begin: Date, projects: Scope): Promise<void> {
  await sql`with old as (delete from project_logs where ${within('project_id', projects)} returning *), timed as (
      select o.*, coalesce(case o.detail when 'task.complete' then t.complete_at when 'task.archive' then t.archived_at
        when 'task.delete' then t.deleted_at else t.created_at end, ${begin}) as at
      from old o left join tasks t on t.id = o.task_id)
    insert into project_logs (project_id, column_id, task_id, task_only, userid, detail, record, created_at)
    select project_id, column_id, task_id, task_only, userid, detail, record, at from timed order by at, id`.execute(
    db,
  );
}

export function listMemberEnds(db: Reader, dialogs: Scope) {
  return db
    .selectFrom('dialog_members')
    .innerJoin('dialogs', 'dialogs.id', 'dialog_members.dialog_id')
    .select(['dialog_id', 'userid', 'last_seq'])
    .where('last_seq', '>', 0)
    .where(within('dialog_id', dialogs))
    .orderBy('dialog_id')
    .orderBy('userid')
    .execute();
}

export async function markReadUpTo(db: Writer, dialogIds: number[], userids: number[], uptos: number[]): Promise<void> {
  await sql`update dialog_members dm set read = int4multirange(int4range(1, upto + 1)) + coalesce((
      select range_agg(int4range(m.seq, m.seq + 1)) from messages m where m.dialog_id = dm.dialog_id and m.userid = dm.userid), '{}')
    from unnest(${dialogIds}::int[], ${userids}::int[], ${uptos}::int[]) as r(d, u, upto)
    where dm.dialog_id = r.d and dm.userid = r.u`.execute(db);
}
