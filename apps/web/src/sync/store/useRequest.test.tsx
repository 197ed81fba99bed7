import { CallError } from '@atrium/client/api.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRequest } from './useRequest.ts';

test('the answer to an outdated request is dropped, and the old data stays meanwhile', async () => {
  const answers = new Map(['a', 'b', 'c'].map((key) => [key, Promise.withResolvers<string>()]));
  const { result, rerender } = renderHook(
    ({ key }) => useRequest(() => answers.get(key)?.promise ?? Promise.reject(new Error(key)), key),
    { initialProps: { key: 'a' } },
  );
  expect(result.current).toMatchObject({ data: null, problem: '' });
  await act(async () => answers.get('a')?.resolve('of a'));
  expect(result.current.data).toBe('of a');
  rerender({ key: 'b' });
  expect(result.current.data).toBe('of a');
  rerender({ key: 'c' });
  await act(async () => answers.get('c')?.resolve('of c'));
  await act(async () => answers.get('b')?.resolve('of b'));
  expect(result.current.data).toBe('of c');
});

test('an error is shown until a retry succeeds', async () => {
  let isBroken = true;
  const { result } = renderHook(() =>
    useRequest(() =>
      isBroken ? Promise.reject(new CallError(-4002, 'task.gone', 'It is gone.')) : Promise.resolve(7),
    ),
  );
  await waitFor(() => expect(result.current.problem).toBe('It is gone.'));
  isBroken = false;
  act(() => result.current.again());
  await waitFor(() => expect(result.current).toMatchObject({ data: 7, problem: '' }));
  act(() => result.current.fail('No.'));
  expect(result.current).toMatchObject({ data: 7, problem: 'No.' });
  act(() => result.current.show(8));
  expect(result.current).toMatchObject({ data: 8, problem: '' });
});

test('a list grows with each page', async () => {
  const { result, rerender } = renderHook(
    ({ page }) =>
      useRequest<number[], number>(() => Promise.resolve(page * 10), page, {
        into: (before, answer) => [...(before ?? []), answer],
      }),
    { initialProps: { page: 1 } },
  );
  await waitFor(() => expect(result.current.data).toEqual([10]));
  rerender({ page: 2 });
  await waitFor(() => expect(result.current.data).toEqual([10, 20]));
});
