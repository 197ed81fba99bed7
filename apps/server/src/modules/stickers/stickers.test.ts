import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { STICKERS, stickerSearch } from '@atrium/contract/chat/stickers.ts';
import { expect, test } from 'vitest';
import { person, testServer } from '#testing/world';

const PUBLIC = path.resolve(import.meta.dirname, '../../../../web/public');

// covers B3-17
test('stickers are found by name in the caller’s language and in English, with address and size', async () => {
  await testServer();
  const ada = await person('ada');
  expect(await ada.call(stickerSearch, { key: 'Thank' })).toEqual({
    list: [{ name: 'Thanks', src: 'http://atrium.test/stickers/thanks.svg', width: 240, height: 240 }],
  });
  const german = await ada.call(stickerSearch, { key: 'danke' }, { language: 'de' });
  expect(german.list.map(({ name }) => name)).toEqual(['Danke']);
  expect((await ada.call(stickerSearch, { key: 'THANKS' }, { language: 'de' })).list).toHaveLength(1);
  expect((await ada.call(stickerSearch, { key: 'nonesuch' })).list).toEqual([]);
});

test('every sticker has an image; sent stickers keep their address, and previews show their name', async () => {
  for (const id of STICKERS) {
    const file = path.join(PUBLIC, `stickers/${id}.svg`);
    expect([id, existsSync(file)]).toEqual([id, true]);
    expect(readFileSync(file, 'utf8')).not.toMatch(/<script|href|on\w+=|<text/i);
  }
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const sent = await ada.call(msgSendtext, {
    dialog_id: id,
    text: '<p><img class="emoticon" data-asset="stickers/love.svg" data-name="Love" src="x" width="240" height="240"></p>',
  });
  expect(sent.mtype).toBe('emoticon');
  expect(sent.msg['text']).toBe(
    '<p><img class="emoticon" width="240" height="240" src="{{RemoteURL}}stickers/love.svg" alt="Love"></p>',
  );
  const row = await bo.raw(`dialog/one?dialog_id=${id}`);
  expect((row.data['last_msg'] as { msg: { preview: string } }).msg.preview).toBe('[Love]');
});
