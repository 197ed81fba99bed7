import { dialogOne, groupAdd, groupEdit } from '@atrium/contract/chat/dialogs.ts';
import { msgSendlocation } from '@atrium/contract/chat/locations.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { type FileMsg, msgSendfile } from '@atrium/contract/files/files.ts';
import { dataFile, faultsOf, letters, readData } from '@atrium/richtext/testing.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '#testing/histories';
import { person, type TestClient, unique } from '#testing/world';

/** Collected hostile strings, Markdown with its HTML, and Chinese; skipped if this machine lacks the files. */
const isHere = dataFile('xss-payloads/xss-payload-list.txt') !== null;

function collected(): string[] {
  const xss = readData('xss-payloads/xss-payload-list.txt').split('\n');
  const gfm = ['extensions', 'regression'].flatMap((name) =>
    readData(`gfm-cases/${name}.txt`).split(/^`{32}.*$|^\.$/m),
  );
  const signs = [...readData('pinyin/kMandarin_8105.txt').matchAll(/^U\+([0-9A-F]+):/gm)].map(([, code]) =>
    String.fromCodePoint(Number.parseInt(code ?? '', 16)),
  );
  const chinese = Array.from({ length: Math.ceil(signs.length / 40) }, (_, index) =>
    signs.slice(index * 40, index * 40 + 40).join(''),
  );
  return [...xss, ...gfm, ...chinese].filter((text) => text.trim() !== '');
}

/**
 * The text as a call receives it: without outer white space, NUL and half surrogates, which PostgreSQL cannot store.
 */
const asLine = (text: string) => text.replaceAll('\0', '').toWellFormed().trim();
const inLots = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, index * size + size));
/** `npm test` takes one text of so many; all of them are tested without a server by the sanitizer's own tests. */
const EVERY = isLong ? 1 : 3;
/** Evenly spaced samples, to cover all kinds. */
const some = <T>(list: readonly T[], count: number) => {
  const step = Math.max(1, Math.floor(list.length / count) * EVERY);
  return list.filter((_, index) => index % step === 0);
};

describe.runIf(isHere)('any text in any kind of message', () => {
  let texts: string[] = [];
  let lines: string[] = [];
  let [ada, bo] = [] as unknown as [TestClient, TestClient];
  let dialog_id = 0;
  beforeAll(async () => {
    texts = collected();
    lines = [...new Set(texts.filter((text) => text.length <= 500).map(asLine))].filter((text) => text !== '');
    [ada, bo] = await Promise.all([person('ada'), person('bo')]);
    dialog_id = (await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') })).id;
  });
  const seen = (msg_id: number) => bo.call(m.msgOne, { msg_id });
  const previewed = async () => (await bo.call(dialogOne, { dialog_id })).last_msg?.msg.preview ?? '';

  test('the corpora are present and large', () => expect(lines.length).toBeGreaterThan(6000));

  test('formatted text is stored safe to render, shortened and in full', async () => {
    for (const lot of inLots(some(texts, texts.length), 60)) {
      const text = lot.map((each) => `<p>x ${each}</p>`).join('');
      const { id, type } = await ada.call(m.msgSendtext, { dialog_id, text });
      const { msg } = await seen(id);
      expect(faultsOf(String(msg['text']), 'message')).toEqual([]);
      if (type !== 'longtext') continue;
      const { content } = await bo.call(m.msgDetail, { msg_id: id });
      expect(faultsOf(content?.content ?? '', 'message')).toEqual([]);
      // The shortened version is well-formed like the full one.
      expect(content?.content.length).toBeGreaterThan(String(msg['text']).length);
    }
    expect(await previewed()).not.toMatch(/<\/?p>/);
  });

  test('Markdown is stored as written', async () => {
    for (const lot of inLots(some(texts, texts.length), 80)) {
      const text = lot.join('\n\n');
      const { id, type } = await ada.call(m.msgSendtext, { dialog_id, text, text_type: 'md' });
      const { content } = type === 'longtext' ? await bo.call(m.msgDetail, { msg_id: id }) : { content: undefined };
      const kept = content?.content ?? String((await seen(id)).msg['text']);
      expect(letters(kept)).toBe(letters(text));
    }
  });

  test('polls and sign-up lists preserve every character', async () => {
    for (const lot of inLots(some(lines, lines.length), 50)) {
      const list = lot.map((text) => ({ text }));
      if (list.length < 2) continue;
      const [first = ''] = lot;
      const [made] = await ada.call(acts.msgVote, { dialog_id, text: first, list });
      const { msg } = await seen(made?.id ?? 0);
      expect(msg['text']).toBe(first);
      expect((msg['list'] as { text: string }[]).map(({ text }) => text)).toEqual(lot);
    }
    for (const lot of inLots(some(lines, lines.length), 400)) {
      const sent = await ada.call(acts.msgWordchain, {
        dialog_id,
        text: lot[0] ?? '',
        list: lot.map((text) => ({ text })),
      });
      const { msg } = await seen(sent.id);
      expect((msg['list'] as { text: string }[]).map(({ text }) => text)).toEqual(lot);
    }
  });

  test('locations, file names, groups and untitled things are plain text', async () => {
    const short = some(
      lines.filter((line) => line.length <= 100),
      150,
    );
    for (const title of short) {
      const place = await ada.call(msgSendlocation, { dialog_id, lat: 1, lng: 2, title, address: title });
      expect((await seen(place.id)).msg).toMatchObject({ title, address: title });
      // A preview is one line of plain text that keeps the title's letters, or as many of its words as fit.
      const shown = letters(await previewed());
      const isWhole = shown.includes(letters(title).slice(0, 20));
      const isCut = shown.endsWith('…') && letters(`[Location] ${title}`).startsWith(shown.slice(0, -1));
      expect([shown, isWhole || isCut]).toEqual([shown, true]);
    }
    // As many as one person may send at once.
    for (const name of some(short, 50).slice(0, 55)) {
      const file = await ada.call(msgSendfile, { dialog_id, image64: 'aGVsbG8=', filename: `${name}.txt` });
      const shown = (await seen(file.id)).msg as unknown as FileMsg;
      expect(shown.name).not.toMatch(/[/\\\u0000-\u001f\u202e]/);
      expect(shown.url).toMatch(/^\{\{RemoteURL\}\}file\/[\w-]+\/[\w%.~-]+$/);
    }
    const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
    for (const chat_name of some(
      lines.filter((line) => line.length >= 2 && line.length <= 100),
      60,
    )) {
      await ada.call(groupEdit, { dialog_id: group.id, chat_name });
      expect((await bo.call(dialogOne, { dialog_id: group.id })).name).toBe(chat_name);
    }
    for (const text of some(lines, 8)) {
      await ada.call(acts.msgSendanon, { userid: bo.userid, text });
      const { data } = await bo.raw('dialog/lists');
      const [newest] = data['data'] as { id: number; type: string }[];
      const { list } = await bo.call(m.msgList, { dialog_id: newest?.id ?? 0 });
      expect(list[0]?.msg).toMatchObject({ title: text, content: [{ content: text }] });
    }
  });

  test('notices about a message contain no more than its text', async () => {
    for (const text of some(lines, 40)) {
      const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id, text: `<p>x ${text}</p>` });
      await ada.call(acts.msgTag, { msg_id });
      await ada.call(acts.msgTop, { msg_id });
      await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid] });
      await bo.call(m.msgSendtext, { dialog_id, text: 'seen', reply_id: msg_id });
      const { list } = await bo.call(m.msgList, { dialog_id, pagesize: 5 });
      expect(list.map(({ type }) => type)).toEqual(['text', 'todo', 'top', 'tag', 'text']);
      for (const { msg } of list) {
        const { data, reply_data } = msg as Record<'data' | 'reply_data', { msg?: { text?: string } } | undefined>;
        const quoted = (data ?? reply_data)?.msg?.text;
        if (quoted) expect(faultsOf(quoted, 'message'), text).toEqual([]);
      }
    }
  });
});
