import { expect, test } from 'vitest';
import { qualityOf } from './quality.ts';

test('loss and delay since the last look decide, not those of the whole meeting', () => {
  const before = { received: 1000, lost: 500, roundTrip: 0.05 };
  expect(qualityOf({ received: 2000, lost: 500, roundTrip: 0.05 }, before)).toBe('good');
  expect(qualityOf({ received: 1950, lost: 550, roundTrip: 0.05 }, before)).toBe('fair');
  expect(qualityOf({ received: 1900, lost: 600, roundTrip: 0.05 }, before)).toBe('poor');
  expect(qualityOf({ received: 2000, lost: 500, roundTrip: 0.7 }, before)).toBe('poor');
  // A new connection counts from zero.
  expect(qualityOf({ received: 10, lost: 0, roundTrip: 0 }, null)).toBe('good');
});
