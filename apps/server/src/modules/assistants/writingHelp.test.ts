import * as w from '@atrium/contract/chat/aiWriting.ts';
import { assistantCommon } from '@atrium/contract/chat/assistantSettings.ts';
import * as c from '@atrium/contract/chat/assistants.ts';
import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgConvertrecord, msgTranslation, msgVoice2text } from '@atrium/contract/chat/languageServices.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { msgSendrecord } from '@atrium/contract/files/files.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { type Answer, fakeModelServer, type ReceivedRequest } from '#testing/fakeModelServer';
import { person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';

let model: Awaited<ReturnType<typeof fakeModelServer>>;
let server: TestServer;
let [ada, bo] = [] as unknown as [TestClient, TestClient];
let say: (asked: ReceivedRequest) => Answer = () => 'Hello';

beforeAll(async () => {
  model = await fakeModelServer((asked) => say(asked));
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_aiw_')), localHosts: [model.host] });
  ada = await person('ada', { server });
  bo = await person('bo', { server });
}, 60_000);
afterAll(async () => {
  await server.close();
  await model.close();
});

const vendor = { vendor: 'openai' as const, key: 'sk-secret', models: 'small' };
const setUp = () => ada.call(c.assistantSetting, { ...vendor, base_url: model.url, access: 'all', userids: [] });
/** The messages of the last request to the model. */
const lastAsked = () => JSON.stringify(model.asked.at(-1)?.messages);

// covers B1-08, B5-07, B7-06, B9-08
test('a message is drafted from a wish, a draft and the conversation; every failure has its words', async () => {
  const { id: dialog_id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Harbour' });
  const ask = (input: object = {}) => bo.call(w.msgAiGenerate, { dialog_id, content: 'Invite them', ...input });
  await expect(ask()).rejects.toEqual(refused('assistant.off'));
  expect((await bo.call(syncStart, {})).setting).toMatchObject({ assistant: 'close' });
  await setUp();
  expect((await bo.call(syncStart, {})).setting).toMatchObject({ assistant: 'open' });
  await ada.call(msgSendtext, { dialog_id, text: '<p>The pilot comes at <b>nine</b></p>' });
  const quote = await ada.call(msgSendtext, { dialog_id, text: 'Who steers?' });
  say = () => '~hm <think>quietly</think>**Come** at nine';
  expect(await ask({ draft: '<p>Dear all</p>', quote_id: quote.id })).toEqual({
    text: '**Come** at nine',
    html: expect.stringContaining('<strong>Come</strong>'),
  });
  for (const word of ['Harbour', 'The pilot comes at nine', 'Dear all', 'Who steers?', 'Invite them', 'ada', 'bo'])
    expect(lastAsked()).toContain(word);

  say = () => 'Short';
  expect((await ask({ content: '', kind: 'shorten', draft: '<p>A very long draft</p>' })).text).toBe('Short');
  expect(lastAsked()).toContain('Shorten the draft');
  await expect(ask({ content: ' ' })).rejects.toEqual(refused('generate.empty'));
  await expect(ask({ content: '', kind: 'rewrite' })).rejects.toEqual(refused('generate.empty'));
  await expect(ask({ content: 'x'.repeat(501) })).rejects.toEqual(refused('parameter.long'));
  await expect(ask({ dialog_id: 0 })).rejects.toEqual(refused('generate.no_dialog'));
  const cy = await person('cy', { server });
  const other = await ada.call(groupAdd, { userids: [cy.userid], chat_name: 'Closed' });
  await expect(ask({ dialog_id: other.id })).rejects.toEqual(refused('dialog.gone'));
  const hidden = await ada.call(msgSendtext, { dialog_id: other.id, text: 'Secret' });
  await expect(ask({ quote_id: hidden.id })).rejects.toEqual(refused('message.gone'));
  say = () => ' ';
  await expect(ask()).rejects.toEqual(refused('generate.nothing'));
  say = () => ({ status: 400, message: 'No credit left' });
  await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining('reported an error') });
});

