import type { Task } from '@atrium/contract/projects/tasks.ts';
import { describe, expect, test } from 'vitest';
import { choicesOf, compareTasks, isNarrow, passes, sectionsOf, unfiltered } from './taskFilter.ts';

const NOW = {
  now: '2030-03-10 12:00:00',
  dayStart: '2030-03-10 00:00:00',
  dayEnd: '2030-03-10 23:59:59',
  weekEnd: '2030-03-16 23:59:59',
};
let serial = 0;
const task = (fields: Partial<Task>): Task =>
  ({
    id: ++serial,
    parent_id: 0,
    name: `Task ${serial}`,
    desc: '',
    end_at: null,
    complete_at: null,
    p_level: 0,
    owner: 0,
    assist: 0,
    task_user: [],
    task_tag: [],
    flow_item_id: 0,
    flow_item_name: '',
    ...fields,
  }) as unknown as Task;
const owned = (userid: number) => [{ id: 1, project_id: 1, task_id: 1, task_pid: 1, userid, owner: 1 }];
const ids = (tasks: readonly Task[]) => tasks.map((each) => each.id);

describe('a filter', () => {
  const late = task({ end_at: '2030-03-10 11:59:59', owner: 1, task_user: owned(7) });
  const today = task({ end_at: '2030-03-10 18:00:00', assist: 1, desc: 'call the printer' });
  const never = task({ name: 'Größe prüfen', task_tag: [{ id: 1, name: 'print', color: '#f00' }] });
  const done = task({ complete_at: '2030-03-01 10:00:00', end_at: '2030-03-02 10:00:00', task_user: owned(7) });
  const all = [late, today, never, done];
  const kept = (filter: Partial<typeof unfiltered>) =>
    ids(all.filter((each) => passes(each, { ...unfiltered, ...filter }, NOW)));

  test('a status includes all its tasks, completed ones too', () => {
    const standing = (flow_item_name: string, complete_at: string | null) =>
      task({ flow_item_id: 5, flow_item_name, complete_at });
    const [open, ended] = [standing('end|Done|#123456', null), standing('end|Done|#123456', '2030-03-01 10:00:00')];
    const filter = { ...unfiltered, status: 5, withCompleted: false };
    expect([open, ended, late].filter((each) => passes(each, filter, NOW))).toEqual([open, ended]);
    expect(choicesOf([open, ended, late], 7, NOW).statuses).toEqual([
      { id: 5, name: 'Done', status: 'end', color: '#123456', count: 2 },
    ]);
    expect(isNarrow(filter)).toBe(true);
  });

  test('keeps matching tasks', () => {
    expect(kept({})).toEqual(ids(all));
    expect(kept({ withCompleted: false })).toEqual(ids([late, today, never]));
    expect(kept({ kind: 'mine' })).toEqual([late.id]);
    expect(kept({ kind: 'helping' })).toEqual([today.id]);
    expect(kept({ kind: 'unplanned' })).toEqual([never.id]);
    expect(kept({ kind: 'overdue' })).toEqual([late.id]);
    expect(kept({ kind: 'today' })).toEqual(ids([late, today]));
    const [saturday, sunday] = ['2030-03-16', '2030-03-17'].map((day) => task({ end_at: `${day} 09:00:00` }));
    const week = { ...unfiltered, kind: 'week' as const };
    expect([late, saturday, sunday, never].filter((each) => each && passes(each, week, NOW))).toEqual([late, saturday]);
    expect(kept({ kind: 'completed', withCompleted: false })).toEqual([done.id]);
    expect(kept({ userid: 7 })).toEqual(ids([late, done]));
    expect(kept({ tag: 'print' })).toEqual([never.id]);
  });

  test('finds every word in number, name, description or tag', () => {
    expect(kept({ text: 'PRINT' })).toEqual(ids([today, never]));
    expect(kept({ text: 'größe print' })).toEqual([never.id]);
    expect(kept({ text: `#${done.id}` })).toEqual([done.id]);
    expect(kept({ text: '   ' })).toEqual(ids(all));
    expect(kept({ text: 'nothing of the kind' })).toEqual([]);
  });

  test('tells whether it hides anything but completed tasks', () => {
    expect(isNarrow({ ...unfiltered, withCompleted: false, text: ' ' })).toBe(false);
    expect(isNarrow({ ...unfiltered, tag: 'print' })).toBe(true);
  });

  test('offers existing values, the viewer first', () => {
    const more = task({ task_user: owned(3) });
    const choices = choicesOf([...all, more, task({ task_user: owned(3) })], 7, NOW);
    expect(choices.people).toEqual([
      { userid: 7, count: 1 },
      { userid: 3, count: 2 },
    ]);
    expect(choices.kinds).toEqual({
      all: 5,
      mine: 1,
      helping: 1,
      unplanned: 3,
      overdue: 1,
      today: 2,
      week: 2,
      completed: 1,
    });
    expect(choices.tags).toEqual([{ name: 'print', color: '#f00', count: 1 }]);
    expect(choices.completed).toBe(1);
  });
});

describe('a table', () => {
  const soon = task({ end_at: '2030-01-01 00:00:00', p_level: 3 });
  const later = task({ end_at: '2030-02-01 00:00:00', p_level: 1 });
  const tied = task({ end_at: '2030-02-01 00:00:00', p_level: 2 });
  const undated = task({ p_level: 1 });
  const sorted = (by: 'due' | 'priority', isDescending: boolean) =>
    ids([undated, tied, later, soon].sort((a, b) => compareTasks(a, b, { by, isDescending })));

  test('sorts missing dates last in both directions', () => {
    expect(sorted('due', false)).toEqual(ids([soon, later, tied, undated]));
    expect(sorted('due', true)).toEqual(ids([later, tied, soon, undated]));
    expect(sorted('priority', false)).toEqual(ids([later, undated, tied, soon]));
  });

  test('groups by the viewer’s role', () => {
    const mine = task({ owner: 1, assist: 1 });
    const helping = task({ assist: 1 });
    const first = task({ complete_at: '2030-01-01 00:00:00', owner: 1 });
    const second = task({ complete_at: '2030-01-02 00:00:00' });
    const sections = sectionsOf([first, second, undated, helping, mine], { by: 'due', isDescending: false });
    expect(Object.fromEntries(Object.entries(sections).map(([name, list]) => [name, ids(list)]))).toEqual({
      mine: [mine.id],
      assist: [helping.id],
      open: [undated.id],
      completed: [second.id, first.id],
    });
  });
});
