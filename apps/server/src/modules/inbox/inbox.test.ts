import { createECDH, randomBytes } from 'node:crypto';
import { blankContent } from '@atrium/contract/approvals/definition.ts';
import { procdefPublish, procdefSave } from '@atrium/contract/approvals/forms.ts';
import { processStart, taskComplete } from '@atrium/contract/approvals/submit.ts';
import { groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgRead, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { pushSubscribe } from '@atrium/contract/people/notifications.ts';
import { userStatus } from '@atrium/contract/people/profile.ts';
import { handoffAssign, handoffOptions } from '@atrium/contract/projects/handoffs.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { type InboxState, inboxEdit, inboxList } from '@atrium/contract/workspace/inbox.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approver, named, reason } from '#modules/approvals/approvals.testing';
import { hasHandled } from '#platform/events/eventLog';
import type { OutboundRequest } from '#platform/outside/outbound';
import { wireTime } from '#platform/time/time';
import { cloneTemplate } from '#testing/database';
import { runJobs } from '#testing/runJobs';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { remindOfEnds } from '../tasks/schedule/alerts.service.ts';
import { inboxFollower, wakeSnoozed } from './follow.service.ts';
import { deleteDone } from './inbox.queries.ts';

let server: TestServer;
let boss: TestClient;
let asked: OutboundRequest[] = [];
beforeAll(async () => {
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_inbox_').toLowerCase()),
    outbound: async (request) => {
      asked.push(request);
      return { status: 201, body: '' };
    },
  });
  // The first account of a database is its administrator.
  boss = await person('boss', { server });
});
afterAll(() => server.close());

/** Runs waiting jobs, and follows the log to its end: a job may post a message that adds an item to the inbox. */
async function settle() {
  for (let round = 0; round < 2; round++) {
    await runJobs(server);
    const { rows } = await sql<{ id: number }>`select max(id)::int as id from events`.execute(server.app.db);
    const caughtUp = async () => {
      await inboxFollower.step(server.app);
      return hasHandled(server.app.db, 'inbox', rows[0]?.id ?? 0);
    };
    await expect.poll(caughtUp, { timeout: 20_000 }).toBe(true);
    await runJobs(server);
  }
}
const inboxOf = async (who: TestClient, state?: InboxState) => (await who.call(inboxList, { state })).list;
const mention = (who: TestClient) => `<p><span class="mention user" data-id="${who.userid}">@you</span> look</p>`;

