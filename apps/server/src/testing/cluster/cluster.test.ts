import { setTimeout as sleep } from 'node:timers/promises';
import { msgStream } from '@atrium/contract/chat/assistants.ts';
import { botEdit, botToken } from '@atrium/contract/chat/bots.ts';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { meetingLink, meetingOpen } from '@atrium/contract/chat/meetings.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { importStart, importStatus, importStop } from '@atrium/contract/files/imports.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { login, loginCodejson, logout } from '@atrium/contract/people/sessions.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { projectAdd, projectOne, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskOne, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { systemStatus } from '@atrium/contract/workspace/status.ts';
import { Redis } from 'ioredis';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '#modules/auth/captcha.service';
import { until, Writer } from '#modules/documents/documents.testing';
import { documentOf } from '#modules/drive/drive.testing';
import { stopDeadImports } from '#modules/imports/run.service';
import { roomsOf } from '#modules/meetings/rooms.service';
import { settingsOf } from '#modules/system/settings.service';
import { watchDatabase } from '#platform/db/watch';
import { makeLog } from '#platform/log';
import { RoomClient } from '#testing/roomClient';
import { PASSWORD, person, refused, TestClient, type TestServer, unique } from '#testing/world';
import { startCluster, type TestCluster } from './nodes.ts';

/** Three nodes on one database that meet through a real Redis. */
let cluster: TestCluster;
let one: TestServer;
let two: TestServer;
let three: TestServer;
let admin: TestClient;
beforeAll(async () => {
  cluster = await startCluster(3);
  [one, two, three] = cluster.nodes as [TestServer, TestServer, TestServer];
  admin = await person('admin', { server: one });
  await connected();
});
afterAll(() => cluster.close());

/** Waits until every node receives the others' messages. */
async function connected(): Promise<void> {
  const wanted = cluster.nodes.length - 1;
  const isSo = () => cluster.nodes.every(({ app }) => app.cluster?.isUp && app.cluster.others.length === wanted);
  for (let turn = 0; !isSo(); turn++) {
    if (turn === 750) throw new Error('the nodes do not hear each other');
    await sleep(20);
  }
}

/** The same sign-in on another node. */
function on(server: TestServer, client: TestClient): TestClient {
  const other = new TestClient(server.base, client.email);
  other.token = client.token;
  other.userid = client.userid;
  return other;
}

async function pair() {
  const ada = await person('ada', { server: one, live: true });
  const bo = await person('bo', { server: two, live: true });
  const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
  return { ada, bo, dialog_id: dialog.id };
}

const idsOf = (client: TestClient) => client.frames.flatMap(({ id }) => (id ? [id] : []));

/** The number of events that a node has timed, and the sum of their lags in seconds. */
async function lagsAt({ app }: TestServer): Promise<{ events: number; seconds: number }> {
  const { values } = await app.metrics.eventLag.get();
  const of = (end: string) => values.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
  return { events: of('_count'), seconds: of('_sum') };
}

test('a message sent at one node reaches a person at another, once, and both measure how long it took', async () => {
  const { ada, bo, dialog_id } = await pair();
  const before = [await lagsAt(one), await lagsAt(two)];
  const sent = await ada.call(msgSendtext, { dialog_id, text: 'hello over there' });
  const heard = await bo.receives('dialog', 'add', ({ data }) => data.id === sent.id);
  expect(heard.data).toMatchObject({ userid: ada.userid, mention: 0 });
  await bo.settled();
  expect(idsOf(bo).filter((id) => id === heard.id)).toHaveLength(1);
  for (const [at, node] of [one, two].entries()) {
    const lags = await lagsAt(node);
    expect(lags.events).toBeGreaterThan(before[at]?.events ?? 0);
    expect(lags.seconds - (before[at]?.seconds ?? 0)).toBeLessThan(5);
  }
});

