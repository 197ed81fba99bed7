import de from 'emojibase-data/de/compact.json';
import en from 'emojibase-data/en/compact.json';
import { expect, test } from 'vitest';
import { EMOJI_SETS, findEmoji, quickEmojiFor, quickWord, tableOf, toned } from './emojiData.ts';

const table = tableOf(en);

test('emoji come in eight categories, without skin tone parts', () => {
  expect(EMOJI_SETS).toHaveLength(8);
  for (const set of EMOJI_SETS) expect(table[set].length, set).toBeGreaterThan(80);
  expect(table.people[0]?.symbol).toBe('😀');
  expect(table.nature.map(({ symbol }) => symbol)).toContain('🐈️');
  expect(EMOJI_SETS.flatMap((set) => table[set]).map(({ symbol }) => symbol)).not.toContain('🏻');
});

test('an emoji gets the chosen skin tone where it has one', () => {
  const [thumb] = findEmoji(table, 'thumbs up');
  expect(thumb && [0, 1, 5].map((tone) => toned(thumb, tone))).toEqual(['👍️', '👍🏻', '👍🏿']);
  const [cat] = findEmoji(table, 'cat face');
  expect(cat && toned(cat, 5)).toBe('🐱');
});

test('emoji are found by names and keywords in the reader’s language, best match first', () => {
  expect(findEmoji(table, 'Sailboat')[0]?.symbol).toBe('⛵️');
  expect(findEmoji(table, 'qqqq')).toEqual([]);
  expect(findEmoji(table, ' ')).toEqual([]);
  expect(findEmoji(tableOf(de), 'Segelboot')[0]?.symbol).toBe('⛵️');
});

// covers B5-11, B9-09
test('emoji are suggested for one word of one to eight characters, two per set and twenty at most', () => {
  expect(['cat', ' cat ', 'birthday', '犬', 'x'].map(quickWord)).toEqual(['cat', 'cat', 'birthday', '犬', 'x']);
  expect(['', '  ', 'two words', 'birthdays', '42', 'a-b', '/help', '@bo'].map(quickWord)).toEqual(Array(8).fill(''));
  const cat = quickEmojiFor(table, 'cat').map(({ symbol }) => symbol);
  expect(cat.length).toBeGreaterThan(1);
  for (const word of ['cat', 'a', 'sun', 'flag', 's', 're', 'co']) {
    const found = quickEmojiFor(table, word);
    expect(found.length).toBeLessThanOrEqual(20);
    for (const set of EMOJI_SETS) {
      expect(table[set].filter((each) => found.includes(each)).length, `${word} ${set}`).toBeLessThanOrEqual(2);
    }
  }
  expect(quickEmojiFor(table, 'qqqq')).toEqual([]);
});
