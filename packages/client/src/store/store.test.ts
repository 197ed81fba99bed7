import { expect, test } from 'vitest';
import type { ClientDialog, ClientMessage, Rows } from './rows.ts';
import {
  badgeOf,
  dashboard,
  dashboardTickMs,
  dialogList,
  dueCounts,
  messageWindow,
  projectList,
  tasksOfColumn,
} from './select.ts';
import { Store } from './store.ts';
import { trimDialog, trimStore } from './trimStore.ts';
import { Windows } from './windows.ts';

const task = (fields: Partial<Rows['task']> & { id: number }) =>
  ({
    parent_id: 0,
    column_id: 1,
    archived_at: null,
    complete_at: null,
    start_at: null,
    end_at: null,
    sort: 0,
    owner: 1,
    assist: 0,
    ...fields,
  }) as Rows['task'];
const dialog = (fields: Partial<ClientDialog> & { id: number }) =>
  ({
    hide: 0,
    silence: 0,
    unread: 0,
    mention: 0,
    mark_unread: 0,
    top_at: null,
    last_at: null,
    created_at: '',
    ...fields,
  }) as ClientDialog;
const message = (id: number) => ({ id, dialog_id: 1 }) as Rows['message'];
const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

test('an overlay applies over the newest data and leaves no trace once removed', () => {
  const store = new Store();
  store.base.task.put(task({ id: 1, name: 'old' }));
  store.setOverlays([{ id: 'm', apply: (draft) => draft.task.patch(1, { name: 'mine' }) }]);
  expect(store.get('task', 1)?.name).toBe('mine');
  store.base.task.patch(1, { color: 'red' });
  expect(store.get('task', 1)).toMatchObject({ name: 'mine', color: 'red' });
  store.setOverlays([]);
  expect(store.get('task', 1)).toMatchObject({ name: 'old', color: 'red' });
});

test('a row with an overlay keeps its identity until it looks different', () => {
  const store = new Store();
  store.base.task.put(task({ id: 1, name: 'old' }));
  store.setOverlays([{ id: 'm', apply: (draft) => draft.task.patch(1, { name: 'mine' }) }]);
  const shown = store.get('task', 1);
  store.base.task.put(task({ id: 2 }));
  expect(store.get('task', 1)).toBe(shown);
  store.base.task.patch(1, { color: 'red' });
  expect(store.get('task', 1)).not.toBe(shown);
});

test('listeners get changed tables once per batch; unchanged lists keep their identity', async () => {
  const store = new Store();
  const heard: string[][] = [];
  store.subscribe((changed) => heard.push([...changed]));
  store.base.task.put(task({ id: 1 }));
  store.base.task.put(task({ id: 2 }));
  await Promise.resolve();
  expect(heard).toEqual([['task']]);
  const before = store.all('task');
  store.base.dialog.put(dialog({ id: 1 }));
  expect(store.all('task')).toBe(before);
});

test('ranges of a conversation join where they touch; a gap stays a gap', () => {
  const windows = new Windows();
  windows.add(1, { from: 10, to: 20 });
  windows.add(1, { from: 40, to: Infinity });
  expect(windows.of(1)).toHaveLength(2);
  windows.add(1, { from: 21, to: 39 });
  expect(windows.of(1)).toEqual([{ from: 10, to: Infinity }]);
});

test('a window shows one range; pending messages are at the live end, in order', () => {
  const store = new Store();
  for (const id of [11, 12, 50]) store.base.message.put(message(id));
  store.windows.add(1, { from: 11, to: 12 });
  store.windows.add(1, { from: 50, to: Infinity });
  store.setOverlays([{ id: 'm', apply: (draft) => [-2, -1].forEach((id) => draft.message.put(message(id))) }]);
  expect(ids(messageWindow(store, 1).messages)).toEqual([50, -1, -2]);
  expect(ids(messageWindow(store, 1, 12).messages)).toEqual([11, 12]);
});

// covers C4-12
test('each message counts once, in any order of messages and counters', () => {
  const { unreadCounts } = new Store();
  unreadCounts.count(1, { last_seq: 4, user_ms: 10 });
  const heard = { id: 5, unread: 1, mention: 0 };
  expect(unreadCounts.add(1, 4, heard)).toBe(false);
  expect(unreadCounts.add(1, 6, heard)).toBe(true);
  expect(unreadCounts.add(1, 6, heard)).toBe(false);
  expect(unreadCounts.count(1, { last_seq: 5, user_ms: 11 })).toEqual([heard]);
  expect(unreadCounts.add(1, 5, heard)).toBe(false);
  expect(unreadCounts.count(1, { last_seq: 6, user_ms: 9 })).toBeUndefined();
});

test('open cards sort by rank, completed ones come last', () => {
  const store = new Store();
  store.base.task.put(task({ id: 1, sort: 2 }));
  store.base.task.put(task({ id: 2, sort: 1 }));
  store.base.task.put(task({ id: 3, complete_at: '2026-01-02 00:00:00' }));
  store.base.task.put(task({ id: 4, complete_at: '2026-01-01 00:00:00' }));
  store.base.task.put(task({ id: 5, archived_at: '2026-01-01 00:00:00' }));
  expect(ids(tasksOfColumn(store, 1))).toEqual([2, 1, 4, 3]);
});

