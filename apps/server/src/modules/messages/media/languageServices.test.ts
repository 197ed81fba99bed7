import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgConvertrecord, msgTranslation, msgVoice2text } from '@atrium/contract/chat/languageServices.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { msgSendrecord } from '@atrium/contract/files/files.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Interpreter } from '#platform/outside/interpreter';
import {
  administrator,
  anotherDevice,
  person,
  startServer,
  type TestClient,
  type TestServer,
  unique,
} from '#testing/world';

/** One frame of silence. */
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x58, 0xc4]), Buffer.alloc(284)]);
const base64 = `data:audio/mp3;base64,${MP3.toString('base64')}`;

type Asked = { bytes: Buffer; ext: string; language: string; context: readonly string[] } | [string, string];
const asked: Asked[] = [];
let answer: () => Promise<string>;
const interpreter: Interpreter = {
  async transcribe(sound, spoken) {
    asked.push({ ...sound, ...spoken });
    return answer();
  },
  async translate(text, language) {
    asked.push([text, language]);
    return answer();
  },
};

let server: TestServer;
let [ada, bo, eve] = [] as unknown as [TestClient, TestClient, TestClient];
let dialog_id = 0;
beforeAll(async () => {
  // Otherwise the first person here would be the administrator of the files that follow.
  await administrator();
  server = await startServer({ interpreter });
  [ada, bo, eve] = (await Promise.all(['ada', 'bo', 'eve'].map((name) => person(name, { live: true, server })))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
});
afterAll(() => server.close());
beforeEach(async () => {
  asked.length = 0;
  answer = async () => ' We sail at nine. ';
  dialog_id = (await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') })).id;
});
const speak = () => ada.call(msgSendrecord, { dialog_id, base64, duration: 1500 });
const codeOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'ok',
    (error: { data: { code: string } }) => error.data.code,
  );

test('a voice message is transcribed once for each person who asks, on all their devices', async () => {
  await ada.call(m.msgSendtext, { dialog_id, text: '<p>The <strong>Endeavour</strong> waits</p>' });
  const sent = await speak();
  const phone = await (await anotherDevice(bo)).listen();
  const written = await bo.call(msgVoice2text, { msg_id: sent.id }, { language: 'de' });
  expect(written.msg).toMatchObject({ text: 'We sail at nine.', duration: 1500 });
  expect(asked).toEqual([{ bytes: MP3, ext: 'mp3', language: 'de', context: ['The Endeavour waits'] }]);
  const heard = await phone.receives('dialog', 'update', ({ data }) => data['id'] === sent.id);
  expect(heard.data['msg']).toMatchObject({ text: 'We sail at nine.' });
  const textFor = async (by: TestClient) => (await by.call(m.msgOne, { msg_id: sent.id })).msg['text'];
  expect([await textFor(phone), await textFor(ada)]).toEqual(['We sail at nine.', '']);
  await ada.settled();
  expect(ada.frames.filter(({ mode, data }) => mode === 'update' && data['id'] === sent.id)).toEqual([]);

  answer = () => Promise.reject(new Error('nobody listens any more'));
  expect((await ada.call(msgVoice2text, { msg_id: sent.id })).msg['text']).toBe('We sail at nine.');
  expect(asked).toHaveLength(1);
  const { list } = await ada.call(m.msgList, { dialog_id });
  expect(list.find(({ id }) => id === sent.id)?.msg['text']).toBe('We sail at nine.');
});

test('a failed transcription reports the error and can be retried; other messages are refused', async () => {
  const { id: msg_id } = await speak();
  for (const bad of [() => Promise.reject(new Error('no')), async () => '  ']) {
    answer = bad;
    expect(await codeOf(bo.call(msgVoice2text, { msg_id }))).toBe('voice.failed');
  }
  answer = async () => 'Now.';
  expect((await bo.call(msgVoice2text, { msg_id })).msg['text']).toBe('Now.');
  const text = await ada.call(m.msgSendtext, { dialog_id, text: 'words' });
  expect(await codeOf(bo.call(msgVoice2text, { msg_id: text.id }))).toBe('voice.type');
  expect(await codeOf(eve.call(msgVoice2text, { msg_id }))).toBe('message.gone');
  await ada.call(acts.msgWithdraw, { msg_id });
  expect(await codeOf(bo.call(msgVoice2text, { msg_id }))).toBe('message.gone');
  const kept = await server.app.db.selectFrom('message_transcripts').where('msg_id', '=', msg_id).selectAll().execute();
  expect(kept).toEqual([]);
});

// covers B1-07, B4-21
test('a recording is transcribed before sending, also into another language, and is not stored', async () => {
  const convert = (fields: object = {}) =>
    ada.call(msgConvertrecord, { dialog_id, base64, duration: 900, language: 'en', ...fields });
  expect(await convert()).toBe('We sail at nine.');
  expect(asked).toMatchObject([{ language: 'en', ext: 'mp3' }]);
  asked.length = 0;
  expect(await convert({ translate: 'de' })).toBe('We sail at nine.');
  expect(asked[1]).toEqual(['We sail at nine.', 'de']);
  expect((await ada.call(m.msgList, { dialog_id })).list).toEqual([]);
  expect(await codeOf(convert({ duration: 599 }))).toBe('record.short');
  expect(await codeOf(convert({ base64: Buffer.from('no sound').toString('base64') }))).toBe('record.broken');
  expect(await codeOf(eve.call(msgConvertrecord, { dialog_id, base64, duration: 900 }))).toBe('dialog.gone');
  answer = () => Promise.reject(new Error('no'));
  expect(await codeOf(convert())).toBe('voice.failed');
});

test('a message is translated once per language, and again after an edit or on request', async () => {
  const sent = await ada.call(m.msgSendtext, { dialog_id, text: '<p>Bring <em>tea</em></p><p>and bread</p>' });
  const into = (language: 'de' | 'fr', by = bo, force = false) =>
    by.call(msgTranslation, { msg_id: sent.id, language, force });
  answer = async () => 'Bring Tee';
  expect(await into('de')).toEqual({ msg_id: sent.id, language: 'de', content: 'Bring Tee' });
  expect(asked).toEqual([['Bring tea\nand bread', 'de']]);
  answer = async () => 'anders';
  expect((await into('de', ada)).content).toBe('Bring Tee');
  expect((await into('fr')).content).toBe('anders');
  expect((await into('de', ada, true)).content).toBe('anders');
  await ada.call(m.msgSendtext, { dialog_id, update_id: sent.id, text: 'Bring cake' });
  answer = async () => 'Bring Kuchen';
  expect((await into('de')).content).toBe('Bring Kuchen');
  expect(await codeOf(into('de', eve))).toBe('message.gone');
  answer = async () => '';
  expect(await codeOf(into('de', ada, true))).toBe('translation.failed');

  const thought = await ada.call(m.msgSendtext, {
    dialog_id,
    text: '::: reasoning\nsecret\n:::\n**Nine**',
    text_type: 'md',
  });
  asked.length = 0;
  answer = async () => '**Neun**';
  await bo.call(msgTranslation, { msg_id: thought.id, language: 'de' });
  expect(asked).toEqual([['**Nine**', 'de']]);
});

test('a translation that ends after the message was withdrawn is not stored', async () => {
  const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id, text: 'Our secret' });
  const { promise, resolve } = Promise.withResolvers<string>();
  answer = () => promise;
  const outcome = codeOf(bo.call(msgTranslation, { msg_id, language: 'de' }));
  await expect.poll(() => asked.length).toBe(1);
  await ada.call(acts.msgWithdraw, { msg_id });
  resolve('Unser Geheimnis');
  expect(await outcome).toBe('message.gone');
  const kept = await server.app.db
    .selectFrom('message_translations')
    .where('msg_id', '=', msg_id)
    .selectAll()
    .execute();
  expect(kept).toEqual([]);
});

