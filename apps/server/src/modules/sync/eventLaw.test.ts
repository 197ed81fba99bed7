import type { Client } from '@atrium/client/client.ts';
import { type ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { processDetail, taskComplete } from '@atrium/contract/approvals/submit.ts';
import { assistantBot, assistantSetting, sessionCreate } from '@atrium/contract/chat/assistants.ts';
import * as dialogs from '@atrium/contract/chat/dialogs.ts';
import { draftSave } from '@atrium/contract/chat/drafts.ts';
import { meetingPlanSave } from '@atrium/contract/chat/meetingPlans.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as messages from '@atrium/contract/chat/messages.ts';
import { events } from '@atrium/contract/contract.ts';
import { commentAdd } from '@atrium/contract/files/documents.ts';
import * as drive from '@atrium/contract/files/drive.ts';
import { msgSendfile } from '@atrium/contract/files/files.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { personTagAdd } from '@atrium/contract/people/personTags.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import * as flows from '@atrium/contract/projects/flows.ts';
import * as projects from '@atrium/contract/projects/projects.ts';
import { tagDelete, tagSave } from '@atrium/contract/projects/tags.ts';
import { taskFiledelete, taskFiles } from '@atrium/contract/projects/taskLinks.ts';
import * as tasks from '@atrium/contract/projects/tasks.ts';
import * as appBadges from '@atrium/contract/workspace/appBadges.ts';
import * as appData from '@atrium/contract/workspace/appData.ts';
import * as apps from '@atrium/contract/workspace/microApps.ts';
import { reportStore } from '@atrium/contract/workspace/reports.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { beforeAll, expect, test } from 'vitest';
import { approver, named, openSteps, publish, submit } from '#modules/approvals/approvals.testing';
import { wireTime } from '#platform/time/time';
import { clientOn, TestHost } from '#testing/clients';

import { differences, viewOf } from '#testing/view';
import { administrator, person, TestClient, testServer, unique } from '#testing/world';
import { upload } from '../drive/drive.testing.ts';
import { runPack } from '../drive/pack/pack.service.ts';
import { fillInboxes } from '../inbox/follow.service.ts';

/**
 * The law of events: an old snapshot of a device plus the event equals the snapshot that a fresh device loads. For
 * every kind of event; gaining access brings the history, losing it removes the data.
 */

/** Ada owns everything, Bo is a member, Cy is not. Everyone has a device with it open. */
interface Stage {
  ada: TestClient;
  bo: TestClient;
  cy: TestClient;
  project: projects.Project;
  columns: projects.Column[];
  task: tasks.Task;
  group: number;
  /** A message of Bo in the group, mentioning Ada. */
  message: messages.Message;
}

type Act = (stage: Stage) => Promise<unknown>;

const scenarios: Record<string, Act> = {
  'user/update': ({ ada }) => ada.call(userEditdata, { nickname: unique('Ada ') }),

  'user/departments': async ({ ada, bo }) => {
    const admin = await administrator();
    const made = await admin.call(departmentAdd, { name: 'Kitchen', owner_userid: ada.userid });
    await admin.call(userOperation, { userid: bo.userid, type: 'department', department: [made.id] });
    await admin.call(departmentAdd, { id: made.id, name: 'Cellar', owner_userid: ada.userid });
  },

  'report/unreadUpdate': ({ ada, bo }) =>
    ada.call(reportStore, { title: 'Day', type: 'daily', content: '<p>Shipped</p>', receive: [bo.userid] }),
  'dialog/session': async ({ ada }) => {
    const admin = await administrator();
    const set = (base_url: string) =>
      admin.call(assistantSetting, { vendor: 'ollama', base_url, models: base_url && 'small' });
    await set('https://models.example/v1');
    const { userid } = await ada.call(assistantBot, { type: 'ollama' });
    await set('');
    const { id: dialog_id } = await ada.call(dialogs.dialogOpenUser, { userid });
    await ada.call(messages.msgSendtext, { dialog_id, text: 'Plan the move' });
    await ada.call(sessionCreate, { dialog_id });
  },
  'approve/forms': ({ bo }) => publish([approver(named(bo))]),
  'approve/add': ({ ada, bo }) => requested(ada, bo),
  'approve/unread': ({ ada, bo }) => requested(ada, bo),
  'approve/update': async ({ ada, bo, cy }) => {
    const { id } = await submit(ada, await publish([approver(named(bo)), approver(named(cy))]));
    await bo.call(processDetail, { id }).then((detail) => decide(bo, detail));
  },
  'approve/finish': async ({ ada, bo }) => decide(bo, await requested(ada, bo)),
  'inbox/update': async ({ message }) => {
    const { app } = await testServer();
    await fillInboxes(app, { messages: [message.id], approvals: [], settled: [] });
  },
  'meeting/plans': ({ ada, bo }) => {
    const start_at = wireTime(new Date(Date.now() + 3_600_000));
    return ada.call(meetingPlanSave, { name: 'Crane review', start_at, minutes: 30, userids: [bo.userid] });
  },
  'user/tags': ({ ada, bo }) => bo.call(personTagAdd, { userid: ada.userid, name: 'Knots' }),

  'project/add': ({ ada, bo, cy, project }) => join(project, ada, bo, cy),
  'project/update': ({ ada, project }) =>
    ada.call(projects.projectUpdate, { project_id: project.id, name: 'Renamed', desc: 'New words' }),
  'project/detail': ({ ada, bo, project }) =>
    ada.call(projects.projectTransfer, { project_id: project.id, owner_userid: bo.userid }),
  'project/delete': ({ ada, project }) => join(project, ada),
  'project/archived': ({ ada, project }) => ada.call(projects.projectArchived, { project_id: project.id }),
  'project/recovery': async ({ ada, project }) => {
    await ada.call(projects.projectArchived, { project_id: project.id });
    await ada.call(projects.projectArchived, { project_id: project.id, type: 'recovery' });
  },
  'project/sort': ({ ada, project, columns: [first, second], task }) =>
    ada.call(projects.projectSort, {
      project_id: project.id,
      sort: [{ id: second?.id ?? 0, task: [task.id] }, { id: first?.id ?? 0 }],
    }),
  'project/flow': async ({ ada, project, task }) => {
    const items = [
      { id: -1, name: 'Open', status: 'start' as const, turns: [-2] },
      { id: -2, name: 'Doing', status: 'progress' as const, turns: [-1, -3] },
      { id: -3, name: 'Done', status: 'end' as const, turns: [-1] },
    ];
    const saved = await ada.call(flows.flowSave, { project_id: project.id, flows: items });
    const [open, doing, done] = saved.project_flow_item;
    await ada.call(tasks.taskUpdate, { task_id: task.id, flow_item_id: doing?.id ?? 0 });
    const subtask = await ada.call(tasks.taskAddsub, { task_id: task.id, name: 'On a status that goes' });
    // One is renamed and recolored, one deleted, one added.
    await ada.call(flows.flowSave, {
      project_id: project.id,
      flows: [
        { id: doing?.id ?? 0, name: 'At it', status: 'progress', color: '#336699' },
        { id: done?.id ?? 0, name: 'Done', status: 'end' },
        { id: -9, name: 'New', status: 'start' },
      ],
    });
    const of = async (task_id: number) => (await ada.call(tasks.taskOne, { task_id })).flow_item_name;
    expect([await of(task.id), await of(subtask.id), open?.id]).toEqual(['progress|At it|#336699', '', open?.id]);
  },
  'project/tag': async ({ ada, project, task }) => {
    const save = (fields: { id?: number; name: string; color: string }) =>
      ada.call(tagSave, { project_id: project.id, ...fields });
    const [sea, air] = [await save({ name: 'sea', color: '#111111' }), await save({ name: 'air', color: '#222222' })];
    const task_tag = ['air', 'sea', 'ocean'].map((name) => ({ name, color: '#333333' }));
    await ada.call(tasks.taskUpdate, { task_id: task.id, task_tag });
    // One takes the name of another tag of the task, one is deleted.
    await save({ id: sea.id, name: 'ocean', color: '#444444' });
    await ada.call(tagDelete, { id: air.id });
    const { task_tag: left } = await ada.call(tasks.taskOne, { task_id: task.id });
    expect(left).toEqual([{ id: 1, name: 'ocean', color: '#444444' }]);
  },
  'project/heads': async ({ bo, cy }) => {
    const admin = await administrator();
    const set = (department_owner_project_view: 'open' | 'close') =>
      admin.call(systemSetting, { type: 'save', department_owner_project_view });
    await set('open');
    const made = await admin.call(departmentAdd, { name: 'Lookout', owner_userid: cy.userid });
    await admin.call(userOperation, { userid: bo.userid, type: 'department', department: [made.id] });
    await set('close');
  },
  'project/top': ({ bo, project }) => bo.call(projects.projectTop, { project_id: project.id }),

  'projectColumn/add': ({ ada, project }) => ada.call(projects.columnAdd, { project_id: project.id, name: 'One more' }),
  'projectColumn/update': ({ ada, columns: [first] }) =>
    ada.call(projects.columnUpdate, { column_id: first?.id ?? 0, name: 'Renamed', color: '#ff0000' }),
  'projectColumn/delete': ({ ada, columns: [first] }) => ada.call(projects.columnRemove, { column_id: first?.id ?? 0 }),
  'projectColumn/recovery': async ({ ada, columns: [first], task }) => {
    await ada.call(tasks.taskRemove, { task_id: task.id });
    await ada.call(projects.columnRemove, { column_id: first?.id ?? 0 });
    await ada.call(tasks.taskRemove, { task_id: task.id, type: 'recovery' });
  },

  'projectTask/add': ({ ada, bo, project }) =>
    ada.call(tasks.taskAdd, {
      project_id: project.id,
      name: 'Another',
      owner: [bo.userid],
      subtasks: [{ name: 'A part' }],
    }),
  'projectTask/update': ({ ada, bo, task }) =>
    ada.call(tasks.taskUpdate, { task_id: task.id, name: 'Renamed', owner: [bo.userid], complete_at: true }),
  'projectTask/archived': async ({ ada, task }) => {
    await ada.call(tasks.taskUpdate, { task_id: task.id, complete_at: true });
    await ada.call(tasks.taskArchived, { task_id: task.id });
  },
  'projectTask/recovery': async ({ ada, task }) => {
    await ada.call(tasks.taskUpdate, { task_id: task.id, complete_at: true });
    await ada.call(tasks.taskArchived, { task_id: task.id });
    await ada.call(tasks.taskArchived, { task_id: task.id, type: 'recovery' });
  },
  'projectTask/delete': ({ ada, task }) => ada.call(tasks.taskUpdate, { task_id: task.id, visibility: 2 }),
  'projectTask/restore': async ({ ada, task }) => {
    await ada.call(tasks.taskRemove, { task_id: task.id });
    await ada.call(tasks.taskRemove, { task_id: task.id, type: 'recovery' });
  },
  'projectTask/relation': async ({ ada, project, task }) => {
    const other = await ada.call(tasks.taskAdd, { project_id: project.id, name: 'Named' });
    const content = `<p><span class="mention task" data-id="${task.id}">#One</span></p>`;
    await ada.call(tasks.taskUpdate, { task_id: other.id, content });
  },
  'projectTask/upload': async ({ ada, task }) => {
    const { dialog_id } = await ada.call(tasks.taskDialog, { task_id: task.id });
    await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'hello.txt' });
  },
  'projectTask/filedelete': async ({ ada, task }) => {
    const { dialog_id } = await ada.call(tasks.taskDialog, { task_id: task.id });
    await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: 'hello.txt' });
    const [file] = await ada.call(taskFiles, { task_id: task.id });
    await ada.call(taskFiledelete, { file_id: file?.id ?? 0 });
  },
  'projectTask/dialog': ({ ada, task }) => ada.call(tasks.taskDialog, { task_id: task.id }),

  'dialog/draft': ({ ada, group, message }) =>
    ada.call(draftSave, { key: String(group), content: '<p>begun</p>', quote_type: 'reply', quote_id: message.id }),

  'file/add': async ({ ada, bo }) => void (await sharedFolder(ada, bo)),
  'file/update': async ({ ada, bo }) => {
    const { id } = await sharedFolder(ada, bo);
    await bo.call(drive.driveAdd, { id, name: 'Renamed' });
  },
  'file/delete': async ({ ada, bo }) => {
    const { id } = await sharedFolder(ada, bo);
    await ada.call(drive.driveRemove, { ids: [id] });
  },
  'file/content': async ({ ada, bo }) => {
    const { id: pid } = await sharedFolder(ada, bo);
    const { id } = await ada.call(drive.driveAdd, { pid, name: 'Plan', type: 'document' });
    await bo.call(drive.driveSave, { id, content: JSON.stringify({ type: 'md', content: 'Words' }) });
  },

  'file/comment': async ({ ada, bo }) => {
    const { id: pid } = await sharedFolder(ada, bo);
    const [file] = await upload(ada, 'Pier.bin', 'bytes', { pid });
    await bo.call(commentAdd, { id: file?.id ?? 0, text: 'Which pier?' });
  },

  'file/compress': async ({ ada, bo }) => {
    const { id } = await sharedFolder(ada, bo);
    await bo.call(drive.drivePack, { ids: [id], name: 'All of it' });
    const { app } = await testServer();
    const packs = await app.db.selectFrom('file_packs').select('id').where('userid', '=', bo.userid).execute();
    for (const pack of packs) await runPack(app, pack.id);
  },

  'app/update': async () => {
    await ownApp();
  },
  'appBadge/update': async ({ ada }) => ada.call(appBadges.appBadgeSet, { appid: await ownApp(), count: 2 }),
  'app/data': async ({ ada }) => {
    const appid = await ownApp();
    const { token } = await ada.call(apps.appToken, { appid });
    const app = Object.assign(new TestClient(ada.base), { token });
    await app.call(appData.appDataSet, { key: 'note', value: '"hello"' });
  },

  'dialog/groupAdd': ({ ada, bo, cy }) =>
    ada.call(dialogs.groupAdd, { chat_name: 'New', userids: [bo.userid, cy.userid] }),
  'dialog/groupJoin': ({ ada, cy, group }) =>
    ada.call(dialogs.groupAdduser, { dialog_id: group, userids: [cy.userid] }),
  'dialog/groupExit': ({ ada, bo, group }) =>
    ada.call(dialogs.groupDeluser, { dialog_id: group, userids: [bo.userid] }),
  'dialog/groupDelete': ({ ada, group }) => ada.call(dialogs.groupDisband, { dialog_id: group }),
  'dialog/groupRestore': async ({ ada, task }) => {
    await ada.call(tasks.taskDialog, { task_id: task.id });
    await ada.call(tasks.taskRemove, { task_id: task.id });
    await ada.call(tasks.taskRemove, { task_id: task.id, type: 'recovery' });
  },
  'dialog/groupUpdate': ({ ada, group }) => ada.call(dialogs.groupEdit, { dialog_id: group, chat_name: 'Renamed' }),
  'dialog/mine': async ({ ada, group }) => {
    await ada.call(dialogs.dialogTop, { dialog_id: group });
    await ada.call(dialogs.dialogColor, { dialog_id: group, color: '#00ff00' });
    await ada.call(dialogs.dialogMark, { dialog_id: group, type: 'unread' });
  },

  'dialog/add': ({ ada, bo, group, message }) =>
    ada.call(messages.msgSendtext, {
      dialog_id: group,
      text: `<p>${mentionOf(bo)} yes</p>`,
      reply_id: message.id,
    }),
  'dialog/update': async ({ ada, bo, group, message }) => {
    await bo.call(acts.msgTag, { msg_id: message.id });
    await ada.call(acts.msgTodo, { msg_id: message.id, type: 'all' });
    const [mine] = await bo.call(acts.dialogTodo, { dialog_id: group });
    await bo.call(acts.msgDone, { id: mine?.id ?? 0 });
    await ada.call(acts.msgForward, { msg_id: message.id, dialogids: [group] });
    await bo.call(messages.msgSendtext, { update_id: message.id, text: '<p>nobody is named any more</p>' });
    const list = [{ text: 'A' }, { text: 'B' }];
    const [vote] = await ada.call(acts.msgVote, { dialog_id: group, text: 'Which?', list, anonymous: true });
    const uuid = String(vote?.msg['uuid']);
    await bo.call(acts.msgVote, { uuid, type: 'vote', vote: [2] });
    await ada.call(acts.msgVote, { uuid, type: 'again' });
    await ada.call(acts.msgVote, { uuid, type: 'vote', vote: [1] });
  },
  'dialog/updateTopMsg': ({ ada, message }) => ada.call(acts.msgTop, { msg_id: message.id }),
  'dialog/readed': ({ ada, message }) => ada.call(messages.msgRead, { id: String(message.id) }),
  'dialog/delete': ({ bo, message }) => bo.call(acts.msgWithdraw, { msg_id: message.id }),
};

