import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  botDelete,
  botDeliveries,
  botEdit,
  botInfo,
  botList,
  botOthers,
  botResend,
  botRevoke,
  botToken,
} from '@atrium/contract/chat/bots.ts';
import { dialogOpenUser, dialogUser, groupAdd, groupAdduser, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerNow } from '#modules/users/callers.service';
import { follow } from '#platform/events/eventLog';
import { cloneTemplate } from '#testing/database';
import { runJobs } from '#testing/runJobs';
import { person, refused, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { botFollower } from './follow.service.ts';
import { clearOldMessages } from './retention.service.ts';

/** The program of a bot: an HTTP server that records its requests. */
interface Program {
  url: string;
  heard: Record<string, string>[];
  answer: { status: number; body: string };
}
let web: Server;
let host: string;
const programs = new Map<string, Program>();
let server: TestServer;
let stop: () => Promise<void>;
let admin: TestClient;

beforeAll(async () => {
  web = createServer((request, response) => {
    const program = programs.get(request.url ?? '');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      program?.heard.push(Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString())));
      response.statusCode = program?.answer.status ?? 404;
      response.end(program?.answer.body);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_bots_').toLowerCase()),
    localHosts: [host],
  });
  admin = await person('admin', { server });
  stop = follow(server.app, botFollower);
});
afterAll(async () => {
  await stop();
  await server.close();
  web.close();
});

function program(answer = { status: 200, body: '' }): Program {
  const path = `/${unique('hook')}`;
  const made = { url: `http://${host}${path}`, heard: [], answer };
  programs.set(path, made);
  return made;
}

/** Delivers what is due, until the program has received `count` calls. */
async function hears({ heard }: Program, count: number) {
  await expect
    .poll(
      async () => {
        await runJobs(server);
        return heard.length;
      },
      { timeout: 10_000 },
    )
    .toBe(count);
  return heard.at(-1) as Record<string, string>;
}

const owner = (name = 'ada') => person(name, { server, live: true });

/** Sends a command to a bot and returns the reply. */
async function command(client: TestClient, bot: number, text: string) {
  const { id: dialog_id } = await client.call(dialogOpenUser, { userid: bot });
  const sent = await client.call(msgSendtext, { dialog_id, text });
  const { data } = await client.receives(
    'dialog',
    'add',
    (frame) => frame.data.userid === bot && Number(frame.data.id) > sent.id,
  );
  return data.msg as Record<string, unknown> & { data: Record<string, unknown> };
}
const managerOf = async () => {
  const { rows } = await sql<{
    userid: number;
  }>`select userid from users where email = 'bot-manager@bot.system'`.execute(server.app.db);
  return rows[0]?.userid ?? 0;
};

// covers B7-15, C7-07
test('a bot is made, greets its owner, and writes with its token until that is replaced', async () => {
  const ada = await owner();
  const bot = await ada.call(botEdit, { name: 'Deploy' });
  expect(bot).toMatchObject({ name: 'Deploy', clear_day: 30, webhook_events: ['message'], session: false });
  expect(bot.email).toMatch(/^user-normal-\d{8}@bot\.system$/);
  const hello = await ada.receives('dialog', 'add', ({ data }) => data.userid === bot.id);
  expect(hello.data.msg).toMatchObject({ type: '/hello' });
  const { token } = await ada.call(botToken, { id: bot.id });
  expect(await ada.call(botToken, { id: bot.id })).toEqual({ token });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bot.id });
  const send = (headers: Record<string, string>) =>
    fetch(`${server.base}/api/dialog/msg/sendtext`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', version: '1.0.0', ...headers },
      body: JSON.stringify({ dialog_id, text: '**done**', text_type: 'md', silence: 'yes' }),
    }).then((response) => response.json() as Promise<{ ret: number }>);
  expect((await send({ token })).ret).toBe(1);
  expect((await send({ authorization: `Bearer ${token}` })).ret).toBe(1);
  const { token: next } = await ada.call(botRevoke, { id: bot.id });
  expect(await send({ token })).toMatchObject(refused('auth.ended'));
  expect((await send({ token: next })).ret).toBe(1);
  const { headers } = await fetch(`${server.base}/api/users/info`, { headers: { authorization: `Bearer ${next}` } });
  expect(headers.get('ratelimit-limit')).toBe('600');
  // The database has it encrypted only.
  const { rows } = await sql<{ token: string }>`select token from bots where bot_id = ${bot.id}`.execute(server.app.db);
  expect(rows[0]?.token).toMatch(/^sealed:/);
});

