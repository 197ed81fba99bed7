import { spanUntil } from '@atrium/client/projects/timeRules.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { workingSpan } from './times.actions.ts';

const at = (day: number, hour = 0, minute = 0) => new Date(2030, 2, day, hour, minute);

beforeEach(() => {
  client.setting = { task_default_time: ['09:00', '18:00'] } as unknown as typeof client.setting;
});
afterEach(() => {
  client.setting = null;
});

test('days without times get the workspace’s hours', () => {
  expect(workingSpan(at(4), at(6))).toEqual([at(4, 9), at(5, 18)]);
  expect(workingSpan(at(4), at(4, 23, 59))).toEqual([at(4, 9), at(4, 18)]);
});

test('an evening or a night stays one: a task never ends before it starts', () => {
  expect(workingSpan(at(4, 20), at(5))).toEqual([at(4, 20), at(4, 23, 59)]);
  expect(workingSpan(at(4), at(4, 2))).toEqual([at(4), at(4, 2)]);
});

test('chosen times stay, and midnight ends the day before', () => {
  expect(spanUntil(at(4, 8), at(5))).toEqual([at(4, 8), at(4, 23, 59)]);
  expect(spanUntil(at(4, 8), at(4, 12))).toEqual([at(4, 8), at(4, 12)]);
});
