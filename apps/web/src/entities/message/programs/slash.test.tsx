import { expect, test } from 'vitest';
import { commandIn, reminderIn, typedWord } from './slash.ts';

test('a command is a word after a slash at the very beginning', () => {
  expect(commandIn('/task Buy milk\nand bread')).toEqual({ word: 'task', rest: 'Buy milk\nand bread' });
  expect(commandIn('/Away ')).toEqual({ word: 'away', rest: '' });
  for (const text of ['task', ' /task', '/etc/hosts', '/', '//x', 'a /task']) expect(commandIn(text)).toBeNull();
  expect([typedWord('/'), typedWord('/Ta'), typedWord('/ta x'), typedWord('x')]).toEqual(['', 'ta', null, null]);
});

test('a reminder begins with its time, or has none', () => {
  const now = new Date(2026, 0, 5, 15, 0);
  const at = (text: string) => reminderIn(text, now).at?.getTime();
  expect(reminderIn('20m call Bo', now)).toEqual({ text: 'call Bo', at: new Date(2026, 0, 5, 15, 20) });
  expect(at('2 h tea')).toBe(new Date(2026, 0, 5, 17, 0).getTime());
  expect(at('16:30 tea')).toBe(new Date(2026, 0, 5, 16, 30).getTime());
  expect(at('9:05 tea')).toBe(new Date(2026, 0, 6, 9, 5).getTime());
  expect(reminderIn('3 apples', now)).toEqual({ text: '3 apples', at: null });
});
