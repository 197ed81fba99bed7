import { userOperation } from '@atrium/contract/people/accounts.ts';
import * as p from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { sideTransaction } from '#testing/sideTransaction';
import { administrator, refused, type TestClient, world } from '#testing/world';

/** Makes a person the owner of a project while a call waits for the members, and returns how the call ended. */
async function whileOwnerChanges(project_id: number, next: TestClient, start: () => Promise<unknown>) {
  const other = await sideTransaction();
  await other.query('select id from projects where id = $1 for no key update', [project_id]);
  const outcome = start().then(
    () => 'done',
    (error: unknown) => error,
  );
  await other.isWaitedFor();
  const values = [project_id, next.userid];
  await other.query('update project_users set owner = (userid = $2)::int where project_id = $1', values);
  await other.query('update projects set owner_userid = $2, member_version = member_version + 1 where id = $1', values);
  await other.commit();
  return outcome;
}

test('a member who becomes the owner at the same moment stays in the project', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const project_id = project.id;
  const task = await ada.call(taskAdd, { project_id, name: 'Ship' });
  for (const [start, code] of [
    [() => bo.call(p.projectExit, { project_id }), 'project.leave'],
    [() => ada.call(p.projectUser, { project_id, userid: [ada.userid, cy.userid] }), 'project.owner'],
    [() => ada.call(p.projectTransfer, { project_id, owner_userid: cy.userid }), 'project.owner'],
  ] as const) {
    expect(await whileOwnerChanges(project_id, bo, start)).toMatchObject(refused(code));
    const { project_user = [] } = await cy.call(p.projectOne, { project_id });
    expect(project_user.filter(({ owner }) => owner === 1)).toMatchObject([{ userid: bo.userid }]);
    expect(project_user).toHaveLength(3);
    expect((await bo.call(taskUpdate, { task_id: task.id, name: `Ship after ${code}` })).id).toBe(task.id);
    await bo.call(p.projectTransfer, { project_id, owner_userid: ada.userid });
  }
});

test('an account that ends while it becomes the owner passes the project to its successor', async () => {
  const { ada, bo, cy, project } = await world({ members: ['ada', 'bo', 'cy'] });
  const admin = await administrator();
  const project_id = project.id;
  const end = { userid: bo.userid, type: 'delete', transfer_userid: cy.userid, delete_reason: 'left' } as const;
  await whileOwnerChanges(project_id, bo, () => admin.call(userOperation, end));
  const { project_user = [], owner_userid } = await ada.call(p.projectOne, { project_id });
  expect(owner_userid).toBe(cy.userid);
  const owners = Object.fromEntries(project_user.map(({ userid, owner }) => [userid, owner]));
  expect(owners).toEqual({ [ada.userid]: 0, [cy.userid]: 1 });
});
