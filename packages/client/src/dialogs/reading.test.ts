import { messageEvents } from '@atrium/contract/chat/messages.ts';
import { expect, test } from 'vitest';
import { type Client, createClient } from '../client.ts';
import { dialogReducers } from '../store/dialogEvents.ts';
import { Store } from '../store/store.ts';
import { FakeHost } from '../testing.ts';
import { listedSince } from './olderUnread.ts';

const me = { userid: 1, token: 't' };
const dialog = (fields: object = {}) => ({
  id: 5,
  type: 'group',
  last_at: '2026-01-02 00:00:00',
  unread: 0,
  unread_one: 0,
  mention: 0,
  mention_ids: [],
  user_at: '',
  user_ms: 1,
  last_seq: 0,
  todo_num: 0,
  last_msg: null,
  ...fields,
});
const message = (id: number, fields: object = {}) => ({
  id,
  dialog_id: 5,
  seq: id,
  userid: 2,
  type: 'text',
  mtype: 'text',
  msg: { text: `number ${id}` },
  emoji: [],
  mentions: [],
  reply_id: 0,
  mention: 0,
  read_at: null,
  created_at: '2026-01-01 00:00:00',
  ...fields,
});

/** A fake server that answers as the test says, and counts requests. */
class AskedHost extends FakeHost {
  readonly asked: { path: string; input: Record<string, unknown> }[] = [];
  readonly answers: Record<string, (input: Record<string, unknown>) => unknown> = {
    'sync/start': () => ({
      cursor: 'c',
      user: me,
      users: [],
      projects: [],
      columns: [],
      tasks: [],
      dialogs: [dialog()],
    }),
  };
  override answer = (url: string, init: { body: string }) => {
    const path = url.replace('/api/', '');
    const input = JSON.parse(init.body) as Record<string, unknown>;
    this.asked.push({ path, input });
    const found = this.answers[path];
    return found
      ? JSON.stringify({ ret: 1, msg: '', data: found(input) })
      : JSON.stringify({ ret: 0, msg: 'no', data: { code: 'forbidden' } });
  };
  of = (path: string) => this.asked.filter((each) => each.path === path).map(({ input }) => input);
}

async function begun(): Promise<{ host: AskedHost; client: Client }> {
  const host = new AskedHost();
  const client = createClient(host, {
    base: '',
    language: 'en',
    version: '1',
    platform: 'test',
    preview: ({ msg }) => String(msg['text']),
  });
  const starting = client.start('t');
  await host.pass(0);
  await starting;
  const socket = host.sockets.at(-1);
  socket?.receive({ type: 'open', data: { fd: 'a', ud: 1 } });
  socket?.receive({ type: 'resume', data: { cursor: 'c1' } });
  return { host, client };
}
const hear = (host: AskedHost, mode: string, data: object, id: number) =>
  host.sockets.at(-1)?.receive({ type: 'dialog', mode, data, id });

// covers C4-11, C9-03
test('read messages are reported 50 ms later, 100 at a time; a refusal restores them and retries once', async () => {
  const { host, client } = await begun();
  for (let id = 1; id <= 130; id++) hear(host, 'add', message(id), id);
  expect(client.store.get('dialog', 5)?.unread).toBe(130);
  for (let id = 1; id <= 130; id++) client.see(id);
  await host.pass(49);
  expect(host.of('dialog/msg/read')).toEqual([]);
  await host.pass(1);
  const [first] = host.of('dialog/msg/read');
  expect(String(first?.['id']).split(',')).toHaveLength(100);
  // After a refusal they are unread again, and automatically requested again.
  expect(client.store.get('message', 1)?.read_at).toBeNull();
  const counters = {
    id: 5,
    unread: 0,
    unread_one: 0,
    mention: 0,
    mention_ids: [],
    user_at: '',
    user_ms: 2,
    last_seq: 130,
  };
  host.answers['dialog/msg/read'] = () => [counters];
  await host.pass(200);
  const sent = host
    .of('dialog/msg/read')
    .slice(1)
    .flatMap(({ id }) => String(id).split(','));
  expect(new Set(sent).size).toBe(130);
  expect(client.store.get('message', 1)?.read_at).not.toBeNull();
  await client.stop();
});

// covers B4-06
test('own and already read messages are not reported', async () => {
  const { host, client } = await begun();
  hear(host, 'add', message(1, { userid: me.userid }), 1);
  hear(host, 'add', message(2, { read_at: '2026-01-01 00:00:00' }), 2);
  hear(host, 'add', message(3), 3);
  for (const id of [1, 2, 3]) client.see(id);
  await host.pass(100);
  expect(host.of('dialog/msg/read')[0]).toMatchObject({ id: '3' });
  await client.stop();
});

test('a conversation whose last message was withdrawn meanwhile sorts as it does for others', async () => {
  const { host, client } = await begun();
  const gone = { id: 9, dialog_id: 5, seq: 9, last_msg: null, update_read: 1, gone: 1 };
  hear(host, 'delete', { ...gone, last_at: '2026-01-03 00:00:00' }, 1);
  expect(client.store.get('dialog', 5)?.last_at).toBe('2026-01-03 00:00:00');
  // A message before the last one.
  hear(host, 'delete', { ...gone, id: 8, seq: 8, gone: 2, last_at: '2026-01-02 00:00:00' }, 2);
  expect(client.store.get('dialog', 5)?.last_at).toBe('2026-01-03 00:00:00');
  // One that is here and the last: the chat goes back to where it was before.
  hear(host, 'add', message(10, { created_at: '2026-01-05 00:00:00' }), 3);
  expect(client.store.get('dialog', 5)?.last_at).toBe('2026-01-05 00:00:00');
  hear(host, 'delete', { ...gone, id: 10, seq: 10, gone: 3, last_at: '2026-01-03 00:00:00' }, 4);
  expect(client.store.get('dialog', 5)?.last_at).toBe('2026-01-03 00:00:00');
  await client.stop();
});

