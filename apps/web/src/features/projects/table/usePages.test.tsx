import { CallError } from '@atrium/client/api.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePages } from './usePages.ts';

test('a page that the server refused is asked for again by the same button', async () => {
  const page = (...data: number[]) => ({ data, next_page_url: data.includes(2) ? null : '?page=2' });
  const load = vi
    .fn<(wanted: number) => Promise<ReturnType<typeof page>>>()
    .mockResolvedValueOnce(page(1))
    .mockRejectedValueOnce(new CallError(0, 'internal', 'Try again'))
    .mockResolvedValueOnce(page(2));
  const { result } = renderHook(() => usePages(load, 'list'));
  await waitFor(() => expect(result.current.rows).toEqual([1]));
  act(() => result.current.more?.());
  await waitFor(() => expect(result.current.problem).not.toBe(''));
  act(() => result.current.more?.());
  await waitFor(() => expect(result.current.rows).toEqual([1, 2]));
  expect(load.mock.calls.map(([each]) => each)).toEqual([1, 2, 2]);
  expect(result.current.more).toBeUndefined();
});