async function sharedFolder(ada: TestClient, bo: TestClient) {
  const folder = await ada.call(drive.driveAdd, { name: 'Folder' });
  await ada.call(drive.driveShareUpdate, { id: folder.id, userids: [bo.userid], permission: 1 });
  return folder;
}

const mentionOf = ({ userid }: TestClient) => `<span class="mention user" data-id="${userid}">@x</span>`;

/** A request by Ada that Bo decides. */
const requested = async (ada: TestClient, bo: TestClient) => submit(ada, await publish([approver(named(bo))]));
const decide = (who: TestClient, detail: ApprovalDetail) =>
  who.call(taskComplete, { task_id: openSteps(detail)[0]?.id ?? 0, pass: true });

const join = ({ id }: projects.Project, ...people: TestClient[]) =>
  people[0]?.call(projects.projectUser, { project_id: id, userid: people.map(({ userid }) => userid) }) ??
  Promise.resolve();

/** An app of the workspace that everybody sees. */
async function ownApp(): Promise<string> {
  const id = unique('app').toLowerCase();
  const admin = await administrator();
  const menu = { url: 'https://app.example/' };
  await admin.call(apps.microAppMenu, { type: 'save', list: [{ id, name: 'App', visible_to: 'all', menu }] });
  return id;
}

