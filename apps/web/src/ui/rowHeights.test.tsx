import { act, render } from '@testing-library/react';
import type { VListHandle } from 'virtua';
import { expect, test, vi } from 'vitest';
import { useFirstRows, useRowHeight } from './rowHeights.ts';

let guessed = 0;
let first: number[] | undefined;
const rowsOf = (height: number) =>
  ({
    findItemIndex: (offset: number) => Math.floor(offset / height),
    getItemSize: () => height,
    scrollOffset: 0,
    viewportSize: 500,
    cache: undefined,
  }) as unknown as VListHandle;

function List({ of, kinds, high }: { of: string; kinds: string[]; high: number }) {
  const { list, itemSize } = useRowHeight(kinds, 96, { of, keys: () => [1, 2, 3] });
  guessed = itemSize;
  first = useFirstRows(itemSize);
  list.current = rowsOf(high);
  return null;
}

/** Shows a list until its rows have been measured. @returns what it had taken them for */
async function show(of: string, kinds: string[], high: number): Promise<number> {
  vi.useFakeTimers();
  const { unmount } = render(<List of={of} kinds={kinds} high={high} />);
  const before = guessed;
  await act(() => vi.advanceTimersByTimeAsync(1000));
  unmount();
  return before;
}

test('a list takes its rows for as high as those of its kind were lately, the closest kind first', async () => {
  expect(await show('one', ['talk 1', 'talks'], 60)).toBe(96);
  expect(await show('two', ['talk 2', 'talks'], 80)).toBe(60);
  expect(await show('one', ['talk 1', 'talks'], 60)).toBe(60);
  expect(await show('three', ['talk 3', 'talks'], 60)).toBe(60);
});

test('the next page knows how high the rows of a kind were', async () => {
  await show('a column', ['tiles'], 150);
  vi.resetModules();
  const next = await import('./rowHeights.ts');
  let itemSize = 0;
  const Again = () => {
    itemSize = next.useRowHeight(['tiles'], 96, { of: 'a column', keys: () => [] }).itemSize;
    return null;
  };
  render(<Again />);
  expect(itemSize).toBe(150);
});

test('as many rows are drawn at once as the page has room for, until they are measured', async () => {
  vi.useFakeTimers();
  localStorage.setItem('height of bricks', '144');
  render(<List of="a wall" kinds={['bricks']} high={144} />);
  expect(window.innerHeight).toBe(768);
  expect(first).toEqual([0, 1, 2, 3, 4]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(first).toBeUndefined();
});
