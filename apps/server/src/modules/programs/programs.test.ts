import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { msgAct, msgForm } from '@atrium/contract/chat/actions.ts';
import { botEdit, botToken } from '@atrium/contract/chat/bots.ts';
import {
  commandDelete,
  commandEdit,
  commandList,
  commandOwn,
  commandRun,
  commandSecret,
} from '@atrium/contract/chat/commands.ts';
import { dialogOpenUser, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgForward } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, startServer, TestClient, type TestServer, unique } from '#testing/world';

interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}
interface Program {
  url: string;
  heard: Heard[];
  answer: { status: number; body: string };
}
let web: Server;
let host: string;
const programs = new Map<string, Program>();
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  web = createServer((request, response) => {
    const program = programs.get(request.url ?? '');
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      program?.heard.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.statusCode = program?.answer.status ?? 404;
      response.end(program?.answer.body);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_programs_').toLowerCase()),
    localHosts: [host],
  });
  admin = await person('admin', { server });
});
afterAll(async () => {
  await server.close();
  web.close();
});

function program(body: unknown = '', status = 200): Program {
  const path = `/${unique('program')}`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const made = { url: `http://${host}${path}`, heard: [], answer: { status, body: text } };
  programs.set(path, made);
  return made;
}
const says = (made: Program, body: unknown) => {
  made.answer = { status: 200, body: typeof body === 'string' ? body : JSON.stringify(body) };
};
const lastOf = ({ heard }: Program) => heard.at(-1) as Heard;
/** The server's public name leads nowhere here. */
const here = (url = '') => `${server.base}${new URL(url).pathname}`;
const formOf = (made: Program) => Object.fromEntries(new URLSearchParams(lastOf(made).body));

async function team() {
  const [ada, bo] = [await person('ada', { server, live: true }), await person('bo', { server, live: true })];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Release' });
  const texts = async () => (await bo.call(msgList, { dialog_id })).list.map(({ msg }) => msg['text']);
  return { ada, bo, dialog_id, texts };
}

const deploy = { name: 'Deployer', hint: '[service]', about: 'Deploys a service', for_all: false };

test('a command calls its address, signed, and answers everybody or only the caller', async () => {
  const { ada, bo, dialog_id, texts } = await team();
  const made = program({ text: 'Deploying **api**' });
  const command = await ada.call(commandEdit, { ...deploy, word: '/Deploy', url: made.url });
  expect(command).toMatchObject({ word: 'deploy', for_all: false, uses: 0 });
  expect((await ada.call(commandList, {})).list.map(({ word }) => word)).toContain('deploy');
  expect((await bo.call(commandList, {})).list).toEqual([]);

  const quiet = await ada.call(commandRun, { dialog_id, id: command.id, text: ' api now ' });
  expect(quiet.reply).toMatchObject({ name: 'Deployer', text: 'Deploying **api**' });
  expect(await texts()).not.toContain('Deploying **api**');
  expect(formOf(made)).toMatchObject({
    command: '/deploy',
    text: 'api now',
    user_id: String(ada.userid),
    channel_id: String(dialog_id),
    channel_name: 'Release',
  });
  const { secret } = await ada.call(commandSecret, { id: command.id });
  const { headers, body } = lastOf(made);
  // A library that we did not write checks the signature.
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), at, body);
  expect(headers['webhook-signature']).toBe(signature);

  says(made, {
    response_type: 'in_channel',
    text: 'Deployed **api**',
    actions: [{ id: 'undo', type: 'button', label: 'Roll back' }],
  });
  const loud = await ada.call(commandRun, { dialog_id, id: command.id, text: '' });
  expect(loud.reply).toBeNull();
  const { list } = await bo.call(msgList, { dialog_id });
  const ran = { userid: ada.userid, command: '/deploy' };
  expect(list[0]).toMatchObject({ bot: 1, msg: { text: 'Deployed **api**', actions: [{ id: 'undo' }], ran } });

  await expect(bo.call(commandRun, { dialog_id, id: command.id, text: '' })).rejects.toMatchObject({
    data: { code: 'command.gone' },
  });
  await expect(bo.call(commandSecret, { id: command.id })).rejects.toMatchObject({ data: { code: 'command.gone' } });
  expect((await ada.call(commandOwn, {})).list[0]).toMatchObject({ uses: 2, problem: '' });
  await ada.call(commandDelete, { id: command.id });
  await expect(ada.call(commandRun, { dialog_id, id: command.id, text: '' })).rejects.toMatchObject({
    data: { code: 'command.gone' },
  });
});

