import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { expect, test } from 'vitest';
import { nextUnplayed, soundClock, soundOf, soundWidth } from './sounds.ts';

// covers B9-01
test('a voice message is 50 px wide plus one for each 200 ms, up to 180, and at least a second', () => {
  expect([0, 199, 200, 20_000, 36_000, 180_000].map(soundWidth)).toEqual([50, 50, 51, 150, 230, 230]);
  expect([0, 700, 61_000, 180_000].map(soundClock)).toEqual(['0:01', '0:01', '1:01', '3:00']);
});

test('after a played voice message the next unplayed one starts', () => {
  const message = (id: number, fields: object) => ({ id, type: 'record', dot: 1, ...fields }) as ClientMessage;
  const list = [message(9, {}), message(3, {}), message(5, { dot: 0 }), message(6, { type: 'text' }), message(7, {})];
  expect(nextUnplayed(list, 3)?.id).toBe(7);
  expect(nextUnplayed(list, 9)).toBeUndefined();
});

test('invalid stored values are tolerated', () => {
  expect(soundOf({ msg: { url: 7, duration: 'x' } })).toEqual({ url: '', file: '', duration: 0 });
});
