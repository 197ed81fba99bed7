import { dialogOpenUser, groupAdd, groupAdddeputy } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { driveAdd, drivePack } from '@atrium/contract/files/drive.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { departmentAdd, departmentAdddeputy } from '@atrium/contract/people/departments.ts';
import { projectAdd, projectTransfer, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskDialog } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { fileSetting } from '@atrium/contract/workspace/storage.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, refused, startServer, TestClient, type TestServer, unique } from '#testing/world';

/** A workspace of its own, whose settings may change. */
let server: TestServer;
let admin: TestClient;
let ada: TestClient;
let bo: TestClient;
let cy: TestClient;
beforeAll(async () => {
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_permits_')) });
  admin = await person('admin', { server });
  ada = await person('ada', { server });
  bo = await person('bo', { server });
  cy = await person('cy', { server });
}, 60_000);
afterAll(() => server.close());

const set = (settings: Omit<InputOf<typeof systemSetting>, 'type'>) =>
  admin.call(systemSetting, { type: 'save', ...settings });
test('passwords stay on while there is no other way to sign in', async () => {
  await expect(set({ password_login: 'close' })).rejects.toEqual(refused('setting.password_login'));
});

test('projects can be created by everybody, department heads, chosen people or administrators', async () => {
  await admin.call(departmentAdd, { name: 'Harbour', owner_userid: ada.userid });
  const may = async (who: TestClient) => {
    const made = await who.call(projectAdd, { name: unique('P') }).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(refused('project.add'));
        return false;
      },
    );
    // The setting shown to a screen and the check on creating agree.
    const { project_add } = await who.call(systemSetting, {});
    expect((await who.call(syncStart, {})).setting.project_add).toBe(project_add);
    expect(project_add).toBe(made ? 'open' : 'close');
    return made;
  };
  const all = async () => [await may(admin), await may(ada), await may(bo), await may(cy)];
  expect(await all()).toEqual([true, true, true, true]);
  await set({ project_add_permission: ['departmentOwner'], project_add_userids: [bo.userid] });
  expect(await all()).toEqual([true, true, false, false]);
  await set({ project_add_permission: ['departmentOwner', 'appoint'] });
  expect(await all()).toEqual([true, true, true, false]);
  await set({ project_add_permission: ['appoint'] });
  expect(await all()).toEqual([true, false, true, false]);
  await set({ project_add_permission: [] });
  expect(await all()).toEqual([true, false, false, false]);
  // A caller without a sign-in does not count as head of a department without one.
  await set({ project_add_permission: ['departmentOwner'] });
  await server.app.db.updateTable('departments').set({ owner_userid: 0 }).execute();
  const visitor = await new TestClient(server.base).call(systemSetting, {});
  expect(visitor.project_add).toBe('close');
  await set({ project_add_permission: ['all'] });
});

test('only administrators see whom they chose', async () => {
  await set({ project_add_userids: [bo.userid] });
  expect((await admin.call(systemSetting, { type: 'all' })).project_add_userids).toEqual([bo.userid]);
  for (const answer of [await cy.call(systemSetting, {}), (await cy.call(syncStart, {})).setting]) {
    expect(answer).not.toHaveProperty('project_add_userids');
  }
});

