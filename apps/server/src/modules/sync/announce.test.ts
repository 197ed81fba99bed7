import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { columnAdd, projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskDialog, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type DatabaseProxy, proxyTo } from '#testing/databaseProxy';
import { person, startServer, type TestClient, type TestServer, unique } from '#testing/world';

let proxy: DatabaseProxy;
let server: TestServer;
beforeAll(async () => {
  proxy = await proxyTo(await cloneTemplate(`announce_${process.pid}`));
  server = await startServer({ databaseUrl: proxy.url });
  await person('admin', { server });
});
afterAll(async () => {
  await server.close();
  proxy.close();
});

async function scene() {
  const [ada, bo] = await Promise.all([person('ada', { server, live: true }), person('bo', { server, live: true })]);
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const project = await ada.call(projectAdd, { name: unique('P'), columns: 'To do,Done' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  return { ada, bo, dialog, project };
}

/** Runs a write whose commit reaches the database and whose answer is lost; then repeats it. */
async function losing<T>(texts: string[], write: () => Promise<T>): Promise<T> {
  const lost = proxy.loseAnswerTo(...texts);
  const outcome = await write().then(
    () => 'answered',
    () => 'failed',
  );
  await lost;
  expect(outcome).toBe('failed');
  return write();
}

const COMMIT = ['commit'];
/** A connection sends only the name of a prepared statement. */
const SEND = ['send_one', 'send_many', 'insert into messages'];
const named = () => ({ mutation: unique('m') });
const countOf = (client: TestClient, type: string, action: string, id: number) =>
  client.frames.filter(
    (frame) => frame.type === type && (frame.action ?? frame.mode) === action && frame.data.id === id,
  ).length;

test('a message whose commit got no answer reaches open sockets once and counts as unread', async () => {
  const { ada, bo, dialog } = await scene();
  const headers = named();
  const sent = await losing(SEND, () =>
    ada.call(msgSendtext, { dialog_id: dialog.id, text: 'lost and found' }, headers),
  );
  const frame = await bo.receives('dialog', 'add', ({ data }) => data.id === sent.id);
  expect(frame.data).toMatchObject({ msg: { text: expect.stringContaining('lost and found') }, userid: ada.userid });
  await ada.receives('dialog', 'add', ({ data }) => data.id === sent.id && data.read_at !== null);
  // The next event follows it and repeats nothing.
  const next = await ada.call(msgSendtext, { dialog_id: dialog.id, text: 'next' });
  await bo.receives('dialog', 'add', ({ data }) => data.id === next.id);
  expect(countOf(bo, 'dialog', 'add', sent.id)).toBe(1);
  const { dialogs } = await bo.call(syncStart, {});
  expect(dialogs.find(({ id }) => id === dialog.id)?.unread).toBe(2);
});

test('a task whose commit got no answer is announced in the order of changes', async () => {
  const { ada, bo, project } = await scene();
  const headers = named();
  const task = await losing(COMMIT, () => ada.call(taskAdd, { project_id: project.id, name: 'Ship' }, headers));
  await bo.receives('projectTask', 'add', ({ data }) => data.id === task.id);
  const lost = proxy.loseAnswerTo(...COMMIT);
  const first = ada.call(taskUpdate, { task_id: task.id, name: 'Ship it' }, named()).catch(() => undefined);
  await lost;
  // A later change of the same task, which is answered: the earlier one must not overtake it.
  await ada.call(taskUpdate, { task_id: task.id, name: 'Ship it now' }, named());
  await first;
  await bo.receives('projectTask', 'update', ({ data }) => data.name === 'Ship it now');
  const names = bo.frames
    .filter((frame) => frame.type === 'projectTask' && frame.action === 'update' && frame.data.id === task.id)
    .map((frame) => frame.data.name);
  expect(names).toEqual(['Ship it', 'Ship it now']);
  expect(countOf(bo, 'projectTask', 'add', task.id)).toBe(1);
});

test('a column whose commit got no answer is announced once', async () => {
  const { ada, bo, project } = await scene();
  const headers = named();
  const column = await losing(COMMIT, () => ada.call(columnAdd, { project_id: project.id, name: 'Later' }, headers));
  await bo.receives('projectColumn', 'add', ({ data }) => data.id === column.id);
  await ada.call(columnAdd, { project_id: project.id, name: 'Never' }, named());
  await bo.receives('projectColumn', 'add', ({ data }) => data.name === 'Never');
  expect(countOf(bo, 'projectColumn', 'add', column.id)).toBe(1);
});

test('an unreadable event in the log does not block the others', async () => {
  const { ada, bo, dialog } = await scene();
  await sql`insert into events (type, action, aud, users, data)
    values ('projectTask', 'update', 'users', array[${bo.userid}]::int[], '{"id": 1000000000000}'),
      ('projectTask', 'update', 'users', array[${bo.userid}]::int[], '{"id": "x"}'),
      ('user', 'tags', 'users', array[${bo.userid}]::int[], '{"userid": 7, "readable": true}')`.execute(server.app.db);
  await bo.receives('user', 'tags', ({ data }) => data.readable === true);
  const sent = await losing(SEND, () =>
    ada.call(msgSendtext, { dialog_id: dialog.id, text: 'after the damaged one' }, named()),
  );
  await bo.receives('dialog', 'add', ({ data }) => data.id === sent.id);
  expect(bo.frames.filter(({ data }) => data.id === 1_000_000_000_000 || data.id === 'x')).toEqual([]);
});

test('a viewer of a task hears of an edited message whose commit got no answer', async () => {
  const { ada, bo, project } = await scene();
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Watched', owner: [ada.userid] });
  const { dialog_id } = await ada.call(taskDialog, { task_id: task.id });
  const said = await ada.call(msgSendtext, { dialog_id, text: 'before' });
  await bo.call(msgList, { dialog_id });
  await losing(COMMIT, () => ada.call(msgSendtext, { dialog_id, text: 'after', update_id: said.id }, named()));
  await bo.receives('dialog', 'update', ({ data }) => data.id === said.id);
});
