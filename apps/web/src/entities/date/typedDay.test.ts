import { expect, test } from 'vitest';
import { typedDay } from './typedDay.ts';

const now = new Date(2026, 10, 27);

test('days are read in the order that the field shows', () => {
  const read = (isYearFirst: boolean, ...texts: string[]) => texts.map((text) => typedDay(text, isYearFirst, now));
  expect(read(false, '25.11.2026', '25.11.26', '1.12.2026', '25/11/2026', '1-12-2026', '25112026', '25.11.')).toEqual([
    ...['2026-11-25', '2026-11-25', '2026-12-01', '2026-11-25', '2026-12-01', '2026-11-25', '2026-11-25'],
  ]);
  expect(read(true, '2026/12/1', '2026.12.01.', '26/12/1', '12/1', '2026年12月1日')).toEqual([
    ...['2026-12-01', '2026-12-01', '2026-12-01', '2026-12-01', '2026-12-01'],
  ]);
  expect(read(false, '2026-12-01', '3.4.85')).toEqual(['2026-12-01', '1985-04-03']);
});

test('what is no day is none', () => {
  const texts = ['', '25', '30.2.2026', '11/25/2026', '1.1.1.2026', '1.12.2', '25.11.202', 'tomorrow', '1.x.2026'];
  for (const text of texts) expect(typedDay(text, false, now), text).toBeNull();
});