test('unread messages, a thread, a transcript, a message, a task and a report are worked on', async () => {
  await setUp();
  const { id: dialog_id } = await bo.call(groupAdd, { userids: [ada.userid], chat_name: 'Yard' });
  const first = await ada.call(msgSendtext, { dialog_id, text: 'We sail on Friday' });
  await ada.call(msgSendtext, { dialog_id, text: 'By noon', reply_id: first.id });
  say = () => '- They sail on Friday';
  expect(await bo.call(w.assistantSummary, { dialog_id })).toEqual({ text: '- They sail on Friday', count: 2 });
  expect(lastAsked()).toContain('We sail on Friday');
  await expect(ada.call(w.assistantSummary, { dialog_id })).rejects.toEqual(refused('summary.nothing'));
  expect((await ada.call(w.assistantSummary, { dialog_id, from_id: first.id })).count).toBe(2);
  expect((await bo.call(w.assistantSummary, { dialog_id, reply_id: first.id })).count).toBe(2);
  expect(lastAsked()).toContain('By noon');

  say = () => '# Decisions\n- Friday';
  expect((await bo.call(w.assistantNotes, { text: 'ada: Friday it is' })).html).toContain('<h1>');
  say = () => '::: create-task-list\ntitle: Caulk the hull\ndesc: with oakum\ntitle: Set the mast\n:::';
  const tasks = [
    { title: 'Caulk the hull', desc: 'with oakum' },
    { title: 'Set the mast', desc: '' },
  ];
  expect(await bo.call(w.assistantTasks, { msg_id: first.id })).toEqual({ tasks });
  const cy = await person('cy', { server });
  await expect(cy.call(w.assistantTasks, { msg_id: first.id })).rejects.toEqual(refused('message.gone'));
  const { id: project_id } = await bo.call(projectAdd, { name: 'Boat' });
  const { id: task_id } = await bo.call(taskAdd, { project_id, name: 'Build' });
  expect(await bo.call(w.assistantTask, { task_id, kind: 'subtasks' })).toEqual({ tasks, html: '' });
  await expect(cy.call(w.assistantTask, { task_id, kind: 'subtasks' })).rejects.toEqual(refused('task.gone'));
  say = () => '**Goal**: it floats <script>x</script>';
  const described = await bo.call(w.assistantTask, { task_id, kind: 'description' });
  expect(described.html).toContain('<strong>Goal</strong>');
  expect(described.html).not.toContain('<script');
  say = () => 'I built.';
  expect((await bo.call(w.assistantReport, { content: '<ol><li>Build</li></ol>' })).html).toContain('I built.');
  say = () => '## Risks\n- The hull is late';
  const asked = { content: '<p>Hull: half</p>', focus: 'Is it late?' };
  expect(await bo.call(w.assistantAnalysis, asked)).toEqual({ text: '## Risks\n- The hull is late', model: 'small' });
  for (const words of ['Hull: half', 'Is it late?', 'English']) expect(lastAsked()).toContain(words);
  await expect(bo.call(w.assistantAnalysis, { content: '<p> </p>' })).rejects.toEqual(refused('generate.empty'));
  say = () => 'Nothing to do';
  await expect(bo.call(w.assistantTasks, { msg_id: first.id })).rejects.toEqual(refused('generate.nothing'));
});

test('administrators decide who uses an assistant and how much, and see the use of each person', async () => {
  await setUp();
  const cy = await person('cy', { server });
  const { id: dialog_id } = await cy.call(groupAdd, { userids: [bo.userid], chat_name: 'Crew' });
  const ask = (by: TestClient) => by.call(w.msgAiGenerate, { dialog_id, content: 'Greet' });
  say = () => 'Ahoy';
  await ada.call(c.assistantSetting, { vendor: 'openai', access: 'some', userids: [bo.userid] });
  await expect(ask(cy)).rejects.toEqual(refused('assistant.off'));
  await expect(cy.call(c.assistantBot, { type: 'openai' })).rejects.toEqual(refused('assistant.denied'));
  expect(await cy.call(c.assistantModels, {})).toEqual({ list: [] });
  expect((await ask(bo)).text).toBe('Ahoy');
  await setUp();
  // A vendor that fails costs nobody anything.
  say = () => ({ status: 400, message: 'No credit left' });
  await expect(ask(cy)).rejects.toEqual(refused('assistant.failed'));
  say = () => 'Ahoy';
  await ask(cy);
  await ada.call(assistantCommon, { budget: 120 });
  await expect(ask(cy)).rejects.toEqual(refused('assistant.budget'));
  const { list, budget, month } = await ada.call(c.assistantUsage, {});
  expect(budget).toBe(120);
  expect(list.find(({ userid }) => userid === cy.userid)).toMatchObject({
    vendor: 'openai',
    model: 'small',
    asks: 1,
    input_tokens: 100,
    output_tokens: 20,
  });
  expect((await ada.call(c.assistantUsage, { month: '2020-01' })).list).toEqual([]);
  expect(month).toMatch(/^\d{4}-\d\d$/);
  await expect(ada.call(c.assistantUsage, { month: 'x' })).rejects.toEqual(refused('parameter'));
  await expect(cy.call(c.assistantUsage, {})).rejects.toEqual(refused('forbidden'));
  await ada.call(assistantCommon, { budget: 0 });
  await ask(cy);
});

