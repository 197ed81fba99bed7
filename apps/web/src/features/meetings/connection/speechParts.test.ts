import { expect, test } from 'vitest';
import { SpeechParts } from './speechParts.ts';

/** The outcome and the time of the first part that ends, of levels ten times a second. */
function firstPart(levels: readonly number[]): [string, number] {
  const parts = new SpeechParts();
  parts.begin(0);
  for (const [index, level] of levels.entries()) {
    const now = (index + 1) * 100;
    const outcome = parts.next(level, now);
    if (outcome !== 'on') return [outcome, now];
  }
  return ['on', 0];
}
const times = (count: number, level: number) => Array.from({ length: count }, () => level);

test('a part ends in a pause, or after seven seconds of speech', () => {
  expect(firstPart([...times(20, 0.3), ...times(20, 0)])).toEqual(['spoken', 2700]);
  expect(firstPart(times(100, 0.3))).toEqual(['spoken', 7000]);
  // A breath is no pause.
  expect(firstPart([...times(20, 0.3), ...times(4, 0), ...times(20, 0.3), ...times(20, 0)])).toEqual(['spoken', 5100]);
});

test('silence and a click are not transcribed', () => {
  expect(firstPart(times(100, 0.01))).toEqual(['silent', 3500]);
  expect(firstPart([0.9, 0.9, ...times(100, 0)])).toEqual(['silent', 3500]);
});