// covers B7-16
test('its program hears messages as form fields, and may answer', async () => {
  const ada = await owner();
  const hook = program({ status: 200, body: JSON.stringify({ code: 200, message: 'on my way' }) });
  const bot = await ada.call(botEdit, { name: 'Helper', webhook_url: hook.url });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bot.id });
  const first = await ada.call(msgSendtext, { dialog_id, text: 'the question' });
  const sent = await ada.call(msgSendtext, { dialog_id, text: '<p>please <b>help</b></p>', reply_id: first.id });
  await hears(hook, 2);
  const fields = hook.heard.find(({ msg_id }) => msg_id === String(sent.id));
  const { token } = await ada.call(botToken, { id: bot.id });
  expect(fields).toMatchObject({
    event: 'message',
    text: 'please help',
    reply_text: 'the question',
    token,
    dialog_id: String(dialog_id),
    dialog_type: 'user',
    msg_uid: String(ada.userid),
    mention: '0',
    bot_uid: String(bot.id),
    version: '1.0.0',
    session_id: '0',
  });
  expect(JSON.parse(fields?.msg_user ?? '')).toMatchObject({ userid: ada.userid, email: ada.email });
  await ada.receives('dialog', 'add', ({ data }) => JSON.stringify(data.msg).includes('on my way'));
  const { list } = await ada.call(botDeliveries, { id: bot.id });
  expect(list).toHaveLength(2);
  expect(list[0]).toMatchObject({ status: 200, event: 'message' });
  expect(JSON.stringify(list)).not.toContain(token);
  await ada.call(botResend, { id: bot.id, delivery_id: list[0]?.id ?? 0 });
  expect(hook.heard).toHaveLength(3);
  expect((await ada.call(botInfo, { id: bot.id })).webhook_num).toBe(3);
});

test.each(['setdisable', 'delete'] as const)('a bot ends with its owner: %s', async (type) => {
  const [ada, bo] = [await owner(), await owner('bo')];
  const hook = program();
  const bot = await ada.call(botEdit, { name: 'Zombie', webhook_url: hook.url });
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Team', userids: [ada.userid, bo.userid, bot.id] });
  const speaker = Object.assign(new TestClient(server.base), {
    token: (await ada.call(botToken, { id: bot.id })).token,
  });
  await speaker.call(msgSendtext, { dialog_id, text: 'here' });
  await bo.call(msgSendtext, { dialog_id, text: 'before' });
  await hears(hook, 1);
  await admin.call(userOperation, { userid: ada.userid, type, delete_reason: 'left' });
  await expect(speaker.call(msgSendtext, { dialog_id, text: 'still here' })).rejects.toMatchObject(
    refused('auth.ended'),
  );
  await bo.call(msgSendtext, { dialog_id, text: 'confidential' });
  // A bot of somebody else hears it: the follower has passed it.
  const witness = program();
  const other = await bo.call(botEdit, { name: 'Witness', webhook_url: witness.url });
  const { id: with_other } = await bo.call(dialogOpenUser, { userid: other.id });
  await bo.call(msgSendtext, { dialog_id: with_other, text: 'after' });
  await hears(witness, 1);
  expect(hook.heard.map(({ text }) => text)).toEqual(['before']);
});

test("a person's bots leave the group with them", async () => {
  const [ada, bo] = [await owner(), await owner('bo')];
  const [mine, theirs] = [await ada.call(botEdit, { name: 'Mine' }), await bo.call(botEdit, { name: 'Theirs' })];
  const userids = [ada.userid, bo.userid, mine.id, theirs.id];
  const { id: dialog_id } = await bo.call(groupAdd, { chat_name: 'Team', userids });
  const speaker = Object.assign(new TestClient(server.base), {
    token: (await ada.call(botToken, { id: mine.id })).token,
  });
  await speaker.call(msgSendtext, { dialog_id, text: 'here' });
  await bo.call(groupDeluser, { dialog_id, userids: [ada.userid] });
  await expect(speaker.call(msgSendtext, { dialog_id, text: 'still' })).rejects.toMatchObject({
    data: { code: 'dialog.gone' },
  });
  const left = (await bo.call(dialogUser, { dialog_id })).map(({ userid }) => userid);
  expect(left.sort()).toEqual([bo.userid, theirs.id].sort());
});

