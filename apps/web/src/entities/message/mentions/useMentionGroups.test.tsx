import type { UserBasic } from '@atrium/contract/people/users.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { serve } from '#testing/stage.tsx';
import { besideCaret } from './MentionPanel.tsx';
import { useMentionGroups } from './useMentionGroups.ts';

const dialog = { id: 3, type: 'group', group_type: 'user', owner_id: 0, link_id: 0 } as unknown as ComposerDialog;
const zoe = {
  userid: 9,
  nickname: 'Zoe',
  email: 'zoe@example.com',
  pinyin: '',
  bot: 0,
  userimg: '',
} as unknown as UserBasic;

afterEach(() => vi.useRealTimers());

// covers C9-11
test('people are searched 300 ms after the last key, 30 at once; known answers refresh after 600 ms', async () => {
  const server = serve({ 'users/search': [zoe] });
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ query }) => useMentionGroups('@', query, dialog, []), {
    initialProps: { query: 'z' },
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const asked = () => server.inputsOf('users/search').map(({ keys, take }) => [keys, take]);
  const isFound = () => JSON.stringify(result.current).includes('Zoe');
  await pass(200);
  rerender({ query: 'zo' });
  await pass(299);
  expect(asked()).toEqual([]);
  await pass(1);
  expect(asked()).toEqual([[{ key: 'zo', bot: 2 }, 30]]);
  expect(isFound()).toBe(true);

  rerender({ query: 'zoe' });
  await pass(300);
  rerender({ query: 'zo' });
  expect(isFound()).toBe(true);
  await pass(599);
  expect(asked()).toHaveLength(2);
  await pass(1);
  expect(asked()).toHaveLength(3);
});

test('the list of mentions is below the caret, and above it where there is no room', () => {
  expect(besideCaret(new DOMRect(40, window.innerHeight - 60, 0, 20), 272)).toEqual({ left: 40, bottom: 66 });
  expect(besideCaret(new DOMRect(40, 100, 0, 20), 272)).toEqual({ left: 40, top: 126 });
});
