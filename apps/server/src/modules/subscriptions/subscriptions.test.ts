import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addComment, processStart, taskWithdraw } from '@atrium/contract/approvals/submit.ts';
import { botEdit, botToken } from '@atrium/contract/chat/bots.ts';
import { groupAdd, groupAdduser, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import {
  subscriptionDeliveries,
  subscriptionEdit,
  subscriptionList,
  subscriptionResend,
  subscriptionSecret,
} from '@atrium/contract/chat/subscriptions.ts';
import { driveAdd } from '@atrium/contract/files/drive.ts';
import { columnLists, projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskMove, taskRemove, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hasHandled } from '#platform/events/eventLog';
import { cloneTemplate } from '#testing/database';
import { runJobs } from '#testing/runJobs';
import { person, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { subscriptionFollower } from './follow.service.ts';

interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}
let web: Server;
let host: string;
const places = new Map<string, { heard: Heard[]; status: number }>();
let server: TestServer;

beforeAll(async () => {
  web = createServer((request, response) => {
    const place = places.get(request.url ?? '');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      place?.heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.statusCode = place?.status ?? 404;
      response.end('answer');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_subscriptions_').toLowerCase()),
    localHosts: [host],
  });
});
afterAll(async () => {
  await server.close();
  web.close();
});

function place(status = 200) {
  const path = `/${unique('place')}`;
  const made = { heard: [] as Heard[], status };
  places.set(path, made);
  return Object.assign(made, { url: `http://${host}${path}` });
}

/** Reads the log to its end: an event is hidden while an older transaction of any database is running. */
async function readLog() {
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from events`.execute(server.app.db);
  await expect
    .poll(
      async () => {
        await subscriptionFollower.step(server.app);
        return hasHandled(server.app.db, 'subscriptions', rows[0]?.id ?? 0);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}
async function deliver() {
  await readLog();
  await runJobs(server);
}
/** Brings retries forward until they have had this effect: a failed job is put back a moment after its failure. */
const retried = <T>(effect: () => Promise<T>, wanted: T) =>
  expect
    .poll(
      async () => {
        await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(server.app.db);
        await runJobs(server);
        return effect();
      },
      { timeout: 10_000 },
    )
    .toBe(wanted);
const eventsAt = ({ heard }: { heard: Heard[] }) =>
  heard.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });

async function team() {
  const [ada, bo] = [await person('ada', { server }), await person('bo', { server })];
  const project = await ada.call(projectAdd, { name: 'Site', columns: 'Open' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  return { ada, bo, project_id: project.id };
}
const TASKS = ['task.created', 'task.changed', 'task.completed', 'task.deleted'] as const;

test('events of tasks are sent as their subscriber sees them, signed, once for each subscription', async () => {
  const { ada, bo, project_id } = await team();
  const [at, other] = [place(), place()];
  const mine = await ada.call(subscriptionEdit, { name: 'CI', url: at.url, events: [...TASKS], project_id });
  await bo.call(subscriptionEdit, { name: 'Mine', url: other.url, events: ['task.completed'] });
  const task = await bo.call(taskAdd, { project_id, name: 'Ship it', owner: [bo.userid] });
  await deliver();
  expect(eventsAt(at)).toMatchObject([{ type: 'task.created', data: { id: task.id, name: 'Ship it', project_id } }]);
  const { secret } = await ada.call(subscriptionSecret, { id: mine.id });
  const [{ headers, body } = { headers: {}, body: '' }] = at.heard;
  // A library that we did not write checks the signature.
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'task.created' });
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow('signature');

  await bo.call(taskUpdate, { task_id: task.id, name: 'Ship it today' });
  await deliver();
  expect(eventsAt(at).at(-1)).toMatchObject({ type: 'task.changed', data: { name: 'Ship it today' } });
  expect(other.heard).toEqual([]);
  await bo.call(taskUpdate, { task_id: task.id, complete_at: '2026-01-01 00:00:00' });
  await deliver();
  expect(eventsAt(other)).toMatchObject([{ type: 'task.completed', data: { id: task.id } }]);
  // A main task takes its subtasks along.
  const main = await bo.call(taskAdd, { project_id, name: 'Pack it', owner: [bo.userid] });
  const part = await bo.call(taskAddsub, { task_id: main.id, name: 'Buy boxes' });
  await bo.call(taskRemove, { task_id: main.id });
  await deliver();
  const deleted = eventsAt(at).filter(({ type }) => type === 'task.deleted');
  expect(deleted.map(({ data }) => data['id'])).toEqual([main.id, part.id]);
});

test.each([0, 60_000])('a task is completed once, also if the server’s clock is %i ms fast', async (fast) => {
  const { bo, project_id } = await team();
  const at = place();
  await bo.call(subscriptionEdit, { name: 'CI', url: at.url, events: ['task.completed'] });
  const task = await bo.call(taskAdd, { project_id, name: 'Ship it', owner: [bo.userid] });
  const update = (fields: object) => bo.call(taskUpdate, { task_id: task.id, ...fields });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + fast });
  await update({ complete_at: '2026-01-01 00:00:00' }).finally(() => vi.useRealTimers());
  await deliver();
  await update({ name: 'Shipped' });
  await deliver();
  expect(eventsAt(at)).toMatchObject([{ type: 'task.completed', data: { name: 'Ship it' } }]);
  await update({ complete_at: 'no' });
  await update({ complete_at: 'yes' });
  await deliver();
  expect(eventsAt(at)).toHaveLength(2);
});

test('a task that is completed as it moves is completed', async () => {
  const { bo, project_id } = await team();
  const at = place();
  await bo.call(subscriptionEdit, { name: 'CI', url: at.url, events: ['task.completed'] });
  const task = await bo.call(taskAdd, { project_id, name: 'Ship it', owner: [bo.userid] });
  const other = await bo.call(projectAdd, { name: 'Next', columns: 'Done' });
  const { data: columns } = await bo.call(columnLists, { project_id: other.id });
  await bo.call(taskMove, {
    task_id: task.id,
    project_id: other.id,
    column_id: columns[0]?.id ?? 0,
    owner: [bo.userid],
    completed: true,
  });
  await deliver();
  expect(eventsAt(at)).toMatchObject([{ type: 'task.completed', data: { id: task.id, project_id: other.id } }]);
});

test('events that the subscriber may not see are not delivered, also if the right ended before the delivery', async () => {
  const { ada, bo, project_id } = await team();
  const eve = await person('eve', { server });
  const [at, files] = [place(), place()];
  await eve.call(subscriptionEdit, { name: 'All', url: files.url, events: ['file.created', 'task.created'] });
  await bo.call(subscriptionEdit, { name: 'All', url: at.url, events: ['task.created', 'file.created'] });
  await ada.call(taskAdd, { project_id, name: 'Only for Ada', owner: [ada.userid], visibility: 2 });
  await ada.call(driveAdd, { name: 'Private' });
  await bo.call(driveAdd, { name: 'Own' });
  await deliver();
  expect(eventsAt(at).map(({ data }) => data['name'])).toEqual(['Own']);
  expect(files.heard).toEqual([]);
  await ada.call(taskAdd, { project_id, name: 'Late' });
  await readLog();
  await ada.call(projectUser, { project_id, userid: [ada.userid] });
  await runJobs(server);
  expect(at.heard).toHaveLength(1);
});

test('approvals are events for the people who take part', async () => {
  const { bo } = await team();
  const [at, other] = [place(), place()];
  const events = ['approval.created', 'approval.changed', 'approval.finished'] as const;
  await bo.call(subscriptionEdit, { name: 'HR', url: at.url, events: [...events] });
  const stranger = await person('eve', { server });
  await stranger.call(subscriptionEdit, { name: 'Spy', url: other.url, events: [...events] });
  const time = { from: '2026-05-04 09:00:00', to: '2026-05-04 18:00:00' };
  // A fresh workspace has a form for leave.
  const made = await bo.call(processStart, { proc_name: 'Leave', values: { type: 'annual', time, reason: 'Sea' } });
  await deliver();
  await bo.call(addComment, { proc_inst_id: made.id, content: 'Please' });
  await deliver();
  await bo.call(taskWithdraw, { proc_inst_id: made.id });
  await deliver();
  expect(eventsAt(at)).toMatchObject([
    { type: 'approval.created', data: { id: made.id, state: 1, values: { reason: 'Sea' } } },
    { type: 'approval.changed', data: { latest_comment: 'Please' } },
    { type: 'approval.finished', data: { state: 4 } },
  ]);
  expect(other.heard).toEqual([]);
});

test('messages and members of one conversation are events; what a bot writes is not', async () => {
  const { ada, bo } = await team();
  const at = place();
  const bot = await ada.call(botEdit, { name: 'Echo' });
  const { token } = await ada.call(botToken, { id: bot.id });
  const program = new TestClient(server.base);
  program.token = token;
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bot.id], chat_name: 'News' });
  const events = ['message.created', 'member.joined', 'member.left'] as const;
  const fields = { name: 'News', url: at.url, events: [...events] };
  await expect(ada.call(subscriptionEdit, fields)).rejects.toMatchObject({ data: { code: 'subscription.dialog' } });
  await expect(bo.call(subscriptionEdit, { ...fields, dialog_id })).rejects.toMatchObject({
    data: { code: 'dialog.gone' },
  });
  await ada.call(subscriptionEdit, { ...fields, dialog_id });
  await ada.call(groupAdduser, { dialog_id, userids: [bo.userid] });
  await bo.call(msgSendtext, { dialog_id, text: 'Hello' });
  await program.call(msgSendtext, { dialog_id, text: 'You said hello' });
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  await deliver();
  const told = eventsAt(at).sort((a, b) => a.type.localeCompare(b.type));
  expect(told).toMatchObject([
    { type: 'member.joined', data: { dialog_id, member: { userid: bo.userid }, by: ada.userid } },
    { type: 'member.left', data: { dialog_id, member: { userid: bo.userid } } },
    { type: 'message.created', data: { dialog_id, userid: bo.userid, msg: { text: 'Hello' } } },
  ]);
});

test('a call that failed is repeated with the same id, listed, and sent again by hand; a dead address is paused', async () => {
  const { ada, project_id } = await team();
  const at = place(500);
  const { id } = await ada.call(subscriptionEdit, { name: 'CI', url: at.url, events: ['task.created'] });
  await ada.call(taskAdd, { project_id, name: 'One' });
  await deliver();
  expect(at.heard).toHaveLength(1);
  at.status = 200;
  await retried(async () => at.heard.length, 2);
  const ids = at.heard.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  const { list } = await ada.call(subscriptionDeliveries, { id });
  expect(list).toMatchObject([
    { event: 'task.created', status: 200, attempt: 2 },
    { event: 'task.created', status: 500, answer: 'answer', attempt: 1 },
  ]);
  await ada.call(subscriptionResend, { id, delivery_id: list[1]?.id ?? 0 });
  expect(at.heard).toHaveLength(3);
  expect((await ada.call(subscriptionList, {})).list).toMatchObject([{ sent: 2, failing_since: null }]);

  at.status = 503;
  await ada.call(taskAdd, { project_id, name: 'Two' });
  await deliver();
  await sql`update subscriptions set failing_since = now() - interval '25 hours' where id = ${id}`.execute(
    server.app.db,
  );
  await retried(async () => (await ada.call(subscriptionList, {})).list[0]?.paused_at !== null, true);
  const before = at.heard.length;
  await ada.call(taskAdd, { project_id, name: 'Three' });
  await deliver();
  expect(at.heard).toHaveLength(before);
  await ada.call(subscriptionEdit, { id, name: 'CI', url: at.url, events: ['task.created'] });
  at.status = 410;
  await ada.call(taskAdd, { project_id, name: 'Four' });
  await deliver();
  expect((await ada.call(subscriptionList, {})).list[0]?.paused_at).not.toBeNull();
});
