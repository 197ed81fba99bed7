import { act, render, renderHook, screen } from '@testing-library/react';
import { use as awaited, Suspense, startTransition, useState } from 'react';
import { expect, test } from 'vitest';
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
  const still = Promise.withResolvers<void>();
  let go = (_room: number) => {};
  let set = (_value: string) => {};
  function Value({ room }: { room: number }) {
    const [value, setValue] = use({ room });
    set = setValue;
    return <output>{value}</output>;
  }
  function Loading({ room }: { room: number }) {
    if (room === 2) awaited(still.promise);
    return null;
  }
  function Page() {
    const [room, setRoom] = useState(1);
    go = (next) => startTransition(() => setRoom(next));
    return (
      <Suspense>
        <Value room={room} />
        <Loading room={room} />
      </Suspense>
    );
  }
  render(<Page />);
  const ofFirst = set;
  await act(async () => go(2));
  await act(async () => ofFirst('1, changed'));
  expect(screen.getByRole('status').textContent).toBe('1, changed');
  await act(async () => still.resolve());
  expect(screen.getByRole('status').textContent).toBe('2 as it begins');
});
