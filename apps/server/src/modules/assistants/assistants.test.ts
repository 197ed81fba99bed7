import * as c from '@atrium/contract/chat/assistants.ts';
import { dialogOne, dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgForward } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgOne, msgRead, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type Answer, fakeModelServer, type ReceivedRequest } from '#testing/fakeModelServer';
import { allCommitted, person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { askFollower } from './answers.service.ts';

let model: Awaited<ReturnType<typeof fakeModelServer>>;
let server: TestServer;
let [ada, bo]: TestClient[] = [];
let bot = 0;
let say: (asked: ReceivedRequest) => Answer = () => 'Hello there';

beforeAll(async () => {
  model = await fakeModelServer((asked) => say(asked));
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_ai_')), localHosts: [model.host] });
  // The first account is the administrator.
  ada = await person('ada', { server, live: true });
  bo = await person('bo', { server });
  const vendor = { vendor: 'openai' as const, key: 'sk-secret', base_url: model.url, models: 'small|Small\nlarge' };
  await ada.call(c.assistantSetting, { ...vendor, system: 'Be short.' });
  bot = (await bo.call(c.assistantBot, { type: 'openai' })).userid;
}, 60_000);
afterAll(async () => {
  await server.close();
  await model.close();
});

const who = () => {
  if (!ada || !bo) throw new Error('nobody is here');
  return { ada, bo };
};
/** Messages of the open session, newest first: the sender and the text. */
const said = async (by: TestClient, dialog_id: number) =>
  (await by.call(msgList, { dialog_id })).list.map((each) => [each.userid === bot ? 'bot' : 'me', each.msg['text']]);
/** A message is in the log once every earlier transaction has ended, those of other tests too. */
async function answered(): Promise<void> {
  await allCommitted(server.app);
  while (await askFollower.step(server.app)) {}
}
/** Sends a text and waits for the answer. */
async function talk(by: TestClient, dialog_id: number, text: string): Promise<string> {
  const sent = await by.call(msgSendtext, { dialog_id, text });
  await answered();
  const answer = async () => {
    const { list } = await by.call(msgList, { dialog_id });
    const [newest] = list;
    return newest && newest.id > sent.id && newest.msg['text'] !== '...' ? String(newest.msg['text']) : '';
  };
  await expect.poll(answer, { timeout: 10_000 }).not.toBe('');
  return answer();
}

test('a configured assistant is offered and answers; its key is never returned', async () => {
  const { ada, bo } = who();
  const { list } = await ada.call(c.assistantSetting, {});
  expect(list.map(({ vendor }) => vendor)).toEqual([...c.VENDORS]);
  expect(list[0]).toMatchObject({ has_key: true, is_ready: true, models: ['small', 'large'], model: 'small' });
  expect(JSON.stringify(list)).not.toContain('sk-secret');
  expect(JSON.stringify(await ada.call(systemSetting, { type: 'all' }))).not.toContain('sk-secret');
  expect(await bo.call(c.assistantModels, {})).toEqual({ list: [{ vendor: 'openai', model: 'small' }] });
  await expect(bo.call(c.assistantBot, { type: 'claude' })).rejects.toEqual(refused('assistant.off'));
  await expect(bo.call(c.assistantSetting, {})).rejects.toEqual(refused('forbidden'));

  say = () => 'hello';
  expect(await ada.call(c.assistantCheck, { vendor: 'openai' })).toMatchObject({ answer: 'hello' });
  expect(model.asked.at(-1)).toMatchObject({ path: '/v1/chat/completions', key: 'Bearer sk-secret', model: 'small' });
  await ada.call(c.assistantSetting, { vendor: 'openai', model: 'large' });
  say = () => ({ status: 401, message: 'Wrong key' });
  await expect(ada.call(c.assistantCheck, { vendor: 'openai' })).rejects.toMatchObject({
    message: expect.stringContaining('Wrong key'),
  });
  expect(model.asked.at(-1)?.model).toBe('large');
  await expect(ada.call(c.assistantSetting, { vendor: 'openai', model: 'huge' })).rejects.toEqual(
    refused('assistant.model'),
  );
  await expect(ada.call(c.assistantSetting, { vendor: 'openai', base_url: 'file:///etc' })).rejects.toEqual(
    refused('assistant.address'),
  );
});

test('an API key is sent only to the address it was entered for', async () => {
  const { ada } = who();
  const moved = { vendor: 'openai' as const, base_url: 'https://elsewhere.example/v1' };
  await expect(ada.call(c.assistantSetting, moved)).rejects.toEqual(refused('assistant.key'));
  const mine = (await ada.call(c.assistantSetting, {})).list.find(({ vendor }) => vendor === 'openai');
  expect(mine).toMatchObject({ base_url: model.url, has_key: true });
  // The same address, as forms submit it, is not a change.
  await ada.call(c.assistantSetting, { vendor: 'openai', base_url: model.url });
});

test('an address on the server’s own network is called only if the operator allowed it', async () => {
  const { ada } = who();
  const [, port = ''] = model.host.split(':');
  const vendor = { vendor: 'grok' as const, key: 'x', models: 'm' };
  for (const base_url of [`http://localhost:${port}/v1`, 'http://169.254.169.254/v1', 'https://127.0.0.1:1/v1']) {
    await expect(ada.call(c.assistantSetting, { ...vendor, base_url })).rejects.toEqual(refused('address.plain'));
  }
  // A name is resolved when it is called.
  await ada.call(c.assistantSetting, { ...vendor, base_url: 'https://localhost:1/v1' });
  const before = model.asked.length;
  await expect(ada.call(c.assistantCheck, { vendor: 'grok' })).rejects.toEqual(refused('address.local'));
  expect(model.asked).toHaveLength(before);
});

test('messages are answered in order with earlier context, and the answer streams to the asker', async () => {
  const { ada } = who();
  const { id } = await ada.call(dialogOpenUser, { userid: bot });
  say = ({ messages }) => `~Let ~me ~see You said ${messages.at(-1)?.content}`;
  const answer = await talk(ada, id, '<p>Good <b>morning</b></p>');
  expect(answer).toBe('::: reasoning\nLet me see\n:::\n\nYou said Good morning');
  const live = await ada.receives('msgStream', 'open');
  expect(live.data).toMatchObject({ dialog_id: id, stream_url: expect.stringMatching(/^\/ai\/stream\/[\w-]{43}$/) });
  say = () => 'Yes';
  await talk(ada, id, 'And again?');
  expect(model.asked.at(-1)?.messages).toEqual([
    { role: 'system', content: 'Be short.' },
    { role: 'user', content: 'Good morning' },
    { role: 'assistant', content: answer },
    { role: 'user', content: 'And again?' },
  ]);
  say = () => ({ status: 400, message: 'Too long' });
  // Its words may name what only administrators should know: they see them at the check.
  expect(await talk(ada, id, 'Fail')).toMatch(/reported an error\.$/);
  await expect(ada.call(c.assistantCheck, { vendor: 'openai' })).rejects.toMatchObject({
    message: expect.stringContaining('Too long') as string,
  });
});

test('in a group an assistant answers when mentioned and knows who wrote what', async () => {
  const { ada, bo } = who();
  const { id } = await ada.call(groupAdd, { userids: [bo.userid, bot], chat_name: 'Shop' });
  await bo.call(msgSendtext, { dialog_id: id, text: 'We need oak' });
  const before = model.asked.length;
  await answered();
  expect(model.asked).toHaveLength(before);
  say = () => 'Oak it is';
  const name = `<p><span class="mention user" data-id="${bot}">@ChatGPT</span> what do we need?</p>`;
  expect(await talk(ada, id, name)).toBe('Oak it is');
  expect(model.asked.at(-1)?.messages.slice(1)).toEqual([
    { role: 'user', content: expect.stringMatching(/^bo\S*: We need oak$/) },
    { role: 'user', content: expect.stringMatching(/^ada\S*: @ChatGPT what do we need\?$/) },
  ]);
});

// covers B7-11
test('a session starts empty, is named after its first words, and can be reopened', async () => {
  const { ada, bo } = who();
  const { id } = await bo.call(dialogOpenUser, { userid: bot });
  say = () => 'Sure';
  await talk(bo, id, 'Plan the move');
  const first = await bo.call(c.sessionCreate, { dialog_id: id });
  expect(await said(bo, id)).toEqual([]);
  expect(await bo.call(c.sessionCreate, { userid: bot })).toMatchObject({ id: first.id, is_open: true });
  await talk(bo, id, 'Write a poem about oak');
  expect(model.asked.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  const { data } = await bo.call(c.sessionList, { dialog_id: id });
  expect(data.map(({ title, is_open }) => [title, is_open])).toEqual([
    ['Write a poem about oak', true],
    ['Plan the move', false],
  ]);
  await bo.call(c.sessionRename, { session_id: first.id, title: 'Poem' });
  const before = data[1]?.id ?? 0;
  await bo.call(c.sessionOpen, { session_id: before });
  expect(await said(bo, id)).toEqual([
    ['bot', 'Sure'],
    ['me', 'Plan the move'],
  ]);
  expect((await bo.call(dialogOne, { dialog_id: id })).session_id).toBe(before);
  await talk(bo, id, 'And the van?');
  expect((await bo.call(c.sessionList, { dialog_id: id })).data.map(({ title }) => title)).toEqual([
    'Poem',
    'Plan the move',
  ]);

  // Leaving a session marks its messages as read.
  await bo.call(c.sessionCreate, { dialog_id: id });
  expect((await bo.call(dialogOne, { dialog_id: id })).unread).toBe(0);
  await expect(ada.call(c.sessionOpen, { session_id: before })).rejects.toEqual(refused('session.gone'));
  await expect(ada.call(c.sessionList, { dialog_id: id })).rejects.toEqual(refused('dialog.gone'));
  const own = await ada.call(dialogOpenUser, { userid: bo.userid });
  await expect(ada.call(c.sessionCreate, { dialog_id: own.id })).rejects.toEqual(refused('session.none'));
});

test('an assistant reads what it answers, and in a group the messages before it', async () => {
  const { ada, bo } = who();
  const percentage = async (by: TestClient, msg_id: number) => (await by.call(msgOne, { msg_id })).percentage;
  const { id } = await ada.call(dialogOpenUser, { userid: bot });
  await ada.call(c.sessionCreate, { dialog_id: id });
  say = () => 'Yes';
  await talk(ada, id, 'Are you there?');
  const alone = (await ada.call(msgList, { dialog_id: id })).list[1];
  expect(await percentage(ada, alone?.id ?? 0)).toBe(100);

  const group = await ada.call(groupAdd, { userids: [bo.userid, bot], chat_name: 'Yard' });
  const before = await bo.call(msgSendtext, { dialog_id: group.id, text: 'We need glue' });
  await ada.call(msgRead, { id: String(before.id) });
  expect(await percentage(bo, before.id)).toBe(50);
  await talk(ada, group.id, `<p><span class="mention user" data-id="${bot}">@ChatGPT</span> which?</p>`);
  expect(await percentage(bo, before.id)).toBe(100);
});

test('when a message is forwarded with a comment, only the comment is answered', async () => {
  const { ada } = who();
  const { id } = await ada.call(dialogOpenUser, { userid: bot });
  await ada.call(c.sessionCreate, { dialog_id: id });
  const note = await ada.call(dialogOpenUser, { userid: ada.userid });
  const message = await ada.call(msgSendtext, { dialog_id: note.id, text: 'A long story' });
  say = () => 'Short';
  const before = model.asked.length;
  await ada.call(msgForward, { msg_id: message.id, userids: [bot], leave_message: 'Sum it up' });
  await answered();
  await expect.poll(async () => (await said(ada, id))[0]).toEqual(['bot', 'Short']);
  expect(model.asked.slice(before)).toHaveLength(1);
  expect(model.asked.at(-1)?.messages.at(-1)?.content).toBe('Sum it up');
});

test('answers that are too long, contain invalid characters or only dots are still delivered', async () => {
  const { ada } = who();
  const { id } = await ada.call(dialogOpenUser, { userid: bot });
  say = () => `${'word'.repeat(100)} `.repeat(750);
  await talk(ada, id, 'Tell me everything');
  const [whole] = (await ada.call(msgList, { dialog_id: id })).list;
  expect(whole).toMatchObject({ type: 'longtext', msg: { desc: expect.stringContaining('wordword') } });
  say = () => 'zero\u0000 half\ud800 whole';
  expect(await talk(ada, id, 'Signs')).toBe('zero half� whole');
  say = () => '...';
  expect(await talk(ada, id, 'Dots')).toBe('…');
  say = () => '~first\n:::\nsecond Then';
  expect(await talk(ada, id, 'Think')).toBe('::: reasoning\nfirst\n\\:::\nsecond\n:::\n\nThen');
});

test('an answer stays in the session of its question even when another session is open', async () => {
  const { ada, bo } = who();
  say = ({ messages }) => `Heard ${messages.at(-1)?.content}`;
  const { id } = await bo.call(dialogOpenUser, { userid: bot });
  await bo.call(c.sessionCreate, { dialog_id: id });
  const first = await bo.call(msgSendtext, { dialog_id: id, text: 'Early' });
  await bo.call(c.sessionCreate, { dialog_id: id });
  await answered();
  await expect.poll(async () => model.asked.at(-1)?.messages.at(-1)?.content).toBe('Early');
  await expect.poll(async () => (await bo.call(dialogOne, { dialog_id: id })).unread).toBe(0);
  expect(await said(bo, id)).toEqual([]);
  await bo.call(c.sessionOpen, { session_id: first.session_id });
  await expect
    .poll(() => said(bo, id))
    .toEqual([
      ['bot', 'Heard Early'],
      ['me', 'Early'],
    ]);

  // The first session includes the messages before it.
  const crew = await person('cy', { server });
  const talkOf = await crew.call(dialogOpenUser, { userid: bot });
  await crew.call(msgSendtext, { dialog_id: talkOf.id, text: 'Before' });
  await crew.call(c.sessionCreate, { dialog_id: talkOf.id });
  await answered();
  await expect.poll(async () => model.asked.at(-1)?.messages.at(-1)?.content).toBe('Before');
  expect(await said(crew, talkOf.id)).toEqual([]);

  // With the last assistant turned off, the conversation says so too.
  for (const vendor of ['openai', 'grok'] as const) await ada.call(c.assistantSetting, { vendor, key: '' });
  expect(await talk(bo, id, 'Anybody?')).toContain('isn’t set up');
});
