import type { Store } from '@atrium/client/store/store.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { useNewTask } from '#entities/task/newTask.ts';
import { paletteRows } from './paletteRows.ts';
import { typedCommands } from './typedCommands.ts';
import { bonusOf, noteUse, usesOf } from './use.ts';

const rows: Record<string, Record<number, object>> = {
  task: { 7: { id: 7, project_id: 1, name: 'Paint the hall' } },
  project: { 1: { id: 1, project_user: [{ userid: 2 }] } },
  user: {
    2: { userid: 2, nickname: 'Bo', pinyin: '' },
    3: { userid: 3, nickname: 'Bonnie', pinyin: '' },
  },
};
const store = {
  get: (table: string, id: number) => rows[table]?.[id],
  all: (table: string) => (table === 'user' ? Object.values(rows['user'] ?? {}) : []),
} as unknown as Store;
const remind = vi.fn();
const typed = (query: string, taskId = 0) => typedCommands(query, { store, taskId, projectId: 1, remind });

beforeEach(() => localStorage.clear());

test('a verb takes what is typed behind it', () => {
  expect(typed('remind')).toEqual([]);
  expect(typed('rewind call Bo')).toEqual([]);
  const [reminder] = typed('Remind call Bo ');
  expect(reminder?.label).toBe('Remind me: call Bo');
  reminder?.run();
  expect(remind).toHaveBeenCalledWith('call Bo');
  typed('task Buy paint')[0]?.run();
  expect(useNewTask.getState().wish).toEqual({ projectId: 1, name: 'Buy paint' });
});

test('the open task is assigned to members of its project', () => {
  expect(typed('assign bo')).toEqual([]);
  expect(typed('assign bo', 7).map(({ label }) => label)).toEqual(['Assign “Paint the hall” to Bo']);
});

test('what is used often ranks higher, and old choices fade', () => {
  const commands = ['Dark theme', 'Dark matter'].map((label) => ({ id: label, label, run: () => undefined }));
  const first = (query: string) =>
    paletteRows(store, query, commands, [], ({ name }) => name, [], [], { uses: usesOf(1) })[0]?.items[0]?.label;
  expect(first('dark')).toBe('Dark theme');
  noteUse(1, 'command-Dark matter');
  expect(first('dark')).toBe('Dark matter');
  expect(first('')).toBe('Dark matter');
  // Another person of this browser has their own.
  expect(usesOf(2)).toEqual({});
  for (let count = 0; count < 150; count++) noteUse(1, 'other');
  expect(bonusOf(usesOf(1), 'command-Dark matter')).toBeLessThan(0.05);
});