test('words written at one node reach people at another, and rights end there too', async () => {
  const ada = await person('ada', { server: one });
  const bo = await person('bo', { server: two });
  const file = await documentOf(ada);
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: 1 });
  const [first, second] = [await Writer.open(ada, file.id), await Writer.open(bo, file.id)];
  const third = await Writer.open(on(three, ada), file.id);
  first.shared.setCaret({ client: 1, anchor: null, head: null });
  await until(() => second.shared.carets.size > 0, 'the caret');
  first.type('Hello');
  await second.shows('Hello');
  second.type(' there');
  await Promise.all([first.shows('Hello there'), third.shows('Hello there')]);
  await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid], permission: -1 });
  await second.ended();
  await Promise.all([first, third].map(({ shared }) => shared.close()));
});

test('changes of one task at three nodes arrive everywhere in the order of the log', async () => {
  const ada = await person('ada', { server: one, live: true });
  const bo = await person('bo', { server: two, live: true });
  const project = await ada.call(projectAdd, { name: unique('P'), columns: 'To do' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Start' });
  const writers = [one, two, three].map((node) => on(node, ada));
  const listeners = [bo, await on(three, bo).listen()];
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const writer = writers[n % 3] as TestClient;
      return writer.call(taskUpdate, { task_id: task.id, name: `Name ${n}` }, { mutation: unique('m') });
    }),
  );
  const { name } = await ada.call(taskOne, { task_id: task.id });
  for (const each of listeners) {
    const updates = () => each.frames.filter((frame) => frame.type === 'projectTask' && frame.action === 'update');
    await expect.poll(() => updates().length, { timeout: 10_000 }).toBe(60);
    const ids = updates().map(({ id }) => id ?? 0);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(updates().at(-1)?.data.name).toBe(name);
  }
});

test('signing out at one node ends the session and its socket at the others within a second', async () => {
  const ada = await person('ada', { server: one });
  const elsewhere = await on(two, ada).listen();
  await elsewhere.call(userBasic, { userid: [ada.userid] });
  const began = performance.now();
  await ada.call(logout, {});
  await elsewhere.receives('error');
  await expect(elsewhere.call(userBasic, { userid: [ada.userid] })).rejects.toMatchObject(refused('auth.ended'));
  expect(performance.now() - began).toBeLessThan(1000);
});

test('signing out, being disabled and losing a project take effect everywhere while Redis does not answer', async () => {
  const keep = await person('ada', { server: one, live: true });
  const [left, disabled] = [await person('bo', { server: one }), await person('cy', { server: one })];
  const project = await keep.call(projectAdd, { name: unique('P'), columns: 'To do' });
  const both = [keep.userid, disabled.userid];
  await keep.call(projectUser, { project_id: project.id, userid: [...both, left.userid] });
  const outsider = await person('dee', { server: one });
  await keep.call(projectUser, { project_id: project.id, userid: [...both, left.userid, outsider.userid] });
  const seenBy = await Promise.all([left, disabled, outsider].map((each) => on(two, each).listen()));
  const [ofLeft, ofDisabled, ofOutsider] = seenBy as [TestClient, TestClient, TestClient];
  await ofOutsider.call(projectOne, { project_id: project.id });
  // In this very moment, the nodes still believe that it hears them.
  cluster.redis.freeze();
  const began = performance.now();
  await left.call(logout, {});
  await admin.call(userOperation, { userid: disabled.userid, type: 'setdisable' });
  await keep.call(projectUser, { project_id: project.id, userid: [...both, left.userid] });
  await expect(ofOutsider.call(projectOne, { project_id: project.id })).rejects.toMatchObject(refused('project.gone'));
  await Promise.all([ofLeft.receives('error'), ofDisabled.receives('error')]);
  expect(performance.now() - began).toBeLessThan(1000);
  for (const each of [ofLeft, ofDisabled]) {
    await expect(each.call(userBasic, { userid: [each.userid] })).rejects.toMatchObject(refused('auth.ended'));
  }
  const heard = ofOutsider.frames.length;
  await keep.call(taskAdd, { project_id: project.id, name: 'Not for outsiders' });
  await sleep(2000);
  expect(JSON.stringify(ofOutsider.frames.slice(heard))).not.toContain('Not for outsiders');
  cluster.redis.thaw();
  await connected();
});

