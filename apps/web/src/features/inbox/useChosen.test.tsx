import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useChosen } from './useChosen.ts';

test('late addresses of this screen change nothing; those of links and of Back choose', () => {
  const hook = renderHook(({ address }) => useChosen(address), { initialProps: { address: 0 } });
  const chosen = () => hook.result.current[0];
  const choose = (id: number) => act(() => hook.result.current[1](id));
  choose(1);
  choose(2);
  expect(chosen()).toBe(2);
  hook.rerender({ address: 1 });
  expect(chosen()).toBe(2);
  hook.rerender({ address: 2 });
  expect(chosen()).toBe(2);
  hook.rerender({ address: 1 });
  expect(chosen()).toBe(1);
  // Addresses between may never be shown.
  choose(3);
  choose(4);
  hook.rerender({ address: 4 });
  expect(chosen()).toBe(4);
  hook.rerender({ address: 3 });
  expect(chosen()).toBe(3);
});
