import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isSeenBy, seesTask } from '#modules/dialogs/taskSight.access';
import { historiesOf, seed } from '#testing/histories';
import { person, testServer } from '#testing/world';

interface Row {
  task: number;
  userid: number;
  owner: number;
  visibility: number;
  visible_to: number[];
  circle: number[];
  seen: boolean;
}

test('task visibility is the same in SQL and in memory for any roles, subtasks and settings', async () => {
  const people = [await person('ada'), await person('bo'), await person('cy'), await person('di')];
  const [ada] = people;
  const ids = people.map(({ userid }) => userid);
  const { app } = await testServer();
  const some = fc.subarray(ids);
  const part = fc.record({ visibility: fc.constantFrom(1, 2, 3), visible_to: some, owners: some, assistants: some });
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(ids, { minLength: 1 }),
      fc.constantFrom(...ids),
      part,
      part,
      async (members, owner, main, sub) => {
        const project = await ada!.call(projectAdd, { name: 'Seers' });
        const { id } = await ada!.call(taskAdd, { project_id: project.id, name: 'Main', subtasks: [{ name: 'Sub' }] });
        await sql`delete from project_users where project_id = ${project.id}`.execute(app.db);
        for (const userid of members)
          await sql`insert into project_users (project_id, userid, owner) values (${project.id}, ${userid}, ${Number(userid === owner)})`.execute(
            app.db,
          );
        for (const [filter, each] of [
          [sql`id = ${id}`, main],
          [sql`parent_id = ${id}`, sub],
        ] as const) {
          await sql`update tasks set visibility = ${each.visibility}, visible_to = ${each.visible_to}::int[] where ${filter}`.execute(
            app.db,
          );
          await sql`insert into task_users (project_id, task_id, task_pid, userid, owner)
          select project_id, id, ${id}, u, (u = any(${each.owners}::int[]))::int from tasks, unnest(${[...new Set([...each.owners, ...each.assistants])]}::int[]) u
          where ${filter} on conflict do nothing`.execute(app.db);
        }
        const { rows } = await sql<Row>`
        select t.id as task, pu.userid, pu.owner, t.visibility, t.visible_to, ${seesTask(sql`pu.userid`)} as seen,
          array(select distinct tu.userid from task_users tu where tu.task_pid = ${id}) as circle
        from tasks t join project_users pu on pu.project_id = t.project_id where t.project_id = ${project.id}`.execute(
          app.db,
        );
        expect(rows).toHaveLength(members.length * 2);
        for (const row of rows) {
          const member = { userid: row.userid, isOwner: row.owner === 1 };
          expect(isSeenBy(row, member, new Set(row.circle)), JSON.stringify(row)).toBe(row.seen);
          const { rows: one } = await sql<{ seen: boolean }>`
          select ${seesTask(row.userid)} as seen from tasks t join project_users pu on pu.project_id = t.project_id and pu.userid = ${row.userid}
          where t.id = ${row.task}`.execute(app.db);
          expect(one[0]?.seen).toBe(row.seen);
          if (!row.seen) hidden++;
        }
      },
    ),
    { numRuns: historiesOf(25, 500), seed },
  );
  expect(hidden).toBeGreaterThan(0);
});
