import type pg from 'pg';
import type { Person } from '../lib/fill.ts';

const DIALOGS = 200;
const MEMBERS = 50;
/** Number of messages per task. */
const MESSAGES_PER_TASK = 20;
const TASKS_PER_PROJECT = 500;

/** Two hundred groups of fifty, all with the reader; one gets half of all messages. */
export async function makeDialogs(db: pg.Client, people: readonly Person[]): Promise<number[]> {
  const userids = people.slice(0, MEMBERS).map((each) => each.userid);
  const { rows } = await db.query<{ id: number }>(
    `with d as (
      insert into dialogs (type, group_type, name, people, owner_id)
      select 'group', 'user', 'Group ' || n, $2, 0 from generate_series(1, $1::int) n returning id
    ), m as (
      insert into dialog_members (dialog_id, userid) select d.id, u from d, unnest($3::int[]) u
    ) select id from d order by id`,
    [DIALOGS, MEMBERS, userids],
  );
  return rows.map((row) => row.id);
}

/**
 * Grows the conversations to `total` messages, by set-based statements. Realistic read states: two gaps and the newest
 * messages are unread.
 */
export async function fillTo(db: pg.Client, total: number, dialogs: readonly number[], people: readonly Person[]) {
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from messages');
  const added = total - (rows[0]?.n ?? 0);
  // Skips the foreign key check for a million messages: their dialogs exist.
  await db.query('set session_replication_role = replica');
  await db.query(
    `with fresh as (
      select case when n % 2 = 0 then ($1::int[])[1] else ($1::int[])[n / 2 % $3 + 1] end as dialog_id, n
      from generate_series(1, $2::int) n
    ), numbered as (
      select dialog_id, n, row_number() over (partition by dialog_id order by n)::int as nth from fresh
    )
    insert into messages (dialog_id, seq, userid, type, mtype, msg, search_key, send, created_at)
    select f.dialog_id, d.last_seq + f.nth, ($4::int[])[f.n % cardinality($4::int[]) + 1], 'text', 'text',
      jsonb_build_object('text', '<p>Message ' || f.n || ' about the plan for Friday, with a few words more.</p>'),
      'message ' || f.n || ' about the plan for friday, with a few words more.', $5 - 1, now() + make_interval(secs => f.n / 1000.0)
    from numbered f join dialogs d on d.id = f.dialog_id order by f.n`,
    [dialogs, added, DIALOGS, people.slice(0, MEMBERS).map((each) => each.userid), MEMBERS],
  );
  await db.query(
    `update dialogs d set last_seq = m.seq, last_msg_id = m.id, last_at = m.at from
      (select dialog_id, max(seq) as seq, max(id) as id, max(created_at) as at from messages group by dialog_id) m
     where m.dialog_id = d.id`,
  );
  await db.query(
    `update dialog_members m set read =
       int4multirange(int4range(1, greatest(2, d.last_seq - 20))) - int4multirange(int4range(5, 7), int4range(11, 12))
     from dialogs d where d.id = m.dialog_id`,
  );
}

/** Projects of 500 tasks, one in four with the reader as a member; returns one of the reader's. */
export async function fillTasks(db: pg.Client, total: number, people: readonly Person[]): Promise<number> {
  const reader = people[0]?.userid ?? 0;
  const others = people.slice(1, 20).map((each) => each.userid);
  const { rows } = await db.query<{ n: number }>('select count(*)::int as n from projects');
  const from = rows[0]?.n ?? 0;
  const projects = Math.max(1, Math.round(total / MESSAGES_PER_TASK / TASKS_PER_PROJECT));
  if (projects > from) await addProjects(db, { from, to: projects, reader, others });
  const mine = await db.query<{ id: number }>('select project_id as id from project_users where userid = $1 limit 1', [
    reader,
  ]);
  return mine.rows[0]?.id ?? 0;
}

async function addProjects(
  db: pg.Client,
  { from, to, reader, others }: { from: number; to: number; reader: number; others: number[] },
): Promise<void> {
  await db.query(
    `with p as (
      insert into projects (name, userid, owner_userid)
      select 'Project ' || n, ($3::int[])[1], ($3::int[])[1] from generate_series($1::int, $2::int - 1) n returning id
    ), u as (
      insert into project_users (project_id, userid, owner)
      select p.id, m, (m = ($3::int[])[1])::int from p, unnest($3::int[]) m
      union all select p.id, $4, 0 from p where p.id % 4 = 1
    ), c as (
      insert into project_columns (project_id, name) select id, 'To do' from p returning id, project_id
    ), t as (
      insert into tasks (project_id, column_id, name, userid, sort, end_at, complete_at)
      select project_id, id, 'Task ' || n, ($3::int[])[1], n, now() + make_interval(hours => n % 400),
        case when n % 3 = 0 then now() end
      from c, generate_series(1, $5::int) n returning id, project_id
    )
    insert into task_users (project_id, task_id, task_pid, userid, owner)
    select project_id, id, id, case when id % 25 = 0 and project_id % 4 = 1 then $4
      else ($3::int[])[id % cardinality($3::int[]) + 1] end, 1 from t`,
    [from, to, others, reader, TASKS_PER_PROJECT],
  );
}
