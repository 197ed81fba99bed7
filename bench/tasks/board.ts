import type pg from 'pg';

export interface Board {
  projectId: number;
  columns: { id: number; tasks: number[] }[];
}

const COLUMNS = 5;

/** A project with `count` open tasks in five columns, each with an owner, most with a date and a tag. */
export async function fillBoard(db: pg.Client, owner: number, others: number[], count: number): Promise<Board> {
  const { rows } = await db.query<{ id: number }>(
    `insert into projects (name, userid, owner_userid) values ('Board of ' || $2, $1, $1) returning id`,
    [owner, count],
  );
  const projectId = rows[0]?.id ?? 0;
  await db.query(
    `insert into project_users (project_id, userid, owner) select $1, u, (u = $2)::int from unnest($3::int[]) u`,
    [projectId, owner, [owner, ...others]],
  );
  await db.query(
    `with d as (insert into dialogs (type, group_type, link_id, owner_id, people, name)
       values ('group', 'project', $1, $2, cardinality($3::int[]), 'Board') returning id),
     m as (insert into dialog_members (dialog_id, userid) select d.id, u from d, unnest($3::int[]) u)
     update projects set dialog_id = d.id from d where projects.id = $1`,
    [projectId, owner, [owner, ...others]],
  );
  await db.query(
    `insert into project_columns (project_id, name, sort) select $1, 'Column ' || n, n from generate_series(1, $2::int) n`,
    [projectId, COLUMNS],
  );
  await db.query(
    `with c as (select array_agg(id order by sort) as ids from project_columns where project_id = $1),
     t as (
       insert into tasks (project_id, column_id, name, "desc", userid, sort, end_at, task_tag, p_level, p_name, p_color)
       select $1, c.ids[n % $4 + 1], 'Task ' || n || ': go through the list of open questions', 'Some words on what to do',
         $2, n / $4, case when n % 3 > 0 then now() + make_interval(hours => n) end,
         case when n % 2 = 0 then '[{"name":"review","color":"#4e7cf6"}]'::jsonb else '[]' end, n % 4,
         case when n % 4 > 0 then 'P' || n % 4 else '' end, case when n % 4 > 0 then '#d9480f' else '' end
       from c, generate_series(0, $3::int - 1) n returning id, project_id
     )
     insert into task_users (project_id, task_id, task_pid, userid, owner) select project_id, id, id, $2, 1 from t`,
    [projectId, owner, count, COLUMNS],
  );
  await db.query('analyze');
  const columns = await db.query<{ id: number; tasks: number[] }>(
    `select column_id as id, array_agg(id order by sort) as tasks from tasks where project_id = $1 group by column_id order by 1`,
    [projectId],
  );
  return { projectId, columns: columns.rows };
}

export interface Place {
  project_id: number;
  column_id: string;
}

/** Empty columns, each in a project of its own. */
export async function emptyColumns(db: pg.Client, owner: number, count: number): Promise<Place[]> {
  const { rows } = await db.query<Place>(
    `with p as (
      insert into projects (name, userid, owner_userid) select 'Empty ' || n, $1, $1 from generate_series(1, $2::int) n
      returning id
    ), u as (
      insert into project_users (project_id, userid, owner) select id, $1, 1 from p
    )
    insert into project_columns (project_id, name) select id, 'To do' from p returning project_id, id::text as column_id`,
    [owner, count],
  );
  return rows;
}
