import pg from 'pg';
import { expect, test } from 'vitest';
import { operatorCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { cloneTemplate } from '#testing/database';
import { testServer, world } from '#testing/world';
import { selectLoad } from '../tasks.queries.ts';
import { compileTask, reserveTask } from './lifecycle.queries.ts';

test('the row of a new task is known before it is stored', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const { app } = await testServer();
  const { id: column_id } = await app.db
    .selectFrom('project_columns')
    .select('id')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  const given = {
    project_id: project.id,
    column_id,
    parent_id: 0,
    userid: ada.userid,
    name: 'Ship',
    start_at: new Date('2026-03-02T09:00:00.125Z'),
    end_at: null,
    sort: 3,
    visibility: 3,
    visible_to: [ada.userid],
    color: '#123456',
    from_dialog_id: 0,
    task_tag: [{ name: 'sea', color: '' }],
  };
  const row = await performWork(app, operatorCaller, async (work) => {
    const task = compileTask(work.tx, await reserveTask(work.tx), given);
    work.trail(task.insertion);
    return task.row;
  });
  const stored = await app.db.selectFrom('tasks').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  expect(row).toEqual(stored);
});

test('a workspace without statistics counts the tasks of a project from an index alone', async () => {
  const { app } = await testServer();
  // A database of its own: how large the tables of other tests are changes the plan.
  const client = new pg.Client({ connectionString: await cloneTemplate('atrium_task_load') });
  await client.connect();
  const { sql: text } = selectLoad(1, 1).compile(app.db);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  await client.end();
  const [index] = rows.flatMap((row) => /Index.* Scan using (\w+)/.exec(row['QUERY PLAN'])?.slice(0, 1) ?? []);
  expect(index).toBe('Index Only Scan using tasks_board');
});
