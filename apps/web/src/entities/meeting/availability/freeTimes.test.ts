import { expect, test } from 'vitest';
import { freeTimes } from './freeTimes.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2030, 2, day, hour, minute);
const busy = (start: Date, end: Date) => ({ userid: 2, start, end });

test('free times begin on the half hour, leave out what is taken, evenings and weekends', () => {
  // 1 March 2030 is a Friday.
  const wanted = { after: at(1, 15, 10), minutes: 60, times: ['09:00', '18:00'], count: 3 };
  expect(freeTimes([], wanted)).toEqual([at(1, 15, 30), at(1, 16, 30), at(4, 9)]);
  const taken = [busy(at(1, 16), at(1, 17)), busy(at(3, 0), at(4, 9, 15))];
  expect(freeTimes(taken, wanted)).toEqual([at(1, 17), at(4, 9, 30), at(4, 10, 30)]);
});

test('somebody who is always busy leaves none; a meeting longer than the day fits nowhere', () => {
  const wanted = { after: at(1, 9), minutes: 30, times: [], count: 3 };
  expect(freeTimes([], wanted)).toEqual([at(1, 9), at(1, 9, 30), at(1, 10)]);
  expect(freeTimes([busy(at(1, 0), at(30, 0))], wanted)).toEqual([]);
  expect(freeTimes([], { ...wanted, minutes: 600 })).toEqual([]);
});
