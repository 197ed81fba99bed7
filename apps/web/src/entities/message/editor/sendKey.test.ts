import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { isSendKey, sendKeyOf, storeSendKey } from './sendKey.ts';

const kept = new Map<string, string>();
// Files share a worker.
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

const key = (fields: object = {}) => ({
  key: 'Enter',
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...fields,
});

// covers B9-13
test('Enter sends by default, configurable for computers and phones separately', () => {
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['enter', 'enter']);
  storeSendKey('app', 'ctrl');
  expect([sendKeyOf('desktop'), sendKeyOf('app')]).toEqual(['enter', 'ctrl']);
  storeSendKey('desktop', 'ctrl');
  storeSendKey('app', 'enter');
  expect([...kept]).toEqual([
    ['send_button_app', 'enter'],
    ['send_button_desktop', 'ctrl'],
  ]);
  expect(isSendKey(key(), 'enter')).toBe(true);
  expect(isSendKey(key(), 'ctrl')).toBe(false);
  for (const more of [{ ctrlKey: true }, { metaKey: true }])
    for (const wish of ['enter', 'ctrl'] as const) expect(isSendKey(key(more), wish)).toBe(true);
  for (const more of [{ shiftKey: true }, { altKey: true }, { key: 'a' }])
    expect(isSendKey(key(more), 'enter')).toBe(false);
});
