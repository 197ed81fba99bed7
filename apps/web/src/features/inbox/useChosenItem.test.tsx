import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderBesideLoading } from '#testing/besideLoading.tsx';
import { useChosenItem } from './useChosenItem.ts';

test('late changes of the address by this screen are ignored; links and Back choose an item', () => {
  const hook = renderHook(({ address }) => useChosenItem(address), { initialProps: { address: 0 } });
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

test('an address that was rendered but is not shown yet takes no choice away', async () => {
  const page = renderBesideLoading(useChosenItem, 1);
  const choose = (id: number) => act(async () => page.setter()(id));
  await choose(1);
  // What the item shows is still loading: React has rendered the new address, and shows the page of the old one.
  await page.go(1);
  await choose(2);
  expect(page.shown()).toBe('2');
  await page.go(2);
  expect(page.shown()).toBe('2');
  await page.arrive();
  expect(page.shown()).toBe('2');
});
