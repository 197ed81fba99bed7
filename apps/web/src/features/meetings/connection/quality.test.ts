import { expect, test } from 'vitest';
import { countReducedChecks, isDead, qualityOf, withCameras } from './quality.ts';

const path = { checks: 0, answers: 0, bytes: 0 };

test('loss and delay since the last look decide, not those of the whole meeting', () => {
  const before = { received: 1000, lost: 500, roundTrip: 0.05, ...path };
  expect(qualityOf({ received: 2000, lost: 500, roundTrip: 0.05, ...path }, before)).toBe('good');
  expect(qualityOf({ received: 1950, lost: 550, roundTrip: 0.05, ...path }, before)).toBe('fair');
  expect(qualityOf({ received: 1900, lost: 600, roundTrip: 0.05, ...path }, before)).toBe('poor');
  expect(qualityOf({ received: 2000, lost: 500, roundTrip: 0.7, ...path }, before)).toBe('poor');
  // A new connection counts from zero.
  expect(qualityOf({ received: 10, lost: 0, roundTrip: 0, ...path }, null)).toBe('good');
});

test('a path is dead once its checks are not answered and nothing comes over it', () => {
  const before = { received: 0, lost: 0, roundTrip: 0, checks: 10, answers: 10, bytes: 500 };
  expect(isDead({ ...before, checks: 13 }, before)).toBe(true);
  for (const alive of [{ checks: 12 }, { checks: 13, answers: 11 }, { checks: 13, bytes: 600 }]) {
    expect(isDead({ ...before, ...alive }, before)).toBe(false);
  }
  expect(isDead({ ...before, checks: 13 }, null)).toBe(false);
});

test('a line that holds cameras back for a while is not good, however little is lost', () => {
  const seat = (isShown: boolean, isReduced: boolean) => ({ n: 0, uid: 1, isShown, isReduced });
  const looks = [0, 1, 2].reduce((before) => countReducedChecks([seat(true, true)], before), 0);
  expect(withCameras('good', [seat(true, true)], looks - 1)).toBe('good');
  expect(withCameras('good', [seat(true, true), seat(true, false)], looks)).toBe('fair');
  expect(withCameras('good', [seat(true, true), seat(false, true)], looks)).toBe('poor');
  expect(withCameras('poor', [seat(true, true)], looks)).toBe('poor');
  // A camera that nobody looks at, and a server that does not say, are no sign of a thin line.
  expect(countReducedChecks([seat(false, false), { n: 1, uid: 2, isShown: false }], looks)).toBe(0);
});