test('words that a bot streams at one node are read at another while they grow', async () => {
  const ada = await person('ada', { server: two, live: true });
  const bot = await on(one, ada).call(botEdit, { name: 'Streamer' });
  const talker = new TestClient(one.base);
  talker.token = (await on(one, ada).call(botToken, { id: bot.id })).token;
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bot.id });
  const sent = await talker.call(msgSendtext, { dialog_id, text: '...', text_type: 'md' });
  const wanted = { userid: ada.userid, msg_id: sent.id };
  const { stream_url } = await talker.call(msgStream, { ...wanted, content: 'The tide' });
  await ada.receives('msgStream', 'open', ({ data }) => data['stream_url'] === stream_url);
  const reading = fetch(`${two.base}${stream_url}`).then((response) => response.text());
  await on(three, talker).call(msgStream, { ...wanted, content: 'The tide turns', stream_url, done: true });
  expect(await reading).toContain('event: done\ndata: {"content":"The tide turns"}');
});

test('a setting saved at one node holds at the others', async () => {
  await admin.call(systemSetting, { type: 'save', system_alias: 'Three nodes' });
  for (const { app } of cluster.nodes) {
    await expect.poll(async () => (await settingsOf(app)).system_alias).toBe('Three nodes');
  }
});

test('a person is online at every node as long as one has a connection of theirs', async () => {
  const ada = await person('ada', { server: one, live: true });
  const bo = await person('bo', { server: three, live: true });
  const also = await on(two, ada).listen();
  const isOnline = async (server: TestServer) =>
    (await on(server, bo).call(userBasic, { userid: [ada.userid] }))[0]?.online;
  for (const node of cluster.nodes) await expect.poll(() => isOnline(node)).toBe(true);
  ada.hang();
  await sleep(400);
  expect(await isOnline(three)).toBe(true);
  also.hang();
  await bo.receives('line', 'offline', ({ data }) => data.userid === ada.userid);
  for (const node of cluster.nodes) await expect.poll(() => isOnline(node)).toBe(false);
});

test('a captcha from one node is solved at another, once', async () => {
  const ada = await person('ada', { server: one });
  const at = (server: TestServer) => new TestClient(server.base, ada.email);
  const wrong = { email: ada.email, password: 'wrong-Horse7' };
  await expect(at(one).call(login, wrong)).rejects.toMatchObject({ data: { code: 'need' } });
  await expect(at(two).call(login, wrong)).rejects.toMatchObject({ data: { code: 'need' } });
  const { key } = await at(two).call(loginCodejson, {});
  const code = await textOf(three.app, key);
  await at(three).call(login, { email: ada.email, password: PASSWORD, code_key: key, code });
  expect(await textOf(two.app, key)).toBe('');
});

test('attempts at all nodes count together', async () => {
  const key = unique('attempts');
  for (const { app } of [one, two, three]) for (let n = 0; n < 3; n++) app.limiter.take(key, 9, 60_000);
  await expect
    .poll(() => cluster.nodes.map(({ app }) => app.limiter.take(key, 9, 60_000)))
    .toEqual([false, false, false]);
});

