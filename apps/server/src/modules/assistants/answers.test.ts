import { setTimeout as wait } from 'node:timers/promises';
import * as s from '@atrium/contract/chat/assistantSettings.ts';
import * as c from '@atrium/contract/chat/assistants.ts';
import { botEdit, botToken } from '@atrium/contract/chat/bots.ts';
import { dialogOpenUser, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import { msgSendfile } from '@atrium/contract/files/files.ts';
import { accessTokenAdd } from '@atrium/contract/people/accessTokens.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type Answer, fakeModelServer, type ReceivedRequest } from '#testing/fakeModelServer';
import { allCommitted, person, refused, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { askFollower } from './answers.service.ts';

let model: Awaited<ReturnType<typeof fakeModelServer>>;
let server: TestServer;
let outside: TestServer;
let [ada, bo] = [] as unknown as [TestClient, TestClient];
let bot = 0;
let say: (asked: ReceivedRequest) => Answer = () => 'Hello there';

beforeAll(async () => {
  model = await fakeModelServer((asked) => say(asked));
  outside = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_out_')) });
  server = await startServer({
    databaseUrl: await cloneTemplate(unique('atrium_aia_')),
    localHosts: [model.host, new URL(outside.base).host],
  });
  ada = await person('ada', { server, live: true });
  bo = await person('bo', { server, live: true });
  const vendor = { vendor: 'openai' as const, key: 'sk', base_url: model.url, models: 'small', system: 'Be short.' };
  await ada.call(c.assistantSetting, vendor);
  bot = (await bo.call(c.assistantBot, { type: 'openai' })).userid;
}, 60_000);
afterAll(async () => {
  await Promise.all([server.close(), outside.close()]);
  await model.close();
});

async function ask(by: TestClient, dialog_id: number, text: string): Promise<void> {
  await by.call(msgSendtext, { dialog_id, text });
  await allCommitted(server.app);
  while (await askFollower.step(server.app)) {}
}
const newest = async (by: TestClient, dialog_id: number) => (await by.call(msgList, { dialog_id })).list[0];
const textOf = async (by: TestClient, dialog_id: number) => String((await newest(by, dialog_id))?.msg['text'] ?? '');
const finished = (by: TestClient, dialog_id: number, text: unknown) =>
  expect.poll(() => textOf(by, dialog_id), { timeout: 10_000 }).toEqual(text);
const newChat = async (by: TestClient) => {
  const { id } = await by.call(dialogOpenUser, { userid: bot });
  await by.call(c.sessionCreate, { dialog_id: id });
  return id;
};
const mention = (text: string) => `<p><span class="mention user" data-id="${bot}">@ChatGPT</span> ${text}</p>`;

interface Frame {
  id: string;
  event: string;
  content: string;
}
async function streamOf(url: string): Promise<Frame[]> {
  const response = await fetch(`${server.base}${url}`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return (await response.text())
    .split('\n\n')
    .filter((frame) => frame.startsWith('id:'))
    .map((frame) => {
      const [, id = '', event = '', data = '{}'] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      return { id, event, content: (JSON.parse(data) as { content: string }).content };
    });
}
const streamFor = async (by: TestClient, dialogId: number) => {
  const frame = await by.receives('msgStream', 'open', ({ data }) => data['dialog_id'] === dialogId);
  return frame.data as unknown as c.AnswerStream;
};

// covers C4-25
test('an answer streams as replace, append and done, also in a group, and can be read again from the beginning', async () => {
  const { id } = await bo.call(groupAdd, { userids: [ada.userid, bot], chat_name: unique('G') });
  say = () => ({ words: ['~Let me ', '~see', 'The tide ', 'turns ', 'at nine'], pauseMs: 200 });
  await ask(bo, id, mention('When?'));
  const { stream_url, msg_id } = await streamFor(bo, id);
  const frames = await streamOf(stream_url);
  const whole = '::: reasoning\nLet me see\n:::\n\nThe tide turns at nine';
  expect(frames[0]).toMatchObject({ id: String(msg_id), event: 'replace' });
  expect(frames.map(({ event }) => event)).toContain('append');
  expect(frames.at(-1)).toEqual({ id: String(msg_id), event: 'done', content: whole });
  const shown = frames.reduce((text, { event, content }) => (event === 'append' ? text + content : content), '');
  expect(shown).toBe(whole);
  await finished(bo, id, whole);
  const again = await streamOf(stream_url);
  expect(again.map(({ event }) => event)).toEqual(['replace', 'done']);
  expect((await fetch(`${server.base}/ai/stream/${'x'.repeat(43)}`)).status).toBe(204);
  expect(ada.frames.filter(({ type, data }) => type === 'msgStream' && data['dialog_id'] === id)).toEqual([]);
});

// covers C4-25
test('a bot streams its own message to one person, as long as both are in the conversation', async () => {
  const echo = await ada.call(botEdit, { name: 'Streamer' });
  const talker = new TestClient(server.base);
  talker.token = (await ada.call(botToken, { id: echo.id })).token;
  const { id } = await ada.call(groupAdd, { userids: [bo.userid, echo.id], chat_name: unique('G') });
  const sent = await talker.call(msgSendtext, { dialog_id: id, text: '...', text_type: 'md' });
  const wanted = { userid: bo.userid, msg_id: sent.id };
  const { stream_url } = await talker.call(c.msgStream, { ...wanted, content: 'The tide' });
  expect(await streamFor(bo, id)).toMatchObject({ msg_id: sent.id, stream_url });
  const reading = streamOf(stream_url);
  await talker.call(c.msgStream, { ...wanted, content: 'The tide turns', stream_url });
  await wait(300);
  await talker.call(c.msgStream, { ...wanted, content: 'The tide turns at nine', stream_url, done: true });
  const frames = await reading;
  expect(frames[0]).toMatchObject({ event: 'replace' });
  expect(frames.at(-1)).toMatchObject({ event: 'done', content: 'The tide turns at nine' });
  await expect(talker.call(c.msgStream, { ...wanted, content: 'late', stream_url })).rejects.toEqual(
    refused('stream.gone'),
  );
  // Neither people nor other bots' messages, and nobody outside.
  await expect(ada.call(c.msgStream, { ...wanted, content: 'x' })).rejects.toEqual(refused('forbidden'));
  const own = await ada.call(msgSendtext, { dialog_id: id, text: 'mine' });
  await expect(talker.call(c.msgStream, { ...wanted, msg_id: own.id, content: 'x' })).rejects.toEqual(
    refused('message.own'),
  );
  const open = await talker.call(c.msgStream, { ...wanted, content: 'Once more' });
  await ada.call(groupDeluser, { dialog_id: id, userids: [bo.userid] });
  await expect(talker.call(c.msgStream, { ...wanted, content: 'Secret', stream_url: open.stream_url })).rejects.toEqual(
    refused('dialog.gone'),
  );
});

test('the person who asked stops an answer and has it written again; others cannot', async () => {
  const { id } = await bo.call(groupAdd, { userids: [ada.userid, bot], chat_name: unique('G') });
  say = () => ({ words: Array.from({ length: 100 }, (_, at) => `word${at} `), pauseMs: 100 });
  await ask(bo, id, mention('Count'));
  const { stream_url, msg_id } = await streamFor(bo, id);
  await expect(bo.call(c.assistantAgain, { msg_id })).rejects.toEqual(refused('assistant.not_answer'));
  await ada.call(c.assistantStop, { msg_id });
  await expect.poll(() => model.asked.length).toBeGreaterThan(0);
  await bo.call(c.assistantStop, { msg_id });
  const frames = await streamOf(stream_url);
  expect(frames.at(-1)?.event).toBe('done');
  expect(frames.at(-1)?.content).not.toContain('word99');
  await expect.poll(() => textOf(bo, id)).not.toBe('...');
  say = () => 'One, two';
  await expect(ada.call(c.assistantAgain, { msg_id })).rejects.toEqual(refused('assistant.not_answer'));
  await expect
    .poll(() =>
      bo.call(c.assistantAgain, { msg_id }).then(
        () => 'ok',
        () => 'busy',
      ),
    )
    .toBe('ok');
  await finished(bo, id, 'One, two');
  expect((await newest(bo, id))?.id).toBe(msg_id);
  const { list } = await bo.call(msgList, { dialog_id: id });
  const question = list.find(({ userid }) => userid === bo.userid);
  await expect(bo.call(c.assistantStop, { msg_id: question?.id ?? 0 })).rejects.toEqual(
    refused('assistant.not_answer'),
  );
});

test('answers are rated, and a conversation has instructions of its own', async () => {
  const { id } = await bo.call(groupAdd, { userids: [ada.userid, bot], chat_name: unique('G') });
  expect(await bo.call(c.dialogConfig, { dialog_id: id, ai_prompt: 'Speak like a sailor.' })).toEqual({
    ai_prompt: 'Speak like a sailor.',
    may_edit: true,
  });
  const cy = await person('cy', { server });
  await expect(cy.call(c.dialogConfig, { dialog_id: id })).rejects.toEqual(refused('dialog.gone'));
  const dee = await person('dee', { server });
  const other = await bo.call(groupAdd, { userids: [dee.userid], chat_name: unique('G') });
  expect((await dee.call(c.dialogConfig, { dialog_id: other.id })).may_edit).toBe(false);
  await expect(dee.call(c.dialogConfig, { dialog_id: other.id, ai_prompt: 'x' })).rejects.toEqual(refused('forbidden'));
  say = () => 'Ahoy';
  await ask(bo, id, mention('Greet'));
  await finished(bo, id, 'Ahoy');
  expect(model.asked.at(-1)?.messages[0]?.content).toBe('Be short.\n\nSpeak like a sailor.');
  const msg_id = (await newest(bo, id))?.id ?? 0;
  await bo.call(c.assistantFeedback, { msg_id, feedback: 'dislike' });
  await bo.call(c.assistantFeedback, { msg_id, feedback: 'like' });
  expect(await bo.call(c.assistantFeedbackList, { dialog_id: id })).toEqual({ list: [{ msg_id, feedback: 'like' }] });
  expect((await ada.call(c.assistantFeedbackList, { dialog_id: id })).list).toEqual([]);
  const mine = (await ada.call(c.assistantUsage, {})).list.filter(({ userid }) => userid === bo.userid);
  expect(mine).toMatchObject([{ likes: 1, dislikes: 0 }]);
  await bo.call(c.assistantFeedback, { msg_id });
  expect((await bo.call(c.assistantFeedbackList, { dialog_id: id })).list).toEqual([]);
});

test('pictures and text files are part of the question; a model that takes only text gets the rest', async () => {
  const id = await newChat(bo);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  await bo.call(msgSendfile, { dialog_id: id, image64: picture.toString('base64'), filename: 'red.png' });
  const words = Buffer.from('Cargo: oak').toString('base64');
  await bo.call(msgSendfile, { dialog_id: id, image64: words, filename: 'cargo.txt' });
  say = () => 'Red, and oak';
  await ask(bo, id, 'What is this?');
  await finished(bo, id, 'Red, and oak');
  const sent = JSON.stringify(model.asked.at(-1)?.messages);
  expect(sent).toContain('data:image/');
  expect(sent).toContain('Cargo: oak');
  say = ({ messages }) =>
    JSON.stringify(messages).includes('data:image/') ? { status: 400, message: 'text only' } : 'Without it';
  await ask(bo, id, 'And now?');
  await finished(bo, id, 'Without it');
});

const toolText = ({ messages }: ReceivedRequest) => {
  const [last] = messages.slice(-1);
  return last?.role === 'tool' ? JSON.stringify(last.content) : '';
};

test('an assistant reads with tools under the asker’s rights, and writes only what the person confirms', async () => {
  const id = await newChat(bo);
  say = () => 'No tools';
  await ask(bo, id, 'Hello');
  await finished(bo, id, 'No tools');
  expect(model.asked.at(-1)?.tools).toBeUndefined();
  await ada.call(s.assistantCommon, { tools: 'open' });

  say = (asked) => (toolText(asked) ? `I saw ${toolText(asked)}` : { tool: 'who_am_i', input: {} });
  await ask(bo, id, 'Who am I?');
  await finished(bo, id, expect.stringContaining(`userid\\":${bo.userid}`) as never);
  expect(model.asked.at(-1)?.tools?.map((tool) => tool.function.name)).toContain('create_project');

  const name = unique('Boat');
  say = (asked) => (toolText(asked) ? `Then: ${toolText(asked)}` : { tool: 'create_project', input: { name } });
  const decide = async (answer: 'allow' | 'always' | 'refuse') => {
    await expect.poll(async () => (await bo.call(s.confirmationList, {})).list.length, { timeout: 10_000 }).toBe(1);
    const [wish] = (await bo.call(s.confirmationList, {})).list;
    expect(wish).toMatchObject({ dialog_id: id, tool: 'create_project', input: expect.stringContaining(name) });
    await expect(ada.call(s.confirmationAnswer, { id: wish?.id ?? 0, answer })).rejects.toEqual(
      refused('assistant.not_answer'),
    );
    await bo.call(s.confirmationAnswer, { id: wish?.id ?? 0, answer });
  };
  const projects = async () => (await bo.call(projectLists, {})).data.filter((each) => each.name === name).length;
  await ask(bo, id, 'Create it');
  await decide('refuse');
  await finished(bo, id, expect.stringContaining('did not allow') as never);
  expect(await projects()).toBe(0);
  await ask(bo, id, 'Create it now');
  await decide('always');
  await finished(bo, id, expect.stringContaining(name) as never);
  expect(await projects()).toBe(1);
  await ask(bo, id, 'Another');
  await expect.poll(projects, { timeout: 10_000 }).toBe(2);
  expect(await bo.call(s.permitList, {})).toEqual({ tools: ['create_project'] });
  await bo.call(s.permitRemove, { tool: 'create_project' });
  expect(await bo.call(s.permitList, {})).toEqual({ tools: [] });

  // In a group others would read what the asker may see.
  const group = await bo.call(groupAdd, { userids: [ada.userid, bot], chat_name: unique('G') });
  say = () => 'None';
  await ask(bo, group.id, mention('Who am I?'));
  await finished(bo, group.id, 'None');
  expect(model.asked.at(-1)?.tools).toBeUndefined();
});

test('tools of a server that an administrator connected are used after a confirmation', async () => {
  const owner = await person('owner', { server: outside });
  const { token } = await owner.call(accessTokenAdd, { name: 'Model', scopes: ['people:read'] });
  const url = `${outside.base}/mcp`;
  await ada.call(s.assistantCommon, { tools: 'open' });
  const saved = await ada.call(s.toolServerSave, { name: 'Port', url, key: token });
  expect(saved.servers).toMatchObject([{ name: 'Port', url, has_key: true }]);
  expect(JSON.stringify(saved)).not.toContain(token);
  const serverId = saved.servers[0]?.id ?? 0;
  expect((await ada.call(s.toolServerCheck, { id: serverId })).tools).toContain('who_am_i');
  const moved = { id: serverId, name: 'Port', url: 'https://elsewhere.example/mcp' };
  await expect(ada.call(s.toolServerSave, moved)).rejects.toEqual(refused('assistant.key'));
  await expect(ada.call(s.toolServerSave, { name: 'No', url: 'file:///etc' })).rejects.toEqual(
    refused('assistant.address'),
  );
  const id = await newChat(bo);
  say = (asked) => {
    const tool = asked.tools?.find((each) => each.function.name.startsWith(`s${serverId}_who_am_i`));
    return toolText(asked) || { tool: tool?.function.name ?? '', input: {} };
  };
  await ask(bo, id, 'Who is there?');
  await expect.poll(async () => (await bo.call(s.confirmationList, {})).list.length, { timeout: 10_000 }).toBe(1);
  const [wish] = (await bo.call(s.confirmationList, {})).list;
  expect(wish?.title).toBe('Port: who_am_i');
  await bo.call(s.confirmationAnswer, { id: wish?.id ?? 0, answer: 'allow' });
  await finished(bo, id, expect.stringContaining(`userid\\":${owner.userid}`) as never);
  expect((await ada.call(s.toolServerRemove, { id: serverId })).servers).toEqual([]);
});
