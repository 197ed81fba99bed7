import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { columnLists, projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskOne } from '@atrium/contract/projects/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { follow } from '#platform/events/eventLog';
import { indexFollower } from '../../modules/searchIndex/index.service.ts';
import { administrator, allCommitted, person, type TestClient, testServer, unique, world } from '../world.ts';

/** Input of clients that we did not write (docs/wire.md). */

let ada: TestClient;
let bo: TestClient;
let projectId: number;

beforeAll(async () => {
  const scene = await world({ members: ['ada', 'bo'] });
  ({ ada, bo } = scene);
  projectId = scene.project.id;
});

interface Answer {
  ret: number;
  msg: string;
  data: Record<string, unknown>;
}

const json = (client: TestClient, path: string, body: unknown): Promise<Answer> =>
  client.raw(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function done(client: TestClient, path: string, body: unknown): Promise<Answer> {
  const answer = await json(client, path, body);
  expect(answer, `${path}: ${answer.msg}`).toMatchObject({ ret: 1 });
  return answer;
}

test('a message of text_type `text` is HTML, also when edited; `markdown` is Markdown', async () => {
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const typed = { dialog_id: dialog.id, text: '<p>typed <b>here</b></p>', text_type: 'text' };
  const { data } = await done(ada, 'dialog/msg/sendtext', typed);
  expect(data.msg).toEqual({ text: '<p>typed <strong>here</strong></p>' });
  const edited = { ...typed, update_id: data.id, text: '<p>typed again</p>' };
  expect((await done(ada, 'dialog/msg/sendtext', edited)).data.msg).toEqual({ text: '<p>typed again</p>' });
  for (const text_type of ['md', 'markdown']) {
    const sent = await done(ada, 'dialog/msg/sendtext', { dialog_id: dialog.id, text: '**bold**', text_type });
    expect(sent.data.msg).toMatchObject({ type: 'md' });
  }
});

const DAY = ['2027-03-01 09:00:00', '2027-03-02 18:00:00'] as const;

test('null times, time and complete_at count as absent; flags clear times', async () => {
  const added = await done(ada, 'project/task/add', {
    project_id: projectId,
    name: unique('T'),
    times: null,
    time: null,
    complete_at: null,
    subtasks: [{ name: 'part', times: null, time: null, complete_at: null }],
  });
  const task_id = Number(added.data.id);
  await done(ada, 'project/task/update', { task_id, times: DAY, complete_at: null });
  expect((await done(ada, 'project/task/update', { task_id, times: null, name: 'Renamed' })).data).toMatchObject({
    start_at: DAY[0],
    end_at: DAY[1],
    complete_at: null,
  });
  const cleared = await done(ada, 'project/task/update', { task_id, times: [false, false, 'no longer needed'] });
  expect(cleared.data).toMatchObject({ start_at: null, end_at: null });
});

test('a deadline without a start is stored, on a task and its subtasks', async () => {
  const { data } = await done(ada, 'project/task/add', {
    project_id: projectId,
    name: unique('T'),
    times: ['', DAY[1]],
  });
  expect(data).toMatchObject({ start_at: null, end_at: DAY[1] });
  const task_id = Number(data.id);
  const later = '2027-03-09 18:00:00';
  expect((await done(ada, 'project/task/update', { task_id, times: ['', later] })).data).toMatchObject({
    start_at: null,
    end_at: later,
  });
  const sub = await done(ada, 'project/task/addsub', { task_id, name: 'part' });
  const own = { task_id: sub.data.id, times: ['', '2027-03-05 12:00:00'] };
  expect((await done(ada, 'project/task/update', own)).data).toMatchObject({ end_at: own.times[1] });
  // The subtask ends with its main task at the latest.
  await done(ada, 'project/task/update', { task_id, times: ['', DAY[1]] });
  expect(await ada.call(taskOne, { task_id: Number(sub.data.id) })).toMatchObject({ end_at: DAY[1] });
  const filed = { project_id: projectId, name: unique('T'), end_at: later };
  expect((await done(ada, 'project/task/add', filed)).data).toMatchObject({ end_at: later });
});

test('poll options may have large ids; the answer numbers them', async () => {
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  const now = Date.now();
  const list = [
    { id: now, text: 'yes' },
    { id: now + 1, text: 'no' },
  ];
  const { data } = await done(ada, 'dialog/msg/vote', { dialog_id: group.id, text: 'Shall we?', list });
  const [message] = data as unknown as { msg: { uuid: string; list: { id: number; text: string }[] } }[];
  expect(message?.msg.list).toEqual([
    { id: 1, text: 'yes' },
    { id: 2, text: 'no' },
  ]);
  await done(bo, 'dialog/msg/vote', { type: 'vote', uuid: message?.msg.uuid, vote: [1] });
});

test('report recipients carry a pivot; marks take lists; a past period works with or without a minus', async () => {
  const store = { title: 'My day', type: 'daily', content: '<p>done</p>', receive: [bo.userid] };
  const { data: report } = await done(ada, 'report/store', store);
  const pivots = async () =>
    ((await done(ada, 'report/my', {})).data.data as { id: number; receives_user: { pivot: unknown }[] }[])
      .find(({ id }) => id === report.id)
      ?.receives_user.map(({ pivot }) => pivot);
  expect(await pivots()).toEqual([{ userid: bo.userid, read: 0 }]);
  const second = await done(ada, 'report/store', { ...store, type: 'weekly', title: 'My week' });
  const marked = await bo.raw(`report/mark?id[]=${String(report.id)}&id[]=${String(second.data.id)}&action=read`);
  expect(marked.ret).toBe(1);
  expect(await pivots()).toEqual([{ userid: bo.userid, read: 1 }]);
  expect((await bo.raw('report/unread')).data).toMatchObject({ total: 0 });
  const [back, minus] = await Promise.all(
    [1, -1].map((offset) => bo.raw(`report/template?type=daily&offset=${offset}`)),
  );
  expect(minus?.data.sign).toBe(back?.data.sign);
  expect(minus?.data.sign).not.toBe((await bo.raw('report/template?type=daily')).data.sign);
});

test('reading settings ignores extra fields', async () => {
  const admin = await administrator();
  const along = { list: 'x', server_timezone: 5, smtp_server: [], open: 'maybe', permission_pack_type: 'x', push: 'x' };
  const calls = ['system/setting', 'system/setting/email', 'system/setting/file', 'system/setting/checkin'];
  for (const path of [...calls, 'system/setting/meeting', 'system/setting/apppush']) {
    await done(admin, path, { type: 'all', ...along });
  }
  for (const path of ['system/priority', 'system/column/template']) await done(ada, path, { type: 'get', ...along });
});

test('a change confirms itself in the caller’s language; a read has no message', async () => {
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  const text = { dialog_id: dialog.id, text: 'hi' };
  expect((await done(ada, 'dialog/msg/sendtext', text)).msg).toBe('Sent');
  expect((await done(ada, 'dialog/msg/sendtext?language=de', text)).msg).toBe('Gesendet');
  const column = await done(ada, 'project/column/add', { project_id: projectId, name: 'More' });
  expect(column.msg).toBe('Added');
  expect((await done(ada, 'project/column/update', { column_id: column.data.id, name: 'Other' })).msg).toBe('Saved');
  expect((await done(ada, 'project/column/remove', { column_id: column.data.id })).msg).toBe('Deleted');
  for (const path of ['users/info', 'project/lists', 'system/priority', 'dialog/open/user']) {
    expect((await done(ada, path, { userid: bo.userid })).msg, path).toBe('');
  }
  expect((await done(await administrator(), 'system/setting', { type: 'get' })).msg).toBe('');
});

// A picture of one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('pictures and files of messages have addresses an <img> can load, for readers of the message', async () => {
  const { base } = await testServer();
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  const foreign = { addresses: '' };
  const send = async (name: string, type: string, bytes: Buffer) => {
    const body = new FormData();
    body.set('dialog_id', String(group.id));
    body.set('files', new Blob([new Uint8Array(bytes)], { type }), name);
    return (await ada.raw('dialog/msg/sendfile', { method: 'POST', body, headers: foreign })).data;
  };
  const picture = await send('dot.png', 'image/png', PNG);
  const text = await send('notes.txt', 'text/plain', Buffer.from('notes'));
  type Shown = { list: { id: number; msg: { url: string; path: string; thumb: string } }[] };
  const listed = async (client: TestClient) => {
    const { data } = await client.raw(`dialog/msg/list?dialog_id=${group.id}`, { headers: foreign });
    const { list } = data as unknown as Shown;
    return (id: unknown) => list.find((message) => message.id === id)?.msg ?? { url: '', path: '', thumb: '' };
  };
  const whole = (address: string) => `${base}/${address.replace('{{RemoteURL}}', '').replace(/^\//, '')}`;
  const status = async (address: string) => (await fetch(whole(address))).status;
  const shown = (await listed(bo))(picture['id']);
  for (const address of [shown.url, shown.path, shown.thumb]) {
    expect(address).toContain('?key=');
    expect(await status(address)).toBe(200);
    expect(await status(address.replace(/\?.*/, ''))).toBe(404);
  }
  const { thumb } = (await listed(bo))(text['id']);
  expect((await fetch(whole(thumb))).headers.get('content-type')).toContain('image/svg+xml');
  const download = (id: unknown, token: string) =>
    fetch(`${base}/api/dialog/msg/download?msg_id=${String(id)}&down=yes&token=${token}`);
  const downloaded = await download(text['id'], bo.token);
  expect([downloaded.status, await downloaded.text()]).toEqual([200, 'notes']);
  expect(downloaded.headers.get('content-disposition')).toContain('notes.txt');
  const eve = await person('eve');
  expect((await download(text['id'], eve.token)).status).toBe(403);
  // Rights are checked again on download: former members and withdrawn messages get nothing.
  await done(bo, 'dialog/msg/withdraw', { msg_id: picture['id'] }).catch(() => undefined);
  await done(ada, 'dialog/group/deluser', { dialog_id: group.id, userids: [bo.userid] });
  expect(await status(shown.url)).toBe(404);
  expect((await download(text['id'], bo.token)).status).toBe(403);
  // Our own clients get them without keys.
  const bare = await ada.raw(`dialog/msg/list?dialog_id=${group.id}`);
  expect(JSON.stringify(bare.data)).not.toContain('?key=');
});

