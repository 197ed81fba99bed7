import { act, render, renderHook, screen } from '@testing-library/react';
import { Suspense, startTransition, use, useState } from 'react';
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

test('an address that was rendered but is not shown yet takes no choice away', async () => {
  const still = Promise.withResolvers<void>();
  let go = (_address: number) => {};
  let choose = (_id: number) => {};
  function Chosen({ address }: { address: number }) {
    const [id, setId] = useChosen(address);
    choose = setId;
    return <output>{id}</output>;
  }
  function Loading({ address }: { address: number }) {
    if (address === 1) use(still.promise);
    return null;
  }
  function Page() {
    const [address, setAddress] = useState(0);
    go = (next) => startTransition(() => setAddress(next));
    return (
      <Suspense>
        <Chosen address={address} />
        <Loading address={address} />
      </Suspense>
    );
  }
  render(<Page />);
  await act(async () => choose(1));
  // What the item shows is still loading: React has rendered the new address, and shows the page of the old one.
  await act(async () => go(1));
  await act(async () => choose(2));
  expect(screen.getByRole('status').textContent).toBe('2');
  await act(async () => go(2));
  expect(screen.getByRole('status').textContent).toBe('2');
  await act(async () => still.resolve());
  expect(screen.getByRole('status').textContent).toBe('2');
});