// covers C4-05, C4-06, C4-07, C4-08
test('the dashboard sorts my tasks by urgency and omits completed and future ones', () => {
  const store = new Store();
  const now = '2026-05-05 12:00:00';
  const rows: Parameters<typeof task>[0][] = [
    { id: 1, end_at: now },
    // The reader's day ends two hours before the server's.
    { id: 2, end_at: '2026-05-05 21:59:59' },
    { id: 3, end_at: '2026-05-05 23:00:00' },
    { id: 4 },
    { id: 5, start_at: '2026-05-05 12:00:01' },
    { id: 6, complete_at: now },
    { id: 7, archived_at: now },
    { id: 8, owner: 0, assist: 1 },
    { id: 9, owner: 0, assist: 1, end_at: '2026-06-01 00:00:00' },
  ];
  for (const row of rows) store.base.task.put(task(row));
  const clock = { now, dayStart: '2026-05-04 22:00:00', dayEnd: '2026-05-05 21:59:59', weekEnd: '2026-05-11 21:59:59' };
  const { overdue, today, todo, upcoming, assist } = dashboard(store, clock);
  expect([overdue, today, todo, upcoming, assist].map(ids)).toEqual([[1], [2], [3, 4], [5], [9, 8]]);
  // Just completed here, it stays in place, marked by its completion, until the list is cleared.
  expect(dueCounts(store, clock)).toEqual({ overdue: overdue.length, today: today.length, todo: todo.length });
  const after = dashboard(store, clock, new Set([6]));
  expect(ids(after.todo)).toEqual([3, 4, 6]);
  expect(after.todo.filter((each) => !each.complete_at)).toHaveLength(2);
});

// covers C4-10, A9-14
test('due tasks are checked every half minute, and on the minute', () => {
  expect([0, 29, 30, 45, 59].map(dashboardTickMs)).toEqual([30_000, 30_000, 30_000, 15_000, 1000]);
});

// covers A4-03
test('pinned conversations and projects come first, the latest pin on top; a muted chat counts mentions only', () => {
  const store = new Store();
  store.base.dialog.put(dialog({ id: 1, last_at: '2026-01-03 00:00:00' }));
  store.base.dialog.put(dialog({ id: 2, top_at: '2026-01-01 00:00:00' }));
  store.base.dialog.put(dialog({ id: 3, top_at: '2026-01-02 00:00:00' }));
  store.base.dialog.put(dialog({ id: 4, hide: 1 }));
  expect(ids(dialogList(store))).toEqual([3, 2, 1]);
  store.base.project.put({ id: 1, top_at: '2026-01-01 00:00:00' } as Rows['project']);
  store.base.project.put({ id: 2, top_at: null } as Rows['project']);
  store.base.project.put({ id: 3, top_at: null } as Rows['project']);
  expect(ids(projectList(store))).toEqual([1, 3, 2]);
  expect(badgeOf(dialog({ id: 1, silence: 1, unread: 9 }))).toBe(0);
  expect(badgeOf(dialog({ id: 1, silence: 1, unread: 9, mention: 2 }))).toBe(2);
  expect(badgeOf(dialog({ id: 1, silence: 1, unread: 9, mark_unread: 1 }))).toBe(1);
  expect(badgeOf(dialog({ id: 1, unread: 9 }))).toBe(9);
});

// covers C4-14
test('a closed conversation keeps 30 messages; above 5000 messages or 500 chats the least used are evicted', () => {
  const store = new Store();
  fillInto(store, 1, 1, 100);
  trimDialog(store, 1);
  expect(store.baseMessagesOf(1).map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => 71 + index));

  const large = new Store();
  fillInto(large, 1, 1, 3000);
  fillInto(large, 2, 4000, 2000);
  trimStore(large, () => false);
  expect(large.baseSize('message')).toBe(5000);
  fillInto(large, 3, 9000, 1);
  trimStore(large, (id) => id === 2);
  expect([1, 2, 3].map((id) => large.baseMessagesOf(id).length)).toEqual([30, 2000, 1]);

  const wide = new Store();
  for (let id = 1; id <= 501; id++) fillInto(wide, id, id * 10, 1);
  trimStore(wide, () => false);
  expect(wide.windows.dialogs()).toHaveLength(500);
});
function fillInto(store: Store, dialogId: number, from: number, count: number): void {
  const at = new Date(Date.UTC(2026, 0, 1) + dialogId * 1000).toISOString().slice(0, 19).replace('T', ' ');
  store.base.dialog.put(dialog({ id: dialogId, last_at: at }));
  for (let id = from; id < from + count; id++) store.base.message.put({ ...message(id), dialog_id: dialogId });
  store.windows.add(dialogId, { from, to: Infinity });
}

test('an unchanged row keeps its identity, so nothing redraws it', async () => {
  const store = new Store();
  const column = () => ({ id: 1, project_id: 7, name: 'Doing', sort: 1 }) as Rows['column'];
  const message = (text: string) => ({ id: 5, dialog_id: 3, msg: { text }, emoji: [] }) as unknown as ClientMessage;
  store.base.column.put(column());
  store.base.message.put(message('hello'));
  await Promise.resolve();
  const [first, words] = [store.get('column', 1), store.get('message', 5)];
  const heard: unknown[] = [];
  store.subscribe((changed) => heard.push(...changed));
  store.base.column.put(column());
  store.base.message.put(message('hello'));
  store.base.message.patch(5, { emoji: [] });
  await Promise.resolve();
  expect(store.get('column', 1)).toBe(first);
  expect(store.get('message', 5)).toBe(words);
  expect(heard).toEqual([]);
  store.base.message.put(message('hello again'));
  await Promise.resolve();
  expect(heard).toEqual(['message']);
  expect(store.messagesOf(3)).toMatchObject([{ msg: { text: 'hello again' } }]);
});
