import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { expect, test } from 'vitest';
import { isLarge } from './large.ts';

const message = (text: string, msg: object = {}, type = 'text') =>
  ({ type, msg: { text, ...msg } }) as unknown as ClientMessage;
const sticker =
  '<p><img class="emoticon" width="240" height="240" src="{{RemoteURL}}stickers/love.svg" alt="Love"></p>';

test('a single sticker, or one to three emoji without text, is shown large', () => {
  for (const text of ['<p>⛵️</p>', '⚓', '<p>😀 👍🏽</p>', '👨‍👩‍👧‍👦🇩🇪❤️', '1️⃣', sticker])
    expect(isLarge(message(text)), text).toBe(true);
  for (const text of [
    '<p>cat⛵️</p>',
    '😀😀😀😀',
    '<p></p>',
    '7',
    '#',
    '12',
    '中',
    '<p>😀<br>😀</p>',
    `${sticker}<p>hi</p>`,
    sticker + sticker,
  ]) {
    expect(isLarge(message(text)), text).toBe(false);
  }
  expect(isLarge(message(sticker.replace('emoticon', 'browse')))).toBe(false);
  expect(isLarge(message('⚓', { reply_data: { id: 1 } }))).toBe(false);
  expect(isLarge(message('⚓', {}, 'vote'))).toBe(false);
});