test('a transcribed voice message can be translated', async () => {
  const { id: msg_id } = await speak();
  expect(await codeOf(bo.call(msgTranslation, { msg_id, language: 'de' }))).toBe('translation.type');
  await bo.call(msgVoice2text, { msg_id });
  answer = async () => 'Wir segeln um neun.';
  expect((await bo.call(msgTranslation, { msg_id, language: 'de' })).content).toBe('Wir segeln um neun.');
  expect(await codeOf(ada.call(msgTranslation, { msg_id, language: 'de' }))).toBe('translation.type');
});

test('clients learn whether transcription and translation are available; otherwise calls are refused', async () => {
  const open = { voice2text: 'open', translation: 'open' };
  expect((await ada.call(syncStart, {})).setting).toMatchObject(open);
  const plain = await startServer();
  try {
    const cy = await person('cy', { server: plain });
    const { id } = await cy.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
    const { id: msg_id } = await cy.call(msgSendrecord, { dialog_id: id, base64, duration: 1500 });
    expect((await cy.call(syncStart, {})).setting).toMatchObject({ voice2text: 'close', translation: 'close' });
    expect(await codeOf(cy.call(msgVoice2text, { msg_id }))).toBe('voice.closed');
    expect(await codeOf(cy.call(msgConvertrecord, { base64, duration: 900 }))).toBe('voice.closed');
    expect(await codeOf(cy.call(msgTranslation, { msg_id, language: 'de' }))).toBe('translation.closed');
  } finally {
    await plain.close();
  }
});