let people: Pick<Stage, 'ada' | 'bo' | 'cy'>;
let stages = 0;
/** Every stage adds two conversations, and a device begins with the newest fifty. */
const STAGES_OF_PEOPLE = 15;
beforeAll(async () => {
  await administrator();
});

/** Undone changes and events without stored data: the final state equals the first. */
const roundTrips = /^user.tags$|^app|^approve.|^file.|^inbox.|^meeting.|^report.|recovery|restore$|groupRestore/i;

test('every event has its scenario', () => {
  expect(Object.keys(scenarios).sort()).toEqual(events.map(({ type, action }) => `${type}/${action}`).sort());
});

// covers C1-02
test.each(Object.entries(scenarios))('%s: old snapshot and event make the fresh one', async (event, act) => {
  const stage = await makeStage();
  const { ada, bo, cy } = stage;
  const seen = {
    projectId: stage.project.id,
    dialogIds: [stage.group, stage.project.dialog_id],
    // A task may be hidden from one person, and a project's numbers depend on the viewer.
    hasSecrets: event === 'projectTask/delete',
  };
  const devices = await Promise.all([ada, ada, bo, cy].map((owner) => device(owner, seen)));
  const shown = (client: Client) => ({
    ...viewOf(client, seen),
    names: [ada, bo].map(({ userid }) => client.store.get('user', userid)?.nickname),
  });
  const before = devices.map(({ client }) => shown(client));
  await act(stage);

  const [type, action] = event.split('/');
  const framesSoFar = () =>
    devices.some(({ host }) =>
      host.log.some(
        (line) =>
          line.includes(`{"type":"${type}","action":"${action}"`) ||
          line.includes(`{"type":"${type}","mode":"${action}"`),
      ),
    );
  await expect.poll(framesSoFar, { timeout: 5000, message: `nobody heard ${event}` }).toBe(true);
  for (const { client, owner } of devices) {
    const fresh = (await device(owner, seen)).client;
    await expect.poll(() => differences(shown(client), shown(fresh)), { timeout: 5000 }).toEqual([]);
    await fresh.stop();
  }
  const after = devices.map(({ client }) => shown(client));
  if (!roundTrips.test(event)) expect(after, 'nothing has changed for anyone').not.toEqual(before);
  await Promise.all(devices.map(({ client }) => client.stop()));
});

