import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { headPairs, headsProject, isSeenBy, seesTask, seesTaskAsHead } from '#modules/dialogs/visibleTasks.access';
import { historiesOf, seed } from '#testing/histories';
import { administrator, person, testServer } from '#testing/world';

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
        const project = await ada!.call(projectAdd, { name: 'Viewers' });
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

test('a head sees a project by the query of one person exactly if they are among its heads', async () => {
  const people = await Promise.all(['ada', 'bo', 'cy', 'di'].map((name) => person(name)));
  const [ada] = people;
  const ids = people.map(({ userid }) => userid);
  const { app } = await testServer();
  const admin = await administrator();
  await admin.call(systemSetting, { type: 'save', department_owner_project_view: 'open' });
  const someone = fc.constantFrom(...ids, 0);
  const some = fc.subarray(ids);
  // Up to three levels, each department under an earlier one or none.
  const department = fc.record({ owner: someone, deputies: some, under: fc.nat(2), people: some });
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(department, { minLength: 1, maxLength: 4 }),
      fc.subarray(ids, { minLength: 1 }),
      fc.constantFrom('open', 'open', 'close'),
      fc.constantFrom(1, 2),
      async (departments, members, view, visibility) => {
        const project = await ada!.call(projectAdd, { name: 'Heads' });
        const { id } = await ada!.call(taskAdd, { project_id: project.id, name: 'Task', visibility });
        await sql`delete from project_users where project_id = ${project.id}`.execute(app.db);
        await sql`update projects set department_owner_view = ${view} where id = ${project.id}`.execute(app.db);
        for (const userid of members)
          await sql`insert into project_users (project_id, userid) values (${project.id}, ${userid})`.execute(app.db);
        await sql`update users set department = '{}' where userid = any(${ids}::int[])`.execute(app.db);
        const made: number[] = [];
        for (const each of departments) {
          const parent = made[each.under] ?? 0;
          const { rows } = await sql<{ id: number }>`
            insert into departments (name, parent_id, owner_userid, deputy_userids)
            values ('Random', ${parent}, ${each.owner}, ${each.deputies}::int[]) returning id`.execute(app.db);
          const department_id = rows[0]?.id ?? 0;
          made.push(department_id);
          await sql`update users set department = array_append(department, ${department_id}::int)
            where userid = any(${each.people}::int[])`.execute(app.db);
        }
        const pairs = await sql<{ userid: number }>`${headPairs(sql`p.id = ${project.id}`)}`.execute(app.db);
        const heads = new Set(pairs.rows.map(({ userid }) => userid));
        for (const userid of ids.filter((each) => !members.includes(each))) {
          const { rows } = await sql<{ project: boolean; task: boolean }>`
            select ${headsProject(userid)} as project, ${seesTaskAsHead(userid)} as task
            from projects p join tasks t on t.project_id = p.id where t.id = ${id}`.execute(app.db);
          const isHead = heads.has(userid);
          expect(rows[0], JSON.stringify({ userid, departments, members })).toEqual({
            project: isHead,
            task: isHead && visibility === 1,
          });
          if (isHead) seen++;
        }
        await sql`delete from departments where id = any(${made}::int[])`.execute(app.db);
      },
    ),
    { numRuns: historiesOf(20, 500), seed },
  );
  await admin.call(systemSetting, { type: 'save', department_owner_project_view: 'close' });
  expect(seen).toBeGreaterThan(0);
});
