import type { DriveFile } from '@atrium/contract/files/drive.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { badgesOf, type Hit, hitOf, type Kind, mergeHits, visibleHits } from './results.ts';
import { Searcher } from './searcher.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const task = (id: number, fields: Partial<Task> = {}) =>
  ({ id, name: `Task ${id}`, complete_at: null, overdue: false, end_at: null, archived_at: null, ...fields }) as Task;
const taskHit = (key: string, id: number, fields: Partial<Task> = {}) =>
  hitOf(key, { kind: 'task', task: task(id, fields) });
const messageHit = (key: string, dialog: number, message: number) =>
  hitOf(key, { kind: 'message', hit: { id: dialog, search_msg_id: message } as DialogHit });
const projectHit = (fields: Partial<Project>) =>
  hitOf('x', { kind: 'project', project: { id: 1, owner: 0, archived_at: null, ...fields } as Project });

// covers A4-13
test('only results for the current text are shown', () => {
  const hits = [taskHit('plan', 1), taskHit('plans', 2)];
  expect(visibleHits(hits, 'plans', null, 10)).toEqual([hits[1]]);
  expect(visibleHits(hits, 'pla', null, 10)).toEqual([]);
});

// covers A4-14
test('results merge by id and kind, messages by their own id', () => {
  const before = [taskHit('a', 1), messageHit('a', 7, 70), messageHit('a', 7, 71)];
  const after = mergeHits(before, [taskHit('b', 1), messageHit('b', 7, 71), messageHit('b', 8, 80)]);
  expect(after.map((hit) => [hit.id, hit.key])).toEqual([
    ['message70', 'a'],
    ['task1', 'b'],
    ['message71', 'b'],
    ['message80', 'b'],
  ]);
  // A task and a project with the same id are two results.
  expect(mergeHits([taskHit('a', 1)], [projectHit({ id: 1 })])).toHaveLength(2);
});

// covers A4-16, A4-17, A9-15
test('a task shows its state: completed before overdue before due soon, and whether it is archived', () => {
  const of = (fields: Partial<Task>) => badgesOf(taskHit('x', 1, fields), NOW, 1);
  const soon = '2026-11-21 11:59:59';
  expect(of({})).toEqual([]);
  expect(of({ end_at: soon })).toEqual(['soon']);
  expect(of({ end_at: '2026-11-21 12:00:00' })).toEqual([]);
  expect(of({ end_at: soon, overdue: true })).toEqual(['overdue']);
  expect(of({ end_at: soon, overdue: true, complete_at: soon })).toEqual(['completed']);
  expect(of({ archived_at: soon, complete_at: soon })).toEqual(['completed', 'archived']);
});

// covers A4-18
test('a project shows its owner and whether it is archived', () => {
  const of = (fields: Partial<Project>) => badgesOf(projectHit(fields), NOW, 1);
  expect(of({})).toEqual([]);
  expect(of({ owner: 1 })).toEqual(['owner']);
  expect(of({ owner: 1, archived_at: '2026-01-01 00:00:00' })).toEqual(['owner', 'archived']);
});

// covers A6-03
test('a file shows who shares it: me, or somebody else', () => {
  const of = (fields: Partial<DriveFile>) =>
    badgesOf(hitOf('x', { kind: 'file', file: { id: 1, share: 0, userid: 1, ...fields } as DriveFile }), NOW, 1);
  expect(of({})).toEqual([]);
  expect(of({ share: 1 })).toEqual(['shared_by_me']);
  expect(of({ share: 1, userid: 2 })).toEqual(['shared']);
  expect(badgesOf(projectHit({ owner: 1 }), NOW, 1)).toEqual(['owner']);
});

interface Asked {
  kind: Kind;
  key: string;
  size: number;
  answer: (hits: Hit[]) => void;
  refuse: (error: Error) => void;
}
function searcher() {
  const asked: Asked[] = [];
  const made = new Searcher(
    (kind, key, size) => new Promise((answer, refuse) => asked.push({ kind, key, size, answer, refuse })),
    () => {},
  );
  return { made, asked };
}
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// covers A7-24
test('typing waits 500 ms before searching ten of each kind', async () => {
  const { made, asked } = searcher();
  made.search('  ', null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toEqual([]);
  expect(made.view).toEqual({ hits: [], isSearching: false, problem: '' });
  made.search('pla', null);
  await vi.advanceTimersByTimeAsync(499);
  made.search(' plan ', null);
  expect(made.view.isSearching).toBe(true);
  await vi.advanceTimersByTimeAsync(499);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ kind, key, size }) => [kind, key, size])).toEqual([
    ['task', 'plan', 10],
    ['project', 'plan', 10],
    ['message', 'plan', 10],
    ['contact', 'plan', 10],
    ['file', 'plan', 10],
  ]);
  // A single kind: fifty, at once.
  made.search('plan', 'message');
  await settled();
  expect(asked.slice(5).map(({ kind, size }) => [kind, size])).toEqual([['message', 50]]);
  // A trailing space is not another text.
  made.search('plan ', 'message');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(6);
});

test('a late answer to an earlier text is never shown', async () => {
  const { made, asked } = searcher();
  made.search('old', null);
  await vi.advanceTimersByTimeAsync(500);
  made.search('new', null);
  await vi.advanceTimersByTimeAsync(500);
  asked.find((each) => each.key === 'new' && each.kind === 'task')?.answer([taskHit('new', 2)]);
  asked.find((each) => each.key === 'old' && each.kind === 'task')?.answer([taskHit('old', 1), taskHit('old', 2)]);
  await settled();
  expect(made.view.hits.map((hit) => [hit.key, hit.id])).toEqual([['new', 'task2']]);
  for (const { key, kind, answer } of asked) if (key === 'new' && kind !== 'task') answer([]);
  await settled();
  expect(made.view.isSearching).toBe(false);
});

test('a failure is reported, earlier results stay, and retrying searches again', async () => {
  const { made, asked } = searcher();
  made.search('plan', null);
  await vi.advanceTimersByTimeAsync(500);
  for (const { kind, answer, refuse } of asked.slice()) {
    if (kind === 'message') refuse(new Error('no connection'));
    else answer(kind === 'task' ? [taskHit('plan', 1)] : []);
  }
  await settled();
  expect(made.view).toMatchObject({ problem: 'no connection', isSearching: false, hits: [{ id: 'task1' }] });
  made.retry();
  await settled();
  expect(asked).toHaveLength(10);
  expect(made.view.problem).toBe('');
});
