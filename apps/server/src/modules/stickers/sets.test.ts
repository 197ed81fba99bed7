import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import * as s from '@atrium/contract/chat/stickers.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';
import { collectFiles } from '../files/files.service.ts';

const picture = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 4, background: '#4f5bd580' } })
      .png()
      .toBuffer(),
  );
async function add(by: TestClient, set_id: number, name: string, content: Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  body.set('set_id', String(set_id));
  body.set('file', new Blob([content]), name);
  const answer = await by.raw(s.stickerAdd.path, { method: 'POST', body });
  if (answer.ret !== 1) throw new Error(String(answer.data['code']));
  return answer.data as unknown as s.SetSticker;
}
const newSet = async (by: TestClient, name = unique('Cats')) => (await by.call(s.stickerSetSave, { name })).id;
const setOf = async (by: TestClient, id: number) =>
  (await by.call(s.stickerSets, {})).list.find((each) => each.id === id);
const at = (by: TestClient, { src }: { src: string }) => fetch(src.replace('http://atrium.test', by.base));

test('an administrator creates a sticker set; everybody finds, sees and sends it', async () => {
  const [root, bo] = [await administrator(), await person('bo')];
  const word = unique('Meow');
  const id = await newSet(root);
  const content = await picture(480, 120);
  const sticker = await add(root, id, `${word}_loud.png`, content);
  // As large as the built-in stickers, with its own proportions.
  expect(sticker).toMatchObject({ name: `${word} loud`, width: 240, height: 60 });
  expect((await add(root, id, 'tiny.png', await picture(40, 20))).width).toBe(40);
  expect((await setOf(bo, id))?.list.map(({ name }) => name)).toEqual([`${word} loud`, 'tiny']);
  const { list } = await bo.call(s.stickerSearch, { key: word.toUpperCase() });
  expect(list).toEqual([expect.objectContaining({ name: `${word} loud`, src: sticker.src })]);

  const shown = await at(bo, sticker);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(shown.headers.get('content-security-policy')).toContain('sandbox');
  expect((await sharp(await shown.arrayBuffer()).metadata()).width).toBe(480);
  const dialog_id = (await bo.call(groupAdd, { userids: [root.userid], chat_name: unique('G') })).id;
  const asset = new URL(sticker.src).pathname.slice(1);
  const sent = await bo.call(msgSendtext, {
    dialog_id,
    text: `<p><img class="emoticon" data-asset="${asset}" data-name="Meow" width="240" height="60" src="x"></p>`,
  });
  expect(sent).toMatchObject({ mtype: 'emoticon' });
  expect(sent.msg['text']).toContain(`src="{{RemoteURL}}${asset}" alt="Meow"`);
});

test('the administrator controls names and order; unlisted stickers come last', async () => {
  const root = await administrator();
  const [one, two] = [await newSet(root, 'One'), await newSet(root, 'Two')];
  const made = [];
  for (const name of ['a', 'b', 'c']) made.push(await add(root, one, `${name}.png`, await picture(20, 20)));
  const [a, , c] = made.map(({ id }) => id) as [number, number, number];
  const foreign = await add(root, two, 'x.png', await picture(20, 20));
  const saved = await root.call(s.stickerSetSave, {
    id: one,
    name: 'Letters',
    list: [
      { id: c, name: 'See' },
      { id: foreign.id, name: 'Stolen' },
      { id: a, name: 'a' },
    ],
  });
  expect(saved).toMatchObject({ name: 'Letters' });
  expect(saved.list.map(({ name }) => name)).toEqual(['See', 'a', 'b']);
  expect((await setOf(root, two))?.list.map(({ name }) => name)).toEqual(['x']);
  const places = async () => (await root.call(s.stickerSets, {})).list.map(({ id }) => id);
  await root.call(s.stickerSetSort, { ids: [two, one] });
  expect((await places()).slice(0, 2)).toEqual([two, one]);
  await root.call(s.stickerSetSort, { ids: [one, two] });
  expect((await places()).slice(0, 2)).toEqual([one, two]);
  const refusedWith = root.call(s.stickerSetSave, { id: 2_000_000_000, name: 'Nothing' });
  await expect(refusedWith).rejects.toMatchObject({ data: { code: 'sticker.set_gone' } });
});

test('only valid images up to two megabytes become stickers', async () => {
  const root = await administrator();
  const id = await newSet(root);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const svg = bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [name, content, code] of [
    ['cat.svg', svg, 'file.not_picture'],
    ['cat.png', bytes('<html>'), 'file.not_picture'],
    ['cat.txt', bytes('meow'), 'file.not_picture'],
    ['cat.png', (await picture(20, 20)).slice(0, 60), 'file.broken'],
    ['cat.png', new Uint8Array(0), 'file.empty'],
    ['cat.png', new Uint8Array(s.STICKER_MAX_BYTES + 1), 'upload.large'],
  ] as const) {
    await expect(add(root, id, name, content), `${name} ${code}`).rejects.toThrow(code);
  }
  expect((await setOf(root, id))?.list).toEqual([]);
  await expect(add(await person('bo'), id, 'cat.png', await picture(20, 20))).rejects.toThrow('forbidden');
});

test('a deleted sticker is no longer offered but stays in sent messages', async () => {
  const { app } = await testServer();
  const [root, bo] = [await administrator(), await person('bo')];
  const word = unique('Purr');
  const id = await newSet(root);
  const [first, second] = [
    await add(root, id, `${word}1.png`, await picture(20, 20)),
    await add(root, id, `${word}2.png`, await picture(20, 20)),
  ];
  const found = async () => (await bo.call(s.stickerSearch, { key: word })).list.length;
  await root.call(s.stickerDelete, { id: first.id });
  expect([(await setOf(bo, id))?.list.length, await found()]).toEqual([1, 1]);
  await root.call(s.stickerSetDelete, { id });
  expect([await setOf(bo, id), await found()]).toEqual([undefined, 0]);
  await collectFiles(app, new Date(Date.now() + 86_400_000));
  expect([(await at(bo, first)).status, (await at(bo, second)).status]).toEqual([200, 200]);
  const gone = (code: string) => ({ data: { code } });
  await expect(root.call(s.stickerDelete, { id: second.id })).rejects.toMatchObject(gone('sticker.gone'));
  await expect(root.call(s.stickerSetDelete, { id })).rejects.toMatchObject(gone('sticker.set_gone'));
});

test('the sticker address serves stickers only', async () => {
  const { app } = await testServer();
  const [root, bo] = [await administrator(), await person('bo')];
  const dialog_id = (await bo.call(groupAdd, { userids: [root.userid], chat_name: unique('G') })).id;
  const body = new FormData();
  body.set('dialog_id', String(dialog_id));
  body.set('files', new Blob([await picture(20, 20)]), 'secret.png');
  const { data } = await bo.raw('dialog/msg/sendfile', { method: 'POST', body });
  const token = (data['msg'] as { path: string }).path.split('/')[1];
  expect(
    await app.db
      .selectFrom('stored_files')
      .select('id')
      .where('token', '=', token ?? '')
      .execute(),
  ).toHaveLength(1);
  expect((await at(bo, { src: `http://atrium.test/sticker/${token}` })).status).toBe(404);
});