test('buttons of an answer to one person work for that person, and may replace it', async () => {
  const { ada: owner, bo: ada, dialog_id, texts } = await team();
  const actions = [{ id: 'go', type: 'button', label: 'Deploy', value: 'api' }];
  const made = program({ text: 'Deploy **api**?', actions });
  const { id } = await ada.call(commandEdit, { ...deploy, word: 'careful', url: made.url });
  const { reply } = await ada.call(commandRun, { dialog_id, id, text: '' });
  expect(reply).toMatchObject({ actions, replaces: false });
  const { ticket = '' } = reply ?? {};
  says(made, { update: { text: 'Deployed' } });
  const pressed = await ada.call(msgAct, { ticket, action_id: 'go' });
  expect(pressed.reply).toEqual({ name: 'Deployer', text: 'Deployed', actions: [], ticket: '', replaces: true });
  const { msg_id, ...body } = JSON.parse(lastOf(made).body) as Record<string, unknown>;
  expect([msg_id, body]).toEqual([undefined, expect.objectContaining({ action_id: 'go', value: 'api', dialog_id })]);
  expect(await texts()).not.toContain('Deployed');
  const gone = { data: { code: 'program.action_gone' } };
  await expect(owner.call(msgAct, { ticket, action_id: 'go' })).rejects.toMatchObject(gone);
  await expect(ada.call(msgAct, { ticket, action_id: 'stop' })).rejects.toMatchObject(gone);
  await expect(ada.call(msgAct, { ticket: 'made-up', action_id: 'go' })).rejects.toMatchObject(gone);
  await expect(ada.call(msgAct, { action_id: 'go' })).rejects.toMatchObject({ data: { code: 'message.gone' } });
  await ada.call(groupDeluser, { dialog_id, userids: [] });
  await expect(ada.call(msgAct, { ticket, action_id: 'go' })).rejects.toMatchObject({ data: { code: 'dialog.gone' } });
});

test('a bot that was removed, or whose owner is disabled, hears of no press and answers nothing more', async () => {
  const { ada, bo, made, bot, dialog_id, sent } = await poll();
  const press = { msg_id: sent.id, action_id: 'yes' };
  await bo.call(msgAct, press);
  const calls = made.heard.length;
  const { response_url } = JSON.parse(lastOf(made).body) as { response_url: string };
  const later = () => fetch(here(response_url), { method: 'POST', body: JSON.stringify({ text: 'Late' }) });
  expect((await later()).status).toBe(200);
  await ada.call(groupDeluser, { dialog_id, userids: [bot.id] });
  const gone = { data: { code: 'program.action_gone' } };
  await expect(bo.call(msgAct, press)).rejects.toMatchObject(gone);
  expect((await later()).status).toBe(403);
  expect(made.heard).toHaveLength(calls);

  const second = await poll();
  await second.bo.call(msgAct, { msg_id: second.sent.id, action_id: 'yes' });
  await admin.call(userOperation, { userid: second.ada.userid, type: 'setdisable' });
  await expect(second.bo.call(msgAct, { msg_id: second.sent.id, action_id: 'yes' })).rejects.toMatchObject(gone);
});

