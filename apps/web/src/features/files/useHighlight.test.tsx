import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useHighlight } from './useHighlight.ts';

// covers A9-13
test('a file that was found is highlighted for 600 ms once it is listed', async () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ isHere }) => useHighlight(7, isHere), { initialProps: { isHere: false } });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  rerender({ isHere: true });
  expect(result.current).toBe(7);
  await act(() => vi.advanceTimersByTimeAsync(599));
  expect(result.current).toBe(7);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current).toBe(0);
});