async function group() {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server, live: true })];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Team' });
  return { ada, bo, dialog_id };
}
async function project() {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const { id: project_id } = await ada.call(projectAdd, { name: 'Site', columns: 'Open' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  return { ada, bo, project_id };
}

test('a mention and a reply reach the people they mean, once, and reading the message reads the item', async () => {
  const { ada, bo, dialog_id } = await group();
  const first = await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  const own = await bo.call(msgSendtext, { dialog_id, text: 'On it' });
  await settle();
  await ada.call(msgSendtext, { dialog_id, text: 'Thank you', reply_id: own.id });
  await bo.call(msgSendtext, { dialog_id, text: 'Nothing for anybody' });
  await settle();
  expect(await inboxOf(bo)).toMatchObject([
    { kind: 'reply', userid: ada.userid, title: 'Team', text: 'Thank you', dialog_id, is_unread: true },
    { kind: 'mention', text: '@you look', msg_id: first.id, is_unread: true },
  ]);
  expect(await inboxOf(ada)).toEqual([]);
  await bo.receives('inbox', 'update');
  await bo.call(msgRead, { id: [first.id] });
  expect((await inboxOf(bo)).map(({ is_unread }) => is_unread)).toEqual([true, false]);
});

test('done and undo, and what is snoozed returns as new', async () => {
  const { ada, bo, dialog_id } = await group();
  await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await settle();
  const [item] = await inboxOf(bo);
  const ids = [item?.id ?? 0];
  await ada.call(inboxEdit, { ids, done: true });
  expect(await inboxOf(bo)).toHaveLength(1);
  await bo.call(inboxEdit, { ids, done: true });
  expect([await inboxOf(bo), await inboxOf(bo, 'done')]).toMatchObject([[], [{ id: ids[0], is_unread: false }]]);
  await bo.call(inboxEdit, { ids, done: false, read: false });
  expect(await inboxOf(bo)).toMatchObject([{ is_unread: true, done_at: null }]);

  const at = new Date(Date.now() + 3_600_000);
  await expect(bo.call(inboxEdit, { ids, snooze_until: '2020-01-01 00:00:00' })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
  await bo.call(inboxEdit, { ids, read: true, snooze_until: wireTime(at) });
  expect([await inboxOf(bo), await inboxOf(bo, 'snoozed')]).toMatchObject([[], [{ snooze_until: wireTime(at) }]]);
  await bo.call(msgRead, { id: [item?.msg_id ?? 0] });
  await wakeSnoozed(server.app, new Date());
  expect(await inboxOf(bo)).toEqual([]);
  await wakeSnoozed(server.app, new Date(at.getTime() + 1000));
  expect(await inboxOf(bo)).toMatchObject([{ id: ids[0], is_unread: true, snooze_until: null }]);
  await bo.receives('inbox', 'update', ({ data }) => JSON.stringify(data.woken) === JSON.stringify(ids));
});

test('closed pages hear of what returns, unless its reader may not see it any more or pauses', async () => {
  const { ada, bo, dialog_id } = await group();
  for (const _ of [1, 2]) await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await settle();
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys().toString('base64url');
  const endpoint = `https://push.example/${unique('p')}`;
  await bo.call(pushSubscribe, { endpoint, p256dh, auth: randomBytes(16).toString('base64url') });
  const items = await inboxOf(bo);
  const pushed = async (ids: number[]) => {
    asked = [];
    await bo.call(inboxEdit, { ids, snooze_until: wireTime(new Date(Date.now() + 60_000)) });
    await wakeSnoozed(server.app, new Date(Date.now() + 61_000));
    await runJobs(server);
    return asked.filter(({ url }) => url === endpoint).length;
  };
  const [first, second] = items.map(({ id }) => id);
  // One notification for all that returns at once.
  expect(await pushed([first ?? 0, second ?? 0])).toBe(1);
  await bo.call(userStatus, { emoji: '', text: 'Away', minutes: 30, dnd: true });
  expect(await pushed([first ?? 0])).toBe(0);
  await bo.call(userStatus, { emoji: '', text: '' });
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  expect(await pushed([first ?? 0])).toBe(0);
});

test('a message that was withdrawn, and one of a conversation that one has left, are not in the list', async () => {
  const { ada, bo, dialog_id } = await group();
  const gone = await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await settle();
  await ada.call(msgWithdraw, { msg_id: gone.id });
  expect(await inboxOf(bo)).toHaveLength(1);
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  expect(await inboxOf(bo)).toEqual([]);
});

test('tasks come when they are assigned, handed over or due, and leave when they are done', async () => {
  const { ada, bo, project_id } = await project();
  const end = new Date(Date.now() + 3_600_000 - 5 * 60_000);
  const times = [wireTime(new Date(end.getTime() - 3_600_000)), wireTime(end)];
  const task = await ada.call(taskAdd, { project_id, name: 'Ship', owner: [bo.userid], times });
  const other = await ada.call(taskAdd, { project_id, name: 'Pack', owner: [ada.userid] });
  await settle();
  expect(await inboxOf(ada)).toEqual([]);
  const about = { title: 'Ship', task_id: task.id, project_id, is_unread: true };
  expect(await inboxOf(bo)).toMatchObject([
    { kind: 'assigned', text: 'Site', userid: ada.userid, msg_id: 0, ...about },
  ]);

  const { version } = await ada.call(handoffOptions, { task_id: other.id });
  await ada.call(handoffAssign, { task_id: other.id, owners: [bo.userid], version, note: 'On holiday' });
  await remindOfEnds(server.app, new Date());
  await settle();
  const list = await inboxOf(bo);
  expect(list.map(({ kind, text }) => [kind, text]).toSorted()).toEqual([
    ['assigned', 'Site'],
    ['due', 'Site'],
    ['handover', 'On holiday'],
  ]);
  await bo.call(taskUpdate, { task_id: task.id, complete_at: wireTime(new Date()) });
  await settle();
  expect((await inboxOf(bo)).map(({ task_id }) => task_id)).toEqual([other.id]);
  expect((await inboxOf(bo, 'done')).map(({ kind }) => kind).toSorted()).toEqual(['assigned', 'due']);
  // An item disappears once its reader may no longer see its subject.
  await ada.call(projectUser, { project_id, userid: [ada.userid] });
  expect(await inboxOf(bo)).toEqual([]);
});

test('a request waits for its approver until somebody decides it', async () => {
  const [bo, cy] = [await person('bo', { server }), await person('cy', { server })];
  const flow = [approver(named(bo, cy))];
  const { id } = await boss.call(procdefSave, { content: { ...blankContent('Overtime'), form: [reason], flow } });
  await boss.call(procdefPublish, { id });
  const ada = await person('ada', { server });
  const made = await ada.call(processStart, { proc_def_id: id, values: { reason: 'Sea' } });
  await settle();
  const item = { kind: 'approval', userid: ada.userid, approval_id: made.id, text: 'Overtime' };
  const german = await bo.call(inboxList, {}, { language: 'de' });
  expect(german.list).toMatchObject([{ title: made.title.replace('Overtime', 'Überstunden'), text: 'Überstunden' }]);
  expect([await inboxOf(bo), await inboxOf(cy), await inboxOf(ada)]).toMatchObject([[item], [item], []]);
  const step = made.steps.find(({ state }) => state === 'open');
  await bo.call(taskComplete, { task_id: step?.id ?? 0, pass: true });
  await settle();
  expect([await inboxOf(bo), await inboxOf(cy), await inboxOf(bo, 'done')]).toMatchObject([[], [], [item]]);
});

test('what has been done for 90 days is deleted', async () => {
  const { ada, bo, dialog_id } = await group();
  await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await ada.call(msgSendtext, { dialog_id, text: mention(bo) });
  await settle();
  const ids = (await inboxOf(bo)).map(({ id }) => id);
  await bo.call(inboxEdit, { ids, done: true });
  await sql`update inbox_items set done_at = now() - interval '91 days' where id = ${ids[0]}`.execute(server.app.db);
  await deleteDone(server.app.db, 90);
  expect((await inboxOf(bo, 'done')).map(({ id }) => id)).toEqual(ids.slice(1));
});