test('administrators see the bots of others, without their tokens, and delete them', async () => {
  const [ada, bo] = [await owner(), await owner('bo')];
  const { id } = await ada.call(botEdit, { name: 'Reporter', webhook_url: program().url });
  await expect(bo.call(botOthers, {})).rejects.toMatchObject({ data: { code: 'forbidden' } });
  await expect(bo.call(botDelete, { id, remark: 'x' })).rejects.toMatchObject({ data: { code: 'bot.gone' } });
  const seen = async () => (await admin.call(botOthers, {})).list.find((each) => each.id === id);
  expect(await seen()).toMatchObject({ name: 'Reporter', owner: ada.userid, is_active: true, host });
  await expect(admin.call(botToken, { id })).rejects.toMatchObject({ data: { code: 'bot.gone' } });
  await admin.call(botDelete, { id, remark: 'Nobody knows it' });
  expect(await seen()).toBeUndefined();
  expect((await ada.call(botList, {})).list).toEqual([]);
});

test('in a group it hears what mentions it or nobody, never a bot, and people who come and go', async () => {
  const ada = await owner();
  const bo = await owner('bo');
  const hook = program();
  const events = ['message', 'dialog_open', 'member_join', 'member_leave'] as const;
  const bot = await ada.call(botEdit, { name: 'Group', webhook_url: hook.url, webhook_events: [...events] });
  const other = await ada.call(botEdit, { name: 'Other' });
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Team', userids: [ada.userid, bot.id, other.id] });
  await ada.call(groupAdduser, { dialog_id, userids: [bo.userid] });
  expect(await hears(hook, 1)).toMatchObject({
    event: 'member_join',
    dialog_name: 'Team',
    dialog_id: String(dialog_id),
  });
  const at = (userid: number) =>
    `<span class="mention" data-denotation-char="@" data-id="${userid}" data-value="x"></span>`;
  await ada.call(msgSendtext, { dialog_id, text: `${at(bo.userid)} only for you` });
  await ada.call(msgSendtext, { dialog_id, text: 'for all' });
  expect((await hears(hook, 2)).text).toBe('for all');
  await bo.call(msgSendtext, { dialog_id, text: `${at(bot.id)} status` });
  expect(await hears(hook, 3)).toMatchObject({ text: 'status', mention: '1', msg_uid: String(bo.userid) });
  const speaker = new TestClient(server.base);
  speaker.token = (await ada.call(botToken, { id: other.id })).token;
  await speaker.call(msgSendtext, { dialog_id, text: 'from a bot' });
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  const left = await hears(hook, 4);
  expect(left.event).toBe('member_leave');
  expect(JSON.parse(left.member ?? '')).toMatchObject({ userid: bo.userid });
  // Opening the conversation with it is an event too.
  await bo.call(dialogOpenUser, { userid: bot.id });
  expect(await hears(hook, 5)).toMatchObject({ event: 'dialog_open', dialog_type: 'user' });
});

test('a program that answers people who join greets each of them', async () => {
  const ada = await owner();
  const [bo, cy] = [await owner('bo'), await owner('cy')];
  const hook = program({ status: 200, body: JSON.stringify({ message: 'Welcome!' }) });
  const bot = await ada.call(botEdit, { name: 'Host', webhook_url: hook.url, webhook_events: ['member_join'] });
  const { id: dialog_id } = await ada.call(groupAdd, { chat_name: 'Club', userids: [ada.userid, bot.id] });
  for (const [at, { userid }] of [bo, cy].entries()) {
    await ada.call(groupAdduser, { dialog_id, userids: [userid] });
    await hears(hook, at + 1);
  }
  const greetings = async () => {
    const { list } = await ada.call(msgList, { dialog_id });
    return list.filter((each) => each.userid === bot.id).length;
  };
  await expect.poll(greetings).toBe(2);
});