test('managers assign to-dos to others where the workspace requires it; everybody sets their own', async () => {
  const say = async (dialog_id: number, by = ada) =>
    (await by.call(m.msgSendtext, { dialog_id, text: 'Please look' })).id;
  const give = (who: TestClient, msg_id: number, ...userids: number[]) => who.call(acts.msgTodo, { msg_id, userids });
  const project = await bo.call(projectAdd, { name: unique('P'), columns: 'To do' });
  const people = [ada.userid, bo.userid, cy.userid, admin.userid];
  await bo.call(projectUser, { project_id: project.id, userid: people });
  const task = await bo.call(taskAdd, {
    project_id: project.id,
    name: 'Sail',
    owner: [cy.userid],
    assist: [ada.userid],
  });
  const { dialog_id: aboutTask } = await ada.call(taskDialog, { task_id: task.id });
  const { id: group } = await bo.call(groupAdd, { userids: people, chat_name: 'Crew' });
  const { id } = await admin.call(departmentAdd, { name: 'Mole', owner_userid: cy.userid, dialog_group: 'new' });
  const { dialog_id: mole } = await admin.call(departmentAdddeputy, { id, userid: ada.userid });
  const { id: two } = await ada.call(dialogOpenUser, { userid: bo.userid });
  await bo.call(groupAdddeputy, { dialog_id: group, userid: ada.userid });
  await set({ todo_set_permission: 'close' });

  // The person who assigns, the assignee, and whether it is allowed, in each kind of conversation.
  const cases: [string, number, TestClient, TestClient, boolean][] = [
    ['owner of a group', group, bo, cy, true],
    ['member of a group', group, cy, bo, false],
    ['deputy of a group', group, ada, bo, true],
    ['administrator', group, admin, cy, true],
    ['owner of a project', project.dialog_id, bo, cy, true],
    ['member of a project', project.dialog_id, cy, bo, false],
    ['owner of the project of a task', aboutTask, bo, cy, true],
    ['owner of a task', aboutTask, cy, ada, true],
    ['assistant of a task', aboutTask, ada, cy, false],
    ['head of a department', mole, cy, ada, true],
    ['deputy of a department', mole, ada, cy, true],
    ['one of two', two, ada, bo, false],
  ];
  for (const [name, dialog_id, who, asked, goes] of cases) {
    const msg_id = await say(dialog_id, dialog_id === mole ? who : ada);
    if (goes) expect((await give(who, msg_id, asked.userid)).update.todo, name).toBe(who.userid);
    else await expect(give(who, msg_id, asked.userid), name).rejects.toEqual(refused('todo.others'));
  }

  await bo.call(projectTransfer, { project_id: project.id, owner_userid: cy.userid });
  const inProject = await say(project.dialog_id);
  await give(cy, inProject, ada.userid);
  await expect(give(bo, inProject, cy.userid), 'who owned a project').rejects.toEqual(refused('todo.others'));

  const msg_id = await say(group);
  await give(cy, msg_id, cy.userid);
  await expect(cy.call(acts.msgTodo, { msg_id, type: 'all' })).rejects.toEqual(refused('todo.others'));
  // Existing assignees are no change.
  await give(ada, msg_id, cy.userid, ada.userid);
  await give(cy, msg_id, ada.userid);
  await expect(give(cy, msg_id)).rejects.toEqual(refused('todo.others'));
  await set({ todo_set_permission: 'open' });
  await give(cy, msg_id);
});

test('archives can be made by everybody, administrators, chosen people, or all except chosen people', async () => {
  const may = async (who: TestClient) => {
    const { id } = await who.call(driveAdd, { name: unique('F'), type: 'folder' });
    const packed = await who.call(drivePack, { ids: [id], name: 'all' }).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(refused('drive.pack_denied'));
        return false;
      },
    );
    await server.app.db.deleteFrom('file_packs').execute();
    expect((await who.call(systemSetting, {})).file_pack).toBe(packed ? 'open' : 'close');
    return packed;
  };
  const all = async () => [await may(admin), await may(ada), await may(bo)];
  const choose = (permission_pack_type: InputOf<typeof fileSetting>['permission_pack_type']) =>
    admin.call(fileSetting, { type: 'save', permission_pack_type });
  expect(await admin.call(fileSetting, {})).toMatchObject({ permission_pack_type: 'all', permission_pack_userids: [] });
  expect(await all()).toEqual([true, true, true]);
  await admin.call(fileSetting, { type: 'save', permission_pack_userids: [ada.userid] });
  expect((await choose('admin')).permission_pack_userids).toEqual([ada.userid]);
  expect(await all()).toEqual([true, false, false]);
  await choose('appointAllow');
  expect(await all()).toEqual([true, true, false]);
  await choose('appointProhibit');
  expect(await all()).toEqual([true, false, true]);
  await choose('all');
});
