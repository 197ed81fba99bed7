import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderBesideLoading } from '#testing/besideLoading.tsx';
import { useStateOf } from './useStateOf.ts';

const use = ({ room }: { room: number }) => useStateOf(room, () => `${room} as it begins`);

test('a new key resets the state at once, also when a former key returns', () => {
  const { result, rerender } = renderHook(use, { initialProps: { room: 1 } });
  act(() => result.current[1]('1, changed'));
  rerender({ room: 1 });
  expect(result.current[0]).toBe('1, changed');
  rerender({ room: 2 });
  expect(result.current[0]).toBe('2 as it begins');
  rerender({ room: 1 });
  expect(result.current[0]).toBe('1 as it begins');
});

test('a late update for a former key is dropped', () => {
  const { result, rerender } = renderHook(use, { initialProps: { room: 1 } });
  const [, setFirst] = result.current;
  rerender({ room: 2 });
  act(() => result.current[1]((before) => `${before}, and more`));
  act(() => setFirst('late'));
  expect(result.current[0]).toBe('2 as it begins, and more');
});

test('an update for the key that is shown counts while another key is being rendered', async () => {
  const page = renderBesideLoading((room) => use({ room }), 2);
  const ofFirst = page.setter();
  await page.go(2);
  await act(async () => ofFirst('0, changed'));
  expect(page.shown()).toBe('0, changed');
  await page.arrive();
  expect(page.shown()).toBe('2 as it begins');
});