test('a bot’s own pictures of other servers are links', async () => {
  const { bo, dialog_id, program: bot_ } = await poll();
  const pixel = 'https://spy.example/p.png';
  const texts = [
    { text: `![x](${pixel})`, text_type: 'md' as const },
    { text: `<p><img class="browse" src="${pixel}" alt="x"></p>` },
    { text: `<p>a <IMG SRC='${pixel}' alt="<b">z</p>` },
  ];
  for (const each of texts) {
    const { id } = await bot_.call(msgSendtext, { dialog_id, ...each });
    const { list } = await bo.call(msgList, { dialog_id });
    const text = String(list.find((message) => message.id === id)?.msg['text']);
    expect(text).not.toMatch(/<img|!\[/i);
    expect(text).toContain(pixel);
  }
  // People's own pictures stay.
  const { id } = await bo.call(msgSendtext, { dialog_id, text: `<p><img src="${pixel}"></p>` });
  const { list } = await bo.call(msgList, { dialog_id });
  expect(String(list.find((message) => message.id === id)?.msg['text'])).toContain('<img');
});

test('only administrators make commands for everybody, and words are unique', async () => {
  const { ada, bo, dialog_id } = await team();
  const { url } = program('pong');
  await expect(ada.call(commandEdit, { ...deploy, word: 'ping', url, for_all: true })).rejects.toMatchObject({
    data: { code: 'forbidden' },
  });
  const shared = await admin.call(commandEdit, { ...deploy, word: 'ping', url, for_all: true });
  const { reply } = await bo.call(commandRun, { dialog_id, id: shared.id, text: '' });
  expect(reply?.text).toBe('pong');
  await expect(ada.call(commandEdit, { ...deploy, word: 'ping', url })).rejects.toMatchObject({
    data: { code: 'command.taken' },
  });
  await expect(ada.call(commandEdit, { ...deploy, word: 'task', url })).rejects.toMatchObject({
    data: { code: 'command.taken' },
  });
  await expect(ada.call(commandEdit, { ...deploy, word: 'two words', url })).rejects.toMatchObject({
    data: { code: 'command.word' },
  });
  await expect(ada.call(commandEdit, { ...deploy, word: 'ok', url: 'javascript:alert(1)' })).rejects.toMatchObject({
    data: { code: 'command.url' },
  });
  await expect(ada.call(commandEdit, { ...deploy, id: shared.id, word: 'ping', url })).rejects.toMatchObject({
    data: { code: 'command.gone' },
  });
});

test('a program that fails, or answers nonsense, harms nothing', async () => {
  const { ada, dialog_id, texts } = await team();
  const made = program('no', 500);
  const { id } = await ada.call(commandEdit, { ...deploy, word: 'broken', url: made.url });
  const run = { dialog_id, id, text: '' };
  await expect(ada.call(commandRun, run)).rejects.toMatchObject({ data: { code: 'program.silent' } });
  expect((await ada.call(commandOwn, {})).list[0]?.problem).toBe('500 no');
  for (const answer of ['{', { text: 5 }, { actions: [{ id: 'a', type: 'button' }] }, { text: 'x'.repeat(50_000) }]) {
    says(made, answer);
    await expect(ada.call(commandRun, run)).rejects.toMatchObject({ data: { code: 'program.unusable' } });
  }
  // Its maker sees why; everybody else only that it cannot be shown.
  expect((await ada.call(commandOwn, {})).list[0]?.problem).not.toBe('');
  says(made, {
    response_type: 'in_channel',
    text: 'Choose',
    actions: [{ id: 'a', type: 'button', label: 'A', url: 'javascript:alert(1)' }],
  });
  await expect(ada.call(commandRun, run)).rejects.toMatchObject({ data: { code: 'program.unusable' } });
  says(made, `{"text":"${'y'.repeat(1_000_000)}"}`);
  await expect(ada.call(commandRun, run)).rejects.toMatchObject({ data: { code: 'program.unusable' } });
  expect(await texts()).not.toContain('Choose');
  // Addresses of the local network are refused when they are entered, and a name of one when it is called.
  for (const url of ['http://10.0.0.1/', 'https://169.254.169.254/latest', 'http://example.com/', 'https://[::1]/']) {
    await expect(ada.call(commandEdit, { ...deploy, id, word: 'broken', url })).rejects.toMatchObject({
      data: { code: 'command.url' },
    });
  }
  await ada.call(commandEdit, { ...deploy, id, word: 'broken', url: 'https://localhost/' });
  await expect(ada.call(commandRun, run)).rejects.toMatchObject({ data: { code: 'program.silent' } });
});

async function poll() {
  const scene = await team();
  const made = program();
  const bot = await scene.ada.call(botEdit, { name: 'Polls', webhook_url: made.url, webhook_events: [] });
  const { token } = await scene.ada.call(botToken, { id: bot.id });
  const program_ = new TestClient(server.base);
  program_.token = token;
  const { id: dialog_id } = await scene.ada.call(groupAdd, {
    userids: [scene.bo.userid, bot.id],
    chat_name: 'Lunch',
  });
  const actions = [
    { id: 'yes', type: 'button' as const, label: 'Yes', value: 'y', style: 'primary' as const },
    { id: 'when', type: 'select' as const, label: 'When', options: [{ value: '12', label: 'Noon' }] },
    { id: 'site', type: 'button' as const, label: 'Menu', url: 'https://example.com/' },
  ];
  const sent = await program_.call(msgSendtext, { dialog_id, text: 'Lunch?', text_type: 'md', actions });
  return { ...scene, made, bot, token, dialog_id, sent, actions, program: program_ };
}

test('a button calls the bot, signed with its token, and may change the message', async () => {
  const { ada, bo, made, bot, token, dialog_id, sent, actions } = await poll();
  expect(sent.msg['actions']).toEqual(actions);
  says(made, { text: 'Thanks', update: { text: 'Lunch: 1 yes', actions: actions.slice(0, 1) } });
  const answer = await bo.call(msgAct, { msg_id: sent.id, action_id: 'yes', value: 'forged' });
  expect(answer.reply).toMatchObject({ name: 'Polls', text: 'Thanks' });
  const { headers, body } = lastOf(made);
  new Webhook(Buffer.from(token).toString('base64')).verify(body, headers as Record<string, string>);
  expect(JSON.parse(body)).toMatchObject({
    type: 'action',
    action_id: 'yes',
    value: 'y',
    msg_id: sent.id,
    dialog_id,
    bot_uid: bot.id,
    user: { userid: bo.userid },
  });
  const changed = await ada.receives('dialog', 'update', ({ data }) => data.id === sent.id && Boolean(data.msg));
  expect(changed.data.msg).toMatchObject({ text: 'Lunch: 1 yes', actions: [{ id: 'yes' }] });
  await expect(bo.call(msgAct, { msg_id: sent.id, action_id: 'when', value: '12' })).rejects.toMatchObject({
    data: { code: 'program.action_gone' },
  });
});

test('a list takes only its own choices; links, strangers, bots and copies press nothing', async () => {
  const { ada, bo, made, sent, dialog_id, program: bot } = await poll();
  await bo.call(msgAct, { msg_id: sent.id, action_id: 'when', value: '12' });
  expect(JSON.parse(lastOf(made).body)).toMatchObject({ action_id: 'when', value: '12' });
  await expect(bo.call(msgAct, { msg_id: sent.id, action_id: 'when', value: '13' })).rejects.toMatchObject({
    data: { code: 'program.action_gone' },
  });
  await expect(bo.call(msgAct, { msg_id: sent.id, action_id: 'site' })).rejects.toMatchObject({
    data: { code: 'program.action_gone' },
  });
  await expect(bot.call(msgAct, { msg_id: sent.id, action_id: 'yes' })).rejects.toMatchObject({
    data: { code: 'forbidden' },
  });
  const stranger = await person('eve', { server });
  await expect(stranger.call(msgAct, { msg_id: sent.id, action_id: 'yes' })).rejects.toMatchObject({
    data: { code: 'message.gone' },
  });
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  await expect(bo.call(msgAct, { msg_id: sent.id, action_id: 'yes' })).rejects.toMatchObject({
    data: { code: 'message.gone' },
  });
  const { id: direct } = await ada.call(dialogOpenUser, { userid: stranger.userid });
  await ada.call(msgForward, { msg_id: sent.id, dialogids: [direct] });
  const [copy] = (await stranger.call(msgList, { dialog_id: direct })).list;
  expect(copy?.msg).not.toHaveProperty('actions');
  const own = await ada.call(msgSendtext, {
    dialog_id: direct,
    text: 'mine',
    actions: [{ id: 'x', type: 'button', label: 'X' }],
  });
  expect(own.msg).not.toHaveProperty('actions');
  expect(made.heard).toHaveLength(1);
});

test('a form is checked here, comes back with the program’s problems, and is taken once', async () => {
  const { bo, made, sent } = await poll();
  const fields = [
    { name: 'dish', type: 'text', label: 'Dish', required: true },
    { name: 'count', type: 'number', label: 'How many' },
    { name: 'size', type: 'select', label: 'Size', options: [{ value: 's', label: 'Small' }] },
  ];
  says(made, { form: { id: 'order', title: 'Order', submit: 'Order', fields } });
  const { form } = await bo.call(msgAct, { msg_id: sent.id, action_id: 'yes' });
  expect(form).toMatchObject({ title: 'Order', submit: 'Order', fields });
  const ticket = form?.ticket ?? '';
  const send = (values: Record<string, string>) => ({
    ticket,
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  });
  await expect(bo.call(msgForm, send({ dish: ' ' }))).rejects.toMatchObject({ data: { code: 'program.form_field' } });
  await expect(bo.call(msgForm, send({ dish: 'Soup', count: 'many' }))).rejects.toMatchObject({
    data: { code: 'program.form_field' },
  });
  await expect(bo.call(msgForm, send({ dish: 'Soup', size: 'xl' }))).rejects.toMatchObject({
    data: { code: 'program.form_field' },
  });
  says(made, { errors: { dish: 'Sold out' } });
  expect((await bo.call(msgForm, send({ dish: 'Soup' }))).problems).toEqual({ dish: 'Sold out' });
  says(made, { update: { text: 'Ordered' } });
  await bo.call(msgForm, send({ dish: 'Rice', count: '2', size: 's', extra: 'x' }));
  expect(JSON.parse(lastOf(made).body)).toMatchObject({
    type: 'form',
    form_id: 'order',
    values: { dish: 'Rice', count: '2', size: 's' },
  });
  expect((JSON.parse(lastOf(made).body) as { values: object }).values).not.toHaveProperty('extra');
  await expect(bo.call(msgForm, send({ dish: 'Rice' }))).rejects.toMatchObject({ data: { code: 'program.form_gone' } });
  const { ada } = await team();
  await expect(ada.call(msgForm, send({ dish: 'Rice' }))).rejects.toMatchObject({
    data: { code: 'program.form_gone' },
  });
});

test('a program may answer up to five times later, until the person leaves', async () => {
  const { ada: owner, bo: ada, dialog_id } = await team();
  const texts = async () => (await owner.call(msgList, { dialog_id })).list.map(({ msg }) => msg['text']);
  const made = program('');
  const { id } = await ada.call(commandEdit, { ...deploy, word: 'later', url: made.url, for_all: false });
  await ada.call(commandRun, { dialog_id, id, text: '' });
  const { response_url } = formOf(made);
  const address = here(response_url);
  const answer = async (body: unknown) => {
    const { status } = await fetch(address, { method: 'POST', body: JSON.stringify(body) });
    return status;
  };
  expect(await answer({ text: 'Only for you' })).toBe(200);
  const { data } = await ada.receives('dialog', 'reply', () => true);
  expect(data).toEqual({ dialog_id, name: 'Deployer', text: 'Only for you', actions: [], ticket: '' });
  expect(await answer({ text: 5 })).toBe(400);
  expect(await answer({ response_type: 'in_channel', text: 'Done at last' })).toBe(200);
  expect(await texts()).toContain('Done at last');
  for (let i = 0; i < 3; i++) expect(await answer({ text: `${i}` })).toBe(200);
  expect(await answer({ text: 'too many' })).toBe(404);
  expect(owner.frames.some(({ type, action }) => type === 'dialog' && action === 'reply')).toBe(false);

  await ada.call(commandRun, { dialog_id, id, text: '' });
  const again = here(formOf(made)['response_url']);
  await owner.call(groupDeluser, { dialog_id, userids: [ada.userid] });
  const refused = await fetch(again, { method: 'POST', body: '{"response_type":"in_channel","text":"too late"}' });
  expect(refused.status).toBe(403);
  expect(await texts()).not.toContain('too late');
  expect((await fetch(`${server.base}/hook/reply/${'0'.repeat(48)}`, { method: 'POST', body: '{}' })).status).toBe(404);
});