test('what is withdrawn or gone before the delivery is not sent, and a failing address is paused', async () => {
  const ada = await owner();
  const hook = program({ status: 500, body: 'broken' });
  const bot = await ada.call(botEdit, { name: 'Broken', webhook_url: hook.url });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bot.id });
  const gone = await ada.call(msgSendtext, { dialog_id, text: 'never mind' });
  await ada.call(msgWithdraw, { msg_id: gone.id });
  await ada.call(msgSendtext, { dialog_id, text: 'hello' });
  expect((await hears(hook, 1)).text).toBe('hello');
  await sql`update bots set webhook_failures = 29 where bot_id = ${bot.id}`.execute(server.app.db);
  await ada.call(msgSendtext, { dialog_id, text: 'once more' });
  await hears(hook, 2);
  expect((await ada.call(botInfo, { id: bot.id })).webhook_paused_at).not.toBeNull();
  await ada.receives('dialog', 'add', ({ data }) => JSON.stringify(data.msg).includes('“Broken” is paused'));
  // Private addresses are refused when they are entered, and names of them by the guard.
  await expect(ada.call(botEdit, { name: 'Local', webhook_url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({
    data: { code: 'bot.url' },
  });
  const local = await ada.call(botEdit, { name: 'Local', webhook_url: 'https://localhost:1/' });
  const { id: second } = await ada.call(dialogOpenUser, { userid: local.id });
  await ada.call(msgSendtext, { dialog_id: second, text: 'hello' });
  await expect
    .poll(async () => {
      await runJobs(server);
      return (await ada.call(botDeliveries, { id: local.id })).list[0];
    })
    .toMatchObject({ status: 0, answer: expect.stringContaining('') });
});

test('a bot’s token is shown only to somebody who has just proved who they are', async () => {
  const ada = await owner();
  const { app } = server;
  const bot = await ada.call(botEdit, { name: 'Guarded' });
  const { token } = await ada.call(botToken, { id: bot.id });
  await sql`update devices set proved_at = now() - interval '11 minutes' where userid = ${ada.userid}`.execute(app.db);
  for (const call of [botToken, botRevoke]) {
    await expect(ada.call(call, { id: bot.id })).rejects.toMatchObject({ data: { code: 'proof.needed' } });
  }
  for (const word of ['/token', '/revoke']) {
    const said = await command(ada, bot.id, word);
    expect(said).toMatchObject({ content: expect.stringContaining('Confirm that it’s you first') as string });
    expect(said).not.toHaveProperty('data');
  }
  await sql`update devices set proved_at = now() where userid = ${ada.userid}`.execute(app.db);
  expect(await ada.call(botToken, { id: bot.id })).toEqual({ token });
});

// covers B1-06, B3-10, B3-13, B6-02, B8-08, B9-07
test('the bot manager and one’s own bots understand every command', async () => {
  const ada = await owner();
  await ada.call(botEdit, { name: 'First' });
  const manager = await managerOf();
  expect(await command(ada, manager, '/help')).toMatchObject({ type: '/help', manager: true });
  const made = await command(ada, manager, '/newbot Second bot');
  expect(made).toMatchObject({
    type: '/newbot',
    data: { nickname: 'Second bot', clear_day: 30, webhook_url: '-', webhook_num: 0, clear_at: expect.any(String) },
  });
  const id = Number(made.data.userid);
  const list = await command(ada, manager, '/list');
  expect((list.data as unknown as { nickname: string }[]).map(({ nickname }) => nickname)).toEqual([
    'First',
    'Second bot',
  ]);
  expect(await command(ada, manager, `/setname ${id} Renamed`)).toMatchObject({ data: { nickname: 'Renamed' } });
  expect(await command(ada, manager, `/clearday ${id} 7`)).toMatchObject({ data: { clear_day: 7 } });
  expect(await command(ada, id, '/info')).toMatchObject({ type: '/info', data: { userid: id, nickname: 'Renamed' } });
  expect(await command(ada, id, '/webhook https://example.com/hook')).toMatchObject({
    data: { webhook_url: 'https://example.com/hook' },
  });
  expect(await command(ada, id, '/webhook')).toMatchObject({ data: { webhook_url: '-' } });
  const { data } = await command(ada, id, '/token');
  expect(data.token).toEqual((await ada.call(botToken, { id })).token);
  expect((await command(ada, id, '/revoke')).data.token).not.toEqual(data.token);
  expect(await command(ada, id, '/dialog')).toMatchObject({ type: '/dialog', data: [{ type: 'user' }] });
  expect(await command(ada, id, '/hello')).toMatchObject({ type: '/hello' });
  expect(await command(ada, id, '/api')).toMatchObject({ type: '/api', version: '1.0.0', email: expect.any(String) });
  expect(await command(ada, id, '/help')).toMatchObject({ manager: false });
  // Each has commands that the other does not have.
  for (const [bot, text] of [
    [id, '/list'],
    [id, '/dance'],
  ] as const) {
    expect((await command(ada, bot, text)).content).toBe(
      `Unsupported command ${text}. Send /help to see all commands.`,
    );
  }
  expect((await command(ada, id, '/clearday 0')).content).toBe('Messages can be kept for 1 to 999 days.');
  expect((await command(ada, manager, '/info 1')).content).toBe('This bot doesn’t exist, or it isn’t yours.');
  const bo = await owner('bo');
  expect((await command(bo, id, '/token')).content).toBe('This is not your bot. Only its owner can use commands.');
  expect(await command(ada, manager, `/deletebot ${id}`)).toMatchObject({ type: '/deletebot' });
  expect((await ada.call(botList, {})).list.map(({ name }) => name)).toEqual(['First']);
});

test('others’ bots are out of reach, limits hold, and a deleted bot’s token ends', async () => {
  const ada = await owner();
  const bo = await owner('bo');
  const bot = await ada.call(botEdit, { name: 'Mine' });
  for (const call of [botInfo, botToken, botRevoke, botDeliveries] as const) {
    await expect(bo.call(call, { id: bot.id })).rejects.toMatchObject({ data: { code: 'bot.gone' } });
  }
  await expect(bo.call(botEdit, { id: bot.id, name: 'Theirs' })).rejects.toMatchObject({ data: { code: 'bot.gone' } });
  const code = (input: object) =>
    ada.call(botEdit, input).then(
      () => 'fine',
      ({ data }) => data.code as string,
    );
  expect(await code({ name: 'x' })).toBe('bot.name');
  expect(await code({ name: 'x'.repeat(21) })).toBe('bot.name');
  expect(await code({ name: 'Bad', webhook_url: 'javascript:alert(1)' })).toBe('bot.url');
  expect(await code({ name: 'Bad', clear_day: 1000 })).toBe('bot.days');
  const manager = await managerOf();
  await expect(admin.call(botDelete, { id: manager, remark: 'no' })).rejects.toMatchObject({
    data: { code: 'bot.system' },
  });
  expect(await admin.call(botEdit, { id: manager, name: 'Robots' })).toMatchObject({
    system_name: 'bot-manager',
    name: 'Robots',
  });
  const address = 'https://hooks.example.org/secret-path';
  await ada.call(botEdit, { id: bot.id, webhook_url: address });
  const { token } = await ada.call(botToken, { id: bot.id });
  await ada.call(botDelete, { id: bot.id, remark: 'no longer needed' });
  const speaker = new TestClient(server.base);
  speaker.token = token;
  await expect(speaker.call(botList, {})).rejects.toMatchObject(refused('auth.ended'));
  const { data } = await admin.call(auditList, { userid: ada.userid, pagesize: 20 });
  const own = data.filter(({ target_id, action }) => target_id === bot.id && action.startsWith('bot.'));
  expect(own).toMatchObject([
    { action: 'bot.deleted', target_name: 'Mine' },
    { action: 'bot.changed', detail: { changes: { webhook_url: { from: '', to: 'hooks.example.org' } } } },
    { action: 'bot.created' },
  ]);
});

test('its messages are deleted after its days', async () => {
  const ada = await owner();
  const bot = await ada.call(botEdit, { name: 'Short', clear_day: 1 });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bot.id });
  const old = await ada.receives('dialog', 'add', ({ data }) => data.userid === bot.id);
  await sql`update messages set created_at = now() - interval '2 days' where id = ${Number(old.data.id)}`.execute(
    server.app.db,
  );
  const kept = await ada.call(msgSendtext, { dialog_id, text: 'mine stays' });
  await clearOldMessages(server.app, new Date(Date.now() + 86_400_000 + 1000));
  const { list } = await ada.call(msgList, { dialog_id });
  expect(list.map(({ id }) => id)).toEqual([kept.id]);
});

test('an account that acts later has its rights of that moment; a bot is one, an ended account has none', async () => {
  const { app } = server;
  const ada = await owner();
  expect(await callerNow(app, ada.userid)).toMatchObject({ userid: ada.userid, isBot: false, identity: [] });
  const bot = await ada.call(botEdit, { name: 'Deploy' });
  expect(await callerNow(app, bot.id)).toMatchObject({ userid: bot.id, isBot: true });

  await admin.call(userOperation, { userid: ada.userid, type: 'setadmin' });
  expect(await callerNow(app, ada.userid)).toMatchObject({ identity: ['admin'] });
  await admin.call(userOperation, { userid: ada.userid, type: 'clearadmin' });
  await admin.call(userOperation, { userid: ada.userid, type: 'setdisable' });
  expect(await callerNow(app, ada.userid)).toBeUndefined();
});
