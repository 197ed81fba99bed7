import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { open } from '#testing/stage.tsx';
import { useGrowingList } from './useGrowingList.ts';

type Entries = { isIntersecting: boolean }[];
let near: ((entries: Entries) => void) | undefined;
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: Entries) => void) {
        near = tell;
      }
      observe(): void {}
      disconnect(): void {
        near = undefined;
      }
    },
  );
});

function Rows({ count }: { count: number }) {
  const { shown, end } = useGrowingList(count);
  return (
    <ul>
      {Array.from({ length: shown }, (_, row) => (
        <li key={row}>{row}</li>
      ))}
      {end && <li key={`end ${shown}`} ref={end} aria-hidden="true" />}
    </ul>
  );
}

test('a long list renders a hundred rows at a time as its end comes near', async () => {
  const { screen } = await open(<Rows count={230} />);
  const rows = () => screen.getAllByRole('listitem').length;
  expect(rows()).toBe(100);
  await act(async () => near?.([{ isIntersecting: false }]));
  expect(rows()).toBe(100);
  await act(async () => near?.([{ isIntersecting: true }]));
  expect(rows()).toBe(200);
  await act(async () => near?.([{ isIntersecting: true }]));
  expect(rows()).toBe(230);
  expect(near).toBeUndefined();
});