async function makeStage(): Promise<Stage> {
  if (stages++ % STAGES_OF_PEOPLE === 0) {
    people = { ada: await person('ada'), bo: await person('bo'), cy: await person('cy') };
  }
  const { ada, bo, cy } = people;
  const project = await ada.call(projects.projectAdd, { name: unique('P').slice(0, 30), columns: 'A,B' });
  await join(project, ada, bo);
  const { data: columns } = await ada.call(projects.columnLists, { project_id: project.id });
  const task = await ada.call(tasks.taskAdd, {
    project_id: project.id,
    column_id: String(columns[0]?.id),
    name: 'Task',
    owner: [ada.userid],
  });
  const { id: group } = await ada.call(dialogs.groupAdd, { chat_name: 'Group', userids: [bo.userid] });
  await ada.call(messages.msgSendtext, { dialog_id: group, text: '<p>first</p>' });
  const message = await bo.call(messages.msgSendtext, { dialog_id: group, text: `<p>${mentionOf(ada)} second</p>` });
  return { ada, bo, cy, project, columns, task, group, message };
}

async function device(owner: TestClient, { projectId, dialogIds }: { projectId: number; dialogIds: number[] }) {
  const { base } = await testServer();
  const host = new TestHost({ base: () => base, random: () => 1, loss: 0 });
  const client: Client = clientOn(host);
  await client.start(owner.token);
  await Promise.allSettled([
    client.opened.openProject(projectId),
    ...dialogIds.map((id) => client.opened.openDialog(id)),
  ]);
  await expect.poll(() => client.state).toBe('ready');
  return { owner, host, client };
}