/** One frame of silence. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(284)]);
const base64 = `data:audio/mp3;base64,${MP3.toString('base64')}`;

// covers B7-05, B5-13
test('voice becomes text at an address of the settings, and its key goes nowhere else', async () => {
  await setUp();
  const { id: dialog_id } = await bo.call(dialogOpenUser, { userid: ada.userid });
  const convert = (input: object = {}) =>
    bo.call(msgConvertrecord, { dialog_id, base64, duration: 900, language: 'zh-CHT', ...input });
  await expect(convert()).rejects.toEqual(refused('voice.closed'));
  const set = { voice: 'open' as const, voice_url: model.url, voice_key: 'vk-secret', voice_model: 'base.en' };
  const saved = await ada.call(assistantCommon, set);
  expect(saved).toMatchObject({ voice: 'open', has_voice_key: true });
  expect(JSON.stringify(saved)).not.toContain('vk-secret');
  const [row] = await server.app.db.selectFrom('settings').select('value').where('name', '=', 'assistants').execute();
  expect(JSON.stringify(row)).not.toContain('vk-secret');
  await expect(ada.call(assistantCommon, { voice_url: 'https://elsewhere.example/v1' })).rejects.toEqual(
    refused('assistant.key'),
  );
  expect((await bo.call(syncStart, {})).setting).toMatchObject({ voice2text: 'open', translation: 'close' });

  await ada.call(msgSendtext, { dialog_id, text: 'The Endeavour waits' });
  say = () => ({ json: { text: ' We sail at nine. ' } });
  expect(await convert()).toBe('We sail at nine.');
  const asked = model.asked.at(-1);
  expect(asked).toMatchObject({ path: '/v1/audio/transcriptions', key: 'Bearer vk-secret' });
  for (const part of [
    'name="model"\r\n\r\nbase.en',
    'name="language"\r\n\r\nzh',
    'The Endeavour waits',
    'filename="voice.mp3"',
  ])
    expect(asked?.body).toContain(part);
  expect(asked?.body).toContain(MP3.toString('latin1'));
  const sent = await bo.call(msgSendrecord, { dialog_id, base64, duration: 1500 });
  expect((await ada.call(msgVoice2text, { msg_id: sent.id })).msg['text']).toBe('We sail at nine.');
  say = () => ({ status: 500, message: 'Overloaded' });
  await expect(convert()).rejects.toEqual(refused('voice.failed'));

  // By an assistant, then by a translation server.
  await expect(convert({ translate: 'de' })).rejects.toEqual(refused('translation.closed'));
  await ada.call(assistantCommon, { translation: 'assistant' });
  say = ({ path }) => (path.includes('audio') ? { json: { text: 'Nine' } } : 'Neun');
  expect(await convert({ translate: 'de' })).toBe('Neun');
  expect(lastAsked()).toContain('Deutsch');
  const message = await ada.call(msgSendtext, { dialog_id, text: 'Bring tea' });
  const base = model.url.replace('/v1', '');
  await ada.call(assistantCommon, { translation: 'server', translation_url: base, translation_key: 'tk' });
  say = () => ({ json: { translatedText: 'Bring Tee' } });
  const translated = await bo.call(msgTranslation, { msg_id: message.id, language: 'de' });
  expect(translated.content).toBe('Bring Tee');
  expect(model.asked.at(-1)?.path).toBe('/translate');
  expect(JSON.parse(model.asked.at(-1)?.body ?? '')).toEqual({
    q: 'Bring tea',
    source: 'auto',
    target: 'de',
    format: 'text',
    api_key: 'tk',
  });
});
