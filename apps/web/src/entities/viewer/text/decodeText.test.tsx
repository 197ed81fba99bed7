import { expect, test } from 'vitest';
import { decodeText } from './decodeText.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['de', 'Müller', '4dfc6c6c6572'],
  ['fr', 'créé à Noël', '6372e9e920e0204e6feb6c'],
  ['en', '5 €', '352080'],
  ['ru', 'Привет', 'cff0e8e2e5f2'],
  ['ja', '日本', '93fa967b'],
  ['ko', '한국', 'c7d1b1b9'],
  ['zh-CHT', '中文', 'a4a4a4e5'],
  ['zh', '中文', 'd6d0cec4'],
  ['en', '中文', 'd6d0cec4'],
  ['de', 'Grüße', '4772c3bcc39f65'],
] as const)('a reader in %s sees %s in the encoding of an older file', (reader, text, hex) => {
  expect(decodeText(bytes(hex), reader)).toBe(text);
});

test('what has control characters is not text', () => {
  expect(decodeText(bytes('89504e470d0a1a0a'), 'de')).toBeUndefined();
  expect(decodeText(bytes('41004200'), 'en')).toBeUndefined();
});