test('while Redis is away events come from the log within two seconds, and it recovers', async () => {
  const { ada, bo, dialog_id } = await pair();
  const third = await on(three, bo).listen();
  for (const fault of ['kill', 'freeze'] as const) {
    if (fault === 'kill') await cluster.redis.kill();
    else cluster.redis.freeze();
    await expect
      .poll(() => cluster.nodes.map(({ app }) => app.cluster?.isUp), { timeout: 5000 })
      .toEqual([false, false, false]);
    const began = performance.now();
    const sent = await ada.call(msgSendtext, { dialog_id, text: `without Redis: ${fault}` });
    await bo.receives('dialog', 'add', ({ data }) => data.id === sent.id);
    expect(performance.now() - began).toBeLessThan(2000);
    // Signing out does not need it either.
    const cy = await person('cy', { server: one });
    const elsewhere = await on(two, cy).listen();
    const left = performance.now();
    await cy.call(logout, {});
    await elsewhere.receives('error');
    expect(performance.now() - left).toBeLessThan(1000);
    if (fault === 'kill') await cluster.redis.start();
    else cluster.redis.thaw();
    await connected();
    const after = await ada.call(msgSendtext, { dialog_id, text: 'again' });
    await bo.receives('dialog', 'add', ({ data }) => data.id === after.id);
  }
  const { list } = await ada.call(msgList, { dialog_id });
  for (const each of [bo, third]) {
    await each.settled();
    const added = each.frames
      .filter(({ type, mode }) => type === 'dialog' && mode === 'add')
      .map(({ data }) => data.id);
    expect(added).toEqual([...new Set(added)]);
    expect(list.every(({ id }) => added.includes(id))).toBe(true);
  }
});

test('a client resumes at another node with what it missed', async () => {
  const { ada, bo, dialog_id } = await pair();
  await ada.call(msgSendtext, { dialog_id, text: 'first' });
  await bo.receives('dialog', 'add');
  const cursor = await bo.receives('cursor');
  bo.hang();
  const missed = await ada.call(msgSendtext, { dialog_id, text: 'missed' });
  const again = on(three, bo);
  await again.listen({ cursor: String(cursor.data.cursor) });
  await again.receives('resume');
  expect(idsOf(again)).toContain((await again.receives('dialog', 'add', ({ data }) => data.id === missed.id)).id);
  expect(again.frames.some(({ type }) => type === 'reset')).toBe(false);
});

test('a node that joins later knows who is online, and one that leaves is forgotten', async () => {
  const ada = await person('ada', { server: one, live: true });
  const four = await cluster.join();
  await connected();
  await expect.poll(() => four.app.hub.isOnline(ada.userid), { timeout: 5000 }).toBe(true);
  const bo = await person('bo', { server: four, live: true });
  await expect.poll(() => one.app.hub.isOnline(bo.userid)).toBe(true);
  cluster.nodes.pop();
  await four.close();
  await expect.poll(() => one.app.hub.isOnline(bo.userid), { timeout: 6000 }).toBe(false);
  expect(one.app.cluster?.others).toHaveLength(2);
});

test('what is malformed, or of another release, on the channel harms no node', async () => {
  const { ada, bo, dialog_id } = await pair();
  const redis = new Redis(cluster.redis.port, cluster.redis.host);
  redis.on('error', () => undefined);
  const [channel = ''] = (await redis.pubsub('CHANNELS', 'atrium:*:bus')) as string[];
  const parcel = (all: unknown) => JSON.stringify({ from: 'stranger', format: 1, all });
  const far = { id: Number.MAX_SAFE_INTEGER, type: 'x', action: 'y', data: {} };
  for (const text of [
    '{}',
    'null',
    'no JSON',
    JSON.stringify({ from: 'stranger', format: 2, all: 'of the next release' }),
    parcel([['event', null], ['node', null], ['presence'], 7]),
    parcel([
      ['event', far],
      ['nothing', 1],
      ['rooms', {}],
      ['everyone', {}],
    ]),
  ]) {
    await redis.publish(channel, text);
  }
  const sent = await ada.call(msgSendtext, { dialog_id, text: 'all is well' });
  await bo.receives('dialog', 'add', ({ data }) => data.id === sent.id);
  for (const { app } of cluster.nodes) expect(app.cluster?.isUp).toBe(true);
  redis.disconnect();
});

