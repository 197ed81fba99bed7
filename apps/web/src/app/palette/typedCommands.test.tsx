import type { Store } from '@atrium/client/store/store.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { loadLanguage } from '@atrium/i18n/parts.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNewTask } from '#entities/task/newTask.ts';
import type { t } from '#sync/language.ts';
import { paletteRows } from './paletteRows.ts';
import { typedCommands } from './typedCommands.ts';
import { bonusOf, noteUse, usesOf } from './usage.ts';

let lang: Language = 'en';
const textOf = (...[key, data]: Parameters<typeof t>) => translate(lang, key, data);
const setTexts = async (next: Language) => {
  await loadLanguage(next);
  lang = next;
};
afterEach(() => void (lang = 'en'));

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
const typed = (query: string, taskId = 0) => typedCommands(query, { store, taskId, projectId: 1, remind, textOf });

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

test('verbs have the natural forms of each language, and English ones always', async () => {
  const reminds = (query: string) => {
    remind.mockClear();
    for (const each of typed(query)) each.run();
    return remind.mock.calls.flat();
  };
  expect(reminds('remind me to call Bo')).toEqual(['call Bo']);
  // A form alone says nothing yet.
  expect(reminds('remind me to')).toEqual([]);
  await setTexts('de');
  for (const words of ['erinner', 'Erinnere mich', 'erinner mich an', 'Erinnerung', 'erinnern', 'remind', 'remind me'])
    expect(reminds(`${words} Bo anrufen um 15:30`)).toEqual(['Bo anrufen um 15:30']);
  expect(reminds('erinnerlich Bo')).toEqual([]);
  await setTexts('ja');
  for (const words of ['リマインド Bo に電話', 'リマインドBo に電話', 'リマインダー：Bo に電話'])
    expect(reminds(words)).toEqual(['Bo に電話']);
  expect(typed('担当bo', 7)).toHaveLength(1);
  await setTexts('zh');
  for (const words of ['提醒我给Bo打电话', '提醒 给Bo打电话', '提醒：给Bo打电话'])
    expect(reminds(words)).toEqual(['给Bo打电话']);
  expect(reminds('提醒我')).toEqual([]);
  typed('新任务买油漆')[0]?.run();
  expect(useNewTask.getState().wish).toEqual({ projectId: 1, name: '买油漆' });
  // A space is needed where words have spaces between them.
  await setTexts('ko');
  expect(reminds('알림장 확인')).toEqual([]);
});

test('the open task is assigned to members of its project', () => {
  expect(typed('assign bo')).toEqual([]);
  expect(typed('assign bo', 7).map(({ label }) => label)).toEqual(['Assign “Paint the hall” to Bo']);
});

test('a name that begins like a command without spaces comes first', () => {
  const groups = (query: string, label: string) =>
    paletteRows(store, query, [{ id: 'x', label, run: vi.fn() }], [], ({ name }) => name, [], [], {
      typed: [{ id: 'typed-task', label: 'New task', run: vi.fn() }],
    }).map(({ group }) => group);
  expect(groups('任务看板', '任务看板')).toEqual(['command', 'typed']);
  expect(groups('任务 看板', '任务 看板')).toEqual(['typed', 'command']);
  expect(groups('任务看板', '看板')).toEqual(['typed']);
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