let stopIndexing: (() => Promise<void>) | undefined;
afterAll(() => stopIndexing?.());

test('an author’s search finds what they just wrote', async () => {
  const { app } = await testServer();
  stopIndexing = follow(app, indexFollower);
  const cy = await person('cy');
  const dialog = await cy.call(dialogOpenUser, { userid: ada.userid });
  for (let round = 0; round < 5; round++) {
    const word = unique('needle');
    const sent = await cy.call(msgSendtext, { dialog_id: dialog.id, text: `the ${word} is here` });
    // A search waits for one second at most, also for the transactions of other tests.
    await allCommitted(app);
    const { data } = await done(cy, 'dialog/msg/search', { dialog_id: dialog.id, key: word });
    expect(data.data).toEqual([sent.id]);
  }
  const project = await cy.call(projectAdd, { name: unique('P'), columns: 'To do' });
  await cy.call(columnLists, { project_id: project.id });
  const content = unique('straw');
  const task = await cy.call(taskAdd, {
    project_id: project.id,
    name: 'Look',
    content: `<p>a ${content}</p>`,
    owner: [cy.userid],
  });
  await allCommitted(app);
  const { data } = await done(cy, 'project/task/lists', { keys: { name: content }, scope: 'all_project' });
  expect((data.data as { id: number }[]).map(({ id }) => id)).toEqual([task.id]);
});

test('an empty `complete_at`, as forms send null, changes nothing beside the other fields', async () => {
  const { id: task_id } = await ada.call(taskAdd, { project_id: projectId, name: unique('T'), owner: [ada.userid] });
  const form = (fields: Record<string, string>) =>
    ada.raw('project/task/update', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ task_id: String(task_id), ...fields }).toString(),
    });
  expect(await form({ name: 'Open', complete_at: '' })).toMatchObject({
    ret: 1,
    data: { name: 'Open', complete_at: null },
  });
  await done(ada, 'project/task/update', { task_id, complete_at: '2027-01-01 00:00:00' });
  expect(await form({ name: 'Done', complete_at: '' })).toMatchObject({ ret: 1, data: { name: 'Done' } });
  expect((await ada.call(taskOne, { task_id })).complete_at).not.toBeNull();
  expect(await form({ complete_at: 'false' })).toMatchObject({ ret: 1, data: { complete_at: null } });
});
