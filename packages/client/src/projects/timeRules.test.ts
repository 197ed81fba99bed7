import { describe, expect, test } from 'vitest';
import { delayedEnd, questionsFor, shortcutTimes, TIME_SHORTCUTS, withDayTimes } from './timeRules.ts';

const none = { start_at: null, end_at: null };
const days = (from: number, to: number) => ({
  start_at: `2030-03-${String(from).padStart(2, '0')} 09:00:00`,
  end_at: `2030-03-${String(to).padStart(2, '0')} 18:00:00`,
});

// covers C5-06
describe('a change of time asks first', () => {
  const main = (times: typeof none | ReturnType<typeof days>) => ({ parent_id: 0, ...times });
  const sub = (times: typeof none | ReturnType<typeof days>) => ({ parent_id: 7, ...times });

  test('before removing a time, and when subtasks would lose theirs', () => {
    expect(questionsFor(main(days(1, 5)), none, {})).toEqual(['clear']);
    expect(questionsFor(main(days(1, 5)), none, { subtasks: [days(2, 3), none] })).toEqual(['clear', 'clear_subtasks']);
    expect(questionsFor(sub(days(1, 5)), none, { main: days(1, 5) })).toEqual(['clear']);
    expect(questionsFor(main(none), none, { subtasks: [none] })).toEqual([]);
  });
  test('when a subtask is planned and its task is not, or beyond it', () => {
    expect(questionsFor(sub(none), days(2, 3), { main: none })).toEqual(['set_parent']);
    expect(questionsFor(sub(none), days(2, 9), { main: days(2, 8) })).toEqual(['widen_parent']);
    expect(questionsFor(sub(none), days(1, 8), { main: days(2, 8) })).toEqual(['widen_parent']);
    expect(questionsFor(sub(none), days(2, 8), { main: days(2, 8) })).toEqual([]);
  });
  test('when a task leaves its subtasks outside', () => {
    expect(questionsFor(main(days(1, 5)), days(1, 4), { subtasks: [days(2, 5)] })).toEqual(['sync_subtasks']);
    expect(questionsFor(main(days(1, 5)), days(3, 5), { subtasks: [days(2, 5)] })).toEqual(['sync_subtasks']);
    expect(questionsFor(main(days(1, 5)), days(1, 9), { subtasks: [days(2, 5), none] })).toEqual([]);
    expect(questionsFor(main(none), days(1, 9), {})).toEqual([]);
  });
});

// covers C5-07
test('dates without times mean the configured hours', () => {
  const at = (day: number, hours: number, minutes: number) => new Date(2030, 2, day, hours, minutes);
  const times = ['08:30', '17:15'];
  expect(withDayTimes(at(1, 0, 0), at(3, 23, 59), times)).toEqual([at(1, 8, 30), at(3, 17, 15)]);
  expect(withDayTimes(at(1, 0, 0), at(3, 0, 0), times)).toEqual([at(1, 8, 30), at(3, 17, 15)]);
  expect(withDayTimes(at(1, 10, 0), at(3, 23, 58), times)).toEqual([at(1, 10, 0), at(3, 23, 58)]);
});

// covers A9-10
test('shortcuts plan from today until the end of the named period', () => {
  // A Wednesday.
  const now = new Date(2030, 2, 13, 15, 20);
  const shown = Object.fromEntries(
    TIME_SHORTCUTS.map((shortcut) => {
      const [start, end] = shortcutTimes(shortcut, now, ['09:00', '18:00']);
      return [shortcut, [start.getDate(), start.getHours(), end.getDate(), end.getHours()]];
    }),
  );
  expect(shown).toEqual({
    today: [13, 9, 13, 18],
    tomorrow: [14, 9, 14, 18],
    week: [13, 9, 17, 18],
    month: [13, 9, 31, 18],
    days3: [13, 9, 16, 18],
    days5: [13, 9, 18, 18],
    days7: [13, 9, 20, 18],
  });
  // If weeks begin on Sunday they end on Saturday.
  expect(shortcutTimes('week', now, [], 7)[1]).toEqual(new Date(2030, 2, 16, 18));
});

test('a delay moves the end by hours or days, or to the end of work', () => {
  const end = new Date(2030, 2, 5, 14, 20);
  const now = new Date(2030, 2, 31, 10, 0);
  const times = ['09:00', '17:15'];
  const later = (delay: Parameters<typeof delayedEnd>[1]) => delayedEnd(end, delay, now, times);
  expect(later({ by: 3, unit: 'hour' })).toEqual(new Date(2030, 2, 5, 17, 20));
  expect(later({ by: 30, unit: 'day' })).toEqual(new Date(2030, 3, 4, 14, 20));
  expect(later({ to: 'today' })).toEqual(new Date(2030, 2, 31, 17, 15));
  expect(later({ to: 'tomorrow' })).toEqual(new Date(2030, 3, 1, 17, 15));
});