// covers C4-13
test('an older message never replaces the last one unless that is withdrawn', async () => {
  const { host, client } = await begun();
  hear(host, 'add', message(7), 1);
  hear(host, 'add', message(4), 2);
  expect(client.store.get('dialog', 5)?.last_msg).toMatchObject({ id: 7, msg: { preview: 'number 7' } });
  const last_msg = { id: 4, type: 'preview', msg: { preview: 'number 4' }, userid: 2, percentage: 0, emoji: [] };
  hear(host, 'delete', { id: 7, dialog_id: 5, seq: 7, last_msg, update_read: 0 }, 3);
  expect(client.store.get('dialog', 5)?.last_msg).toMatchObject({ id: 4 });
  await client.stop();
});

// covers C4-16, C9-03
test('messages come 25 at a time', async () => {
  const { host, client } = await begun();
  host.answers['dialog/msg/list'] = () => ({ list: [{ ...message(9), prev_id: 8, next_id: 0 }], time: 0 });
  const opening = client.opened.openDialog(5);
  await host.pass(0);
  await opening;
  const older = client.opened.loadOlder(5);
  await host.pass(0);
  await older;
  expect(host.of('dialog/msg/list')).toMatchObject([{ pagesize: 25 }, { pagesize: 25, prev_id: 8 }]);
  await client.stop();
});

// covers C4-18, C9-07
test('unread messages beyond the list are checked once an hour', async () => {
  const { host, client } = await begun();
  host.answers['dialog/beyond'] = () => [dialog({ id: 6, last_at: '2020-01-01 00:00:00', unread: 3, last_seq: 9 })];
  await host.pass(3_599_000);
  expect(host.of('dialog/beyond')).toEqual([]);
  await host.pass(1000);
  const since = '2026-01-02 00:00:00';
  expect(host.of('dialog/beyond')).toEqual([{ unread_at: since, todo_at: since }]);
  expect(client.store.get('dialog', 6)).toMatchObject({ unread: 3 });
  await host.pass(3_600_000);
  expect(host.of('dialog/beyond')).toHaveLength(2);
  await client.stop();
});

test('beyond the list means older than its hundredth conversation', () => {
  const store = new Store();
  const day = (number: number) => `2026-01-01 00:${String(number).padStart(3, '0')}`;
  for (let id = 1; id <= 103; id++) store.base.dialog.put(dialog({ id, last_at: day(id) }) as never);
  expect(listedSince(store)).toBe(day(4));
});

// covers C4-19
test('every conversation event of the server is handled here', () => {
  const modes =
    'delete,add,chat,update,readed,groupAdd,groupJoin,groupRestore,groupUpdate,groupExit,groupDelete,updateTopMsg';
  for (const mode of modes.split(',')) expect(dialogReducers, mode).toHaveProperty([`dialog/${mode}`]);
  expect(messageEvents.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['delete', 'add', 'update', 'readed', 'updateTopMsg']),
  );
});

test('an event about a reply leaves the quote alone, which follows the quoted message', async () => {
  const { host, client } = await begun();
  const quote = (text: string) => ({ id: 1, userid: 2, type: 'text', msg: { text } });
  // The quoted message is far up and not loaded.
  hear(host, 'add', message(9, { reply_id: 1, msg: { text: 'yes', reply_data: quote('old') } }), 1);
  hear(host, 'update', { id: 1, dialog_id: 5, type: 'text', mtype: 'text', msg: { text: 'new' } }, 2);
  hear(host, 'update', { id: 9, dialog_id: 5, msg: { text: 'yes!', reply_data: quote('old') } }, 3);
  const { store } = client;
  expect(store.get('message', 9)?.msg).toEqual({ text: 'yes!', reply_data: quote('new') });
  hear(host, 'update', { id: 9, dialog_id: 5, msg: { text: 'yes!!' } }, 4);
  expect(store.get('message', 9)?.msg).toEqual({ text: 'yes!!', reply_data: quote('new') });
  hear(host, 'delete', { id: 1, dialog_id: 5, seq: 1, update_read: 0 }, 5);
  hear(host, 'update', { id: 9, dialog_id: 5, msg: { text: 'no', reply_data: quote('new') } }, 6);
  expect(store.get('message', 9)?.msg).toEqual({ text: 'no' });
  await client.stop();
});

test('a changed planned meeting is announced to open calendars', async () => {
  const { host, client } = await begun();
  const topics: string[] = [];
  client.onTopic((topic) => topics.push(topic));
  hear(host, 'add', message(1, { type: 'template', msg: { type: 'meeting_plan', plan_id: 4 } }), 1);
  expect(topics).toEqual([]);
  host.sockets.at(-1)?.receive({ type: 'meeting', action: 'plans', data: {}, id: 2 });
  expect(topics).toEqual(['meetings']);
});
