import type { Store } from '@atrium/client/store/store.ts';
import { expect, test } from 'vitest';
import { paletteRows, scoreOf } from './paletteRows.ts';

const tables: Record<string, object[]> = {
  project: [{ id: 1, name: 'Quokka', top_at: null }],
  dialog: [{ id: 9, name: 'Quokka', pinyin: '', type: 'group', hide: 0, top_at: null, last_at: null, created_at: '' }],
  user: [
    {
      userid: 5,
      nickname: '欧阳小明',
      pinyin: 'ouyangxiaoming',
      email: 'm@example.com',
      delete_at: null,
      disable_at: null,
    },
    { userid: 6, nickname: 'Quokkaman', pinyin: 'quokkaman', email: 'q@example.com', delete_at: 'x', disable_at: null },
  ],
  task: [
    { id: 7, parent_id: 3, name: 'Feed the quokka' },
    { id: -1, parent_id: 0, name: 'quokka on its way' },
  ],
};
const store = { all: (table: string) => tables[table] ?? [] } as unknown as Store;
const commands = [{ id: 'dark', label: 'Theme: dark', run: () => {} }];
const shown = (query: string, recents: Parameters<typeof paletteRows>[3] = []) =>
  paletteRows(store, query, commands, recents, ({ name }) => name).map(({ group, items }) => [
    group,
    items.map((item) => item.id),
  ]);

test('a name must match every word, and ranks higher when it starts with them', () => {
  expect(scoreOf('quok', 'Quokka')).toBeGreaterThan(scoreOf('quok', 'Feed the quokka'));
  expect(scoreOf('the quok', 'Feed the quokka')).toBeGreaterThan(scoreOf('eed', 'Feed the quokka'));
  expect(scoreOf('quok zebra', 'Quokka')).toBe(0);
});

test('the kind with the best match comes first; deleted and pending items are left out', () => {
  expect(shown('quokka')).toEqual([
    ['project', ['project1']],
    ['dialog', ['dialog9']],
    ['task', ['task7']],
  ]);
  expect(shown('xiaom')).toEqual([['person', ['person5']]]);
  expect(shown('dark')).toEqual([['command', ['command-dark']]]);
  expect(shown('nothing')).toEqual([]);
});

test('without input the palette lists recent items that still exist, then commands', () => {
  const recents = [
    { kind: 'task' as const, id: 7 },
    { kind: 'project' as const, id: 404 },
    { kind: 'project' as const, id: 1 },
  ];
  expect(shown(' ', recents)).toEqual([
    ['recent', ['task7', 'project1']],
    ['command', ['command-dark']],
  ]);
});

test('tasks from the server merge with local ones without duplicates', () => {
  const found = [
    { id: 7, parent_id: 3, name: 'Feed the quokka' },
    { id: 70, parent_id: 0, name: 'Quokka census' },
    { id: 71, parent_id: 0, name: 'Count them' },
  ];
  const tasks = paletteRows(store, 'quokka', commands, [], ({ name }) => name, found).find(
    ({ group }) => group === 'task',
  );
  expect(tasks?.items.map(({ id }) => id)).toEqual(['task70', 'task7', 'task71']);
});
