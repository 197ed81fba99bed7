import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CAPTCHA_CHARS, makeCaptcha } from './captcha.ts';
import { avatarSvg, azOf, pinyinOf } from './names.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const sample = [process.env['ATRIUM_SHARED'], resolve(repository, '../shared')]
  .map((home) => resolve(home ?? '', 'data/pinyin/kMandarin_8105.txt'))
  .find((file) => existsSync(file));

test.each([
  ['张三', 'zhangsan', 'Z'],
  ['单雄信', 'shanxiongxin', 'S'],
  ['吕布', 'lvbu', 'L'],
  ['Ada Lovelace', 'adalovelace', 'A'],
  ['Élodie', 'elodie', 'E'],
  ['小明 Bo', 'xiaomingbo', 'X'],
  ['山田', 'shantian', 'S'],
  ['Юрий', 'юрии', '#'],
  ['42', '42', '#'],
  ['', '', '#'],
])('%s sounds %s and sorts under %s', (name, sound, letter) => {
  expect(pinyinOf(name)).toBe(sound);
  expect(azOf(name)).toBe(letter);
});

test.skipIf(!sample)('8,105 characters sound as in the standard list', () => {
  const lines = readFileSync(sample ?? '', 'utf8').matchAll(/^U\+([0-9A-F]+): (\S+)/gm);
  const readings = [...lines].map(
    ([, code, reading]) => [String.fromCodePoint(Number.parseInt(code ?? '', 16)), plain(reading ?? '')] as const,
  );
  expect(readings.length).toBeGreaterThan(8000);
  const other = readings.filter(([character, reading]) => pinyinOf(character) !== reading);
  // Characters with several readings, mostly family names (单 is shan as a name, else dan).
  expect(other.length / readings.length).toBeLessThan(0.03);
});

function plain(reading: string): string {
  return reading
    .replace(/[üǖǘǚǜ]/g, 'v')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

test('an avatar keeps its color, shows two characters, and is XML for any name', () => {
  expect(avatarSvg('Ada Lovelace')).toBe(avatarSvg('Ada Lovelace'));
  expect(label(avatarSvg('Ada King Lovelace'))).toBe('AL');
  expect(label(avatarSvg('ada.l@example.com'))).toBe('AC');
  expect(label(avatarSvg('bo'))).toBe('B');
  expect(label(avatarSvg('欧阳小明'))).toBe('小明');
  expect(label(avatarSvg('👩‍👩‍👧'))).toBe('👩‍👩‍👧');
  expect(label(avatarSvg(''))).toBe('?');
  expect(label(avatarSvg('<'))).toBe('&lt;');
  expect(avatarSvg('"><script>\u0000\ud83d')).not.toMatch(/<script|\u0000|\ud83d/);
});

const label = (svg: string) => />([^<]*)<\/text>/.exec(svg)?.[1];

test('a captcha is a picture of 130 by 36 with a word without look-alikes', () => {
  const words = new Set<string>();
  for (let i = 0; i < 20; i++) {
    const { text, image } = makeCaptcha();
    words.add(text);
    expect(text).toHaveLength(CAPTCHA_CHARS);
    expect(text).toMatch(/^[A-Z3-9]+$/);
    expect(text).not.toMatch(/[OQDIZSBGU5689]/);
    const png = Buffer.from(image.replace('data:image/png;base64,', ''), 'base64');
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([130, 36]);
    const start = png.indexOf('IDAT') + 4;
    expect(inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8))).length).toBe(36 * (130 * 3 + 1));
  }
  expect(words.size).toBe(20);
});