test('a participant who claims to be passed on cannot open a second room', async () => {
  const ada = await person('ada', { server: one });
  const entry = await ada.call(meetingOpen, { type: 'create', name: 'One room' });
  const first = await RoomClient.enter(entry.token, {}, {}, one.base);
  await first.receives('entered');
  for (const node of cluster.nodes) {
    const guest = await person('guest', { server: node });
    const theirs = await guest.call(meetingOpen, { type: 'join', meetingid: entry.meetingid });
    const forged = await RoomClient.enter(theirs.token, {}, { 'x-atrium-relayed': '1' }, node.base);
    const { people } = await forged.receives('entered');
    expect(people.map(({ uid }) => uid)).toContain(entry.uid);
    forged.hang();
  }
  expect(first.isOpen).toBe(true);
  first.leave();
});

test('who is in a room that an earlier node opened too connects again, also from the lobby', async () => {
  const ada = await person('ada', { server: one });
  const entry = await ada.call(meetingOpen, { type: 'create', name: 'Twice' });
  const { meetingid } = entry;
  const sharekey = (await ada.call(meetingLink, { meetingid })).split('/').at(-1) ?? '';
  const visitor = new TestClient(one.base);
  const { token } = await visitor.call(meetingOpen, { type: 'join', meetingid, sharekey, username: 'Cleo' });
  const host = await RoomClient.enter(entry.token, {}, {}, one.base);
  await host.receives('entered');
  const guest = await RoomClient.enter(token, {}, {}, one.base);
  await guest.receives('waiting');
  const redis = new Redis(cluster.redis.port, cluster.redis.host);
  const [channel = ''] = (await redis.pubsub('CHANNELS', 'atrium:*:bus')) as string[];
  await redis.publish(channel, JSON.stringify({ from: '', format: 1, all: [['rooms', { meetings: [entry.id] }]] }));
  await Promise.all([host.ended(), guest.ended()]);
  expect([host.closedWith, guest.closedWith]).toEqual([1012, 1012]);
  redis.disconnect();
});

test('the status page lists the nodes, who leads, and says that Redis is away', async () => {
  const status = () => on(two, admin).call(systemStatus, {});
  await expect.poll(async () => (await status()).nodes.filter((node) => node.is_leader).length).toBe(1);
  const { nodes, checks } = await status();
  expect(nodes.map(({ address }) => address).sort()).toEqual(cluster.nodes.map(({ base }) => base).sort());
  expect(nodes.filter((node) => node.is_self).map(({ address }) => address)).toEqual([two.base]);
  const redis = (list: typeof checks) => list.find(({ name }) => name === 'redis')?.state;
  expect(redis(checks)).toBe('ok');
  expect(checks.find(({ name }) => name === 'servers')?.state).toBe('ok');
  // A node that was given another Redis is known to the database only.
  const reserve = { isShared: true, onLost: () => undefined };
  const stray = await watchDatabase({ connectionString: cluster.databaseUrl, log: makeLog('silent'), reserve });
  const apart = (await status()).checks.find(({ name }) => name === 'servers');
  expect(apart).toMatchObject({ state: 'bad', text: expect.stringContaining('REDIS_URL') });
  await stray.close();
  await cluster.redis.kill();
  await expect.poll(async () => redis((await status()).checks), { timeout: 5000 }).toBe('warn');
  await cluster.redis.start();
  await connected();
});

