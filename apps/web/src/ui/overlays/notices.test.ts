import { beforeEach, expect, test, vi } from 'vitest';
import { notify, useNotices } from './notices.ts';

const shown = () => useNotices.getState().list.map(({ text }) => text);

beforeEach(() => useNotices.setState({ list: [] }));

test('three are shown; one that stays is not pushed away by later ones', () => {
  vi.useFakeTimers();
  notify('A new version is ready', { stays: true });
  for (const text of ['Saved', 'Moved', 'Copied']) notify(text);
  expect(shown()).toEqual(['A new version is ready', 'Moved', 'Copied']);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['A new version is ready']);
  // Among those that stay, the oldest makes room.
  for (const text of ['Recording saved', 'Notes saved', 'Offline']) notify(text, { stays: true });
  expect(shown()).toEqual(['Recording saved', 'Notes saved', 'Offline']);
  vi.useRealTimers();
});
