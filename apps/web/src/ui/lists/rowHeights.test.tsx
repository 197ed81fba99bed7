import { readFileSync } from 'node:fs';
import { act, renderHook } from '@testing-library/react';
import type { VListHandle } from 'virtua';
import { expect, test, vi } from 'vitest';
import { useFirstRows, useRowHeight } from './rowHeights.ts';

/** The storage key, by the version of the list library. */
const KEPT = `sizes ${/"version": "(\d+\.\d+)/.exec(readFileSync('node_modules/virtua/package.json', 'utf8'))?.[1]}`;

const rowsOf = (height: number) =>
  ({
    findItemIndex: (offset: number) => Math.floor(offset / height),
    getItemSize: () => height,
    scrollOffset: 0,
    viewportSize: 500,
    cache: `sizes of ${height}`,
  }) as unknown as VListHandle;

/** A list whose rows are rendered and measured with this height. */
const drawn = (of: string, kinds: string[], high: number) =>
  renderHook(() => {
    const rows = useRowHeight(kinds, 96, { of, keys: () => [1, 2, 3] });
    rows.list.current = rowsOf(high);
    return { itemSize: rows.itemSize, first: useFirstRows(rows) };
  });

/** Shows a list until its rows have been measured. @returns the estimate it started with */
async function show(of: string, kinds: string[], high: number): Promise<number> {
  vi.useFakeTimers();
  const { result, unmount } = drawn(of, kinds, high);
  const { itemSize } = result.current;
  await act(() => vi.advanceTimersByTimeAsync(1000));
  unmount();
  return itemSize;
}

test('a list estimates row heights from recent rows, the closest kind first', async () => {
  expect(await show('one', ['talk 1', 'talks'], 60)).toBe(96);
  expect(await show('two', ['talk 2', 'talks'], 80)).toBe(60);
  expect(await show('one', ['talk 1', 'talks'], 60)).toBe(60);
  expect(await show('three', ['talk 3', 'talks'], 60)).toBe(60);
});

test('one row that fills the list does not distort the estimate', async () => {
  await show('letters', ['letter 1', 'letters'], 4000);
  expect(await show('other letters', ['letter 2', 'letters'], 60)).toBe(125);
});

/** The estimate of a list on the next page. */
async function afterReload(of: string, kinds: string[], keys: number[]) {
  vi.resetModules();
  const next = await import('./rowHeights.ts');
  const { result } = renderHook(() => next.useRowHeight(kinds, 96, { of, keys: () => keys }));
  return { itemSize: result.current.itemSize, cache: result.current.cache };
}

test('the next page reuses row heights: those of the same list while it starts alike, and those of its kind', async () => {
  await show('a column', ['tiles'], 120);
  expect(await afterReload('a column', ['tiles'], [1, 2, 3, 4])).toEqual({ itemSize: 120, cache: 'sizes of 120' });
  expect(await afterReload('a column', ['tiles'], [7, 1, 2, 3])).toEqual({ itemSize: 120, cache: undefined });
  expect(await afterReload('another', ['tiles'], [1, 2, 3])).toEqual({ itemSize: 120, cache: undefined });
});

test('a page of another width measures its rows itself', async () => {
  await show('a column', ['tiles'], 120);
  const { innerWidth } = window;
  window.innerWidth = 390;
  expect(await afterReload('a column', ['tiles'], [1, 2, 3])).toEqual({ itemSize: 96, cache: undefined });
  window.innerWidth = innerWidth;
});

test('stored heights are bounded, and invalid ones are ignored', async () => {
  for (let n = 0; n < 30; n++) await show(`column ${n}`, ['tiles'], 120);
  const { lists } = JSON.parse(localStorage.getItem(KEPT) ?? '') as { lists: [string][] };
  expect(lists.map(([of]) => of)).toEqual(Array.from({ length: 12 }, (_, n) => `column ${n + 18}`));
  localStorage.setItem(KEPT, '{"lists":7}');
  expect(await afterReload('column 29', ['tiles'], [1, 2, 3])).toEqual({ itemSize: 96, cache: undefined });
});

test('until rows are measured, as many render as fitted last time', async () => {
  await show('a wall', ['bricks'], 120);
  vi.useFakeTimers();
  const { result } = drawn('a wall', ['bricks'], 120);
  expect(result.current.first).toEqual({ keepMounted: [0, 1, 2, 3, 4], bufferSize: 0 });
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(result.current.first).toBeUndefined();
});

test('a list that starts at its end renders the last rows first', () => {
  expect(window.innerHeight).toBe(768);
  const from = (rows: number) =>
    renderHook(() => useFirstRows({ itemSize: 144, room: undefined }, rows)).result.current?.keepMounted;
  expect(from(9)).toEqual([4, 5, 6, 7, 8]);
  expect(from(2)).toEqual([0, 1]);
  expect(from(0)).toEqual([]);
});