test('people who enter a meeting by different nodes meet in one room, and it moves when its node is gone', async () => {
  const ada = await person('ada', { server: one });
  const entries = [await ada.call(meetingOpen, { type: 'create', name: 'Across' })];
  for (const node of [two, three]) {
    const guest = await person('guest', { server: node });
    entries.push(await guest.call(meetingOpen, { type: 'join', meetingid: entries[0]?.meetingid ?? '' }));
  }
  const enter = (n: number) => RoomClient.enter(entries[n]?.token ?? '', {}, {}, cluster.nodes[n]?.base);
  const clients = await Promise.all([0, 1, 2].map(enter));
  const uids = entries.map(({ uid }) => uid);
  for (const [n, each] of clients.entries()) {
    await each.receives('entered');
    for (const uid of uids) {
      const isThere = () => each.heard.some((says) => JSON.stringify(says).includes(String(uid)));
      await expect.poll(isThere, { message: `${uid} at ${n}` }).toBe(true);
    }
  }
  clients[0]?.leave();
  for (const each of clients.slice(1)) await each.receives('left', ({ uid }) => uid === uids[0]);
  const rooms = cluster.nodes.filter(({ app }) => roomsOf(app).addressOf(entries[0]?.id ?? 0) === undefined);
  expect(rooms).toHaveLength(1);
  // A node that stops asks its participants to connect again; the others then open the room.
  const four = await cluster.join();
  await connected();
  cluster.nodes.splice(cluster.nodes.indexOf(rooms[0] as TestServer), 1);
  await rooms[0]?.close();
  await Promise.all(clients.slice(1).map((each) => each.ended()));
  expect(clients.slice(1).map((each) => each.closedWith)).toEqual([1012, 1012]);
  await connected();
  const again = await Promise.all([1, 2].map((n) => RoomClient.enter(entries[n]?.token ?? '', {}, {}, four.base)));
  for (const each of again) await each.receives('entered');
  await expect.poll(() => again[0]?.heard.some((says) => JSON.stringify(says).includes(String(uids[2])))).toBe(true);
});

test('a node that is about to stop is not ready for more, and serves those it has', async () => {
  const node = await cluster.join();
  const eve = await person('eve', { server: node });
  const statusOf = async (path: string) => (await fetch(`${node.base}${path}`)).status;
  expect(await statusOf('/health/ready')).toBe(200);
  node.leave();
  expect(await statusOf('/health/ready')).toBe(503);
  expect(await statusOf('/health/live')).toBe(200);
  expect((await eve.call(projectAdd, { name: unique('P') })).id).toBeGreaterThan(0);
  cluster.nodes.splice(cluster.nodes.indexOf(node), 1);
  await node.close();
});

test('one node leads; when it is gone another one takes over', async () => {
  await expect.poll(() => cluster.nodes.filter(({ app }) => app.database.isLeader).length, { timeout: 5000 }).toBe(1);
  const leader = cluster.nodes.find(({ app }) => app.database.isLeader);
  cluster.nodes.splice(cluster.nodes.indexOf(leader as TestServer), 1);
  await leader?.close();
  await expect.poll(() => cluster.nodes.filter(({ app }) => app.database.isLeader).length, { timeout: 10_000 }).toBe(1);
});

test('an edited profile is shown at the others', async () => {
  const node = cluster.nodes.at(-1) as TestServer;
  const ada = await person('ada', { server: node, live: true });
  const bo = await person('bo', { server: cluster.nodes[0] as TestServer, live: true });
  await ada.call(userEditdata, { nickname: 'Ada of node three' });
  await bo.receives('user', 'update', ({ data }) => data.nickname === 'Ada of node three');
});

test('an import stops from another node, and one whose node is gone can be started again', async () => {
  const board = {
    id: 'b1',
    name: 'Large',
    lists: [{ id: 'l1', name: 'To do', closed: false, pos: 1 }],
    cards: Array.from({ length: 4000 }, (_, n) => ({
      id: `c${n}`,
      name: `Card ${n}`,
      idList: 'l1',
      pos: n,
      closed: false,
    })),
    labels: [],
    checklists: [],
    members: [],
    actions: [],
  };
  const [first, second] = cluster.nodes as [TestServer, TestServer];
  const owner = on(first, admin);
  const body = new FormData();
  body.set('kind', 'trello');
  body.set('file', new Blob([JSON.stringify(board)]), 'board.json');
  const { data } = await owner.raw('import/upload', { method: 'POST', body });
  const import_id = Number(data.id);
  await owner.call(importStart, { import_id });
  const stopped = await on(second, admin).call(importStop, { import_id });
  expect(stopped.status).toBe('stopped');
  // As if its node had died.
  await sql`update imports set status = 'running' where id = ${import_id}`.execute(second.app.db);
  await stopDeadImports(second.app);
  expect((await on(second, admin).call(importStatus, { import_id })).status).toBe('stopped');
});
