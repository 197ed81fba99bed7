import type { Task } from '@atrium/contract/projects/tasks.ts';
import { describe, expect, test } from 'vitest';
import {
  choicesOf,
  compareTasks,
  type FilterField,
  isNarrow,
  passes,
  printCondition,
  readCondition,
  sectionsOf,
  unfiltered,
  withCondition,
} from './taskFilter.ts';

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
const helped = (userid: number) => owned(userid).map((each) => ({ ...each, owner: 0 }));
const ids = (tasks: readonly Task[]) => tasks.map((each) => each.id);

describe('a filter', () => {
  const late = task({ end_at: '2030-03-10 11:59:59', owner: 1, task_user: owned(7), p_level: 2 });
  const today = task({
    end_at: '2030-03-10 18:00:00',
    assist: 1,
    desc: 'call the printer',
    userid: 4,
    task_user: helped(8),
  });
  const never = task({ name: 'Größe prüfen', task_tag: [{ id: 1, name: 'print', color: '#f00' }] });
  const done = task({ complete_at: '2030-03-01 10:00:00', end_at: '2030-03-02 10:00:00', task_user: owned(7) });
  const all = [late, today, never, done];
  const kept = (filter: Partial<typeof unfiltered>) =>
    ids(all.filter((each) => passes(each, { ...unfiltered, ...filter }, NOW)));

  const by = (text: string) => text.split(' ').flatMap((each) => readCondition(each) ?? []);
  const found = (text: string) => kept({ conditions: by(text) });

  test('a status includes all its tasks, completed ones too', () => {
    const standing = (flow_item_name: string, complete_at: string | null) =>
      task({ flow_item_id: 5, flow_item_name, complete_at });
    const [open, ended] = [standing('end|Done|#123456', null), standing('end|Done|#123456', '2030-03-01 10:00:00')];
    const filter = { ...unfiltered, conditions: by('status:5'), withCompleted: false };
    expect([open, ended, late].filter((each) => passes(each, filter, NOW))).toEqual([open, ended]);
    expect(choicesOf([open, ended, late], 'status', 7, NOW)).toEqual([
      { value: 'open', name: '', color: '', count: 2 },
      { value: 'completed', name: '', color: '', count: 1 },
      { value: '5', name: 'Done', color: '#123456', count: 2 },
    ]);
    expect(isNarrow(filter)).toBe(true);
  });

  test('keeps matching tasks', () => {
    expect(kept({})).toEqual(ids(all));
    expect(kept({ withCompleted: false })).toEqual(ids([late, today, never]));
    expect(found('helper:8')).toEqual([today.id]);
    expect(found('due:')).toEqual([never.id]);
    expect(found('due:overdue')).toEqual([late.id]);
    expect(found('due:today')).toEqual(ids([late, today]));
    const [saturday, sunday] = ['2030-03-16', '2030-03-17'].map((day) => task({ end_at: `${day} 09:00:00` }));
    const week = { ...unfiltered, conditions: by('due:week') };
    expect([late, saturday, sunday, never].filter((each) => each && passes(each, week, NOW))).toEqual([late, saturday]);
    expect(kept({ conditions: by('status:completed'), withCompleted: false })).toEqual([done.id]);
    expect(found('owner:7')).toEqual(ids([late, done]));
    expect(found('owner:')).toEqual(ids([today, never]));
    expect(found('tag:print')).toEqual([never.id]);
    expect(found('priority:2')).toEqual([late.id]);
    expect(found('creator:4')).toEqual([today.id]);
  });

  test('needs one value of each field, and none of those that are excluded', () => {
    expect(found('due:,today')).toEqual(ids([late, today, never]));
    expect(found('owner:7 status:open')).toEqual([late.id]);
    expect(found('owner!:7')).toEqual(ids([today, never]));
    expect(found('due:today tag!:print owner!:7')).toEqual([today.id]);
    const more = withCondition(by('due:today tag:print'), { field: 'tag', isNot: true, values: ['a'] });
    expect(more.map(printCondition)).toEqual(['due:today', 'tag!:a']);
    expect(withCondition(more, { field: 'due', isNot: false, values: [] }).map(printCondition)).toEqual(['tag!:a']);
  });

  test('a condition is the same after it was in an address, and what is none is ignored', () => {
    const odd = { field: 'tag' as const, isNot: true, values: ['a,b:c', 'Größe & %', ''] };
    expect(readCondition(printCondition(odd))).toEqual(odd);
    const unknown = ['due:constructor', 'status:toString', 'status:', 'creator:', 'owner:x', 'priority:-1'];
    for (const text of ['', 'tag', 'nothing:1', 'tag:%E0%A4%A', 'TAG:1', ...unknown])
      expect(readCondition(text)).toBeUndefined();
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
    expect(isNarrow({ ...unfiltered, conditions: by('tag:print') })).toBe(true);
  });

  test('offers existing values, the viewer first', () => {
    const more = task({ task_user: owned(3) });
    const offered = (field: FilterField) =>
      choicesOf([...all, more, task({ task_user: owned(3) })], field, 7, NOW).map(({ value, count }) => [value, count]);
    expect(offered('owner')).toEqual([
      ['7', 1],
      ['3', 2],
      ['', 2],
    ]);
    expect(offered('due')).toEqual([
      ['overdue', 1],
      ['today', 2],
      ['week', 2],
      ['', 3],
    ]);
    expect(offered('tag')).toEqual([
      ['print', 1],
      ['', 4],
    ]);
    expect(offered('status')).toEqual([
      ['open', 5],
      ['completed', 1],
    ]);
    expect(offered('priority')).toEqual([
      ['2', 1],
      ['', 4],
    ]);
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
