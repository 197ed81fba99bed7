import { act } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { lazyComponent } from '#sync/store/lazyComponent.ts';
import { open } from '#testing/stage.tsx';

function Page({ name }: { name: string }) {
  return <p>page of {name}</p>;
}

test('a loaded part renders at once without a placeholder', async () => {
  const load = vi.fn(async () => Page);
  const Shown = lazyComponent(load);
  await Shown.fetch();
  const StandIn = vi.fn(() => <p>coming</p>);
  const { screen } = await open(
    <Suspense fallback={<StandIn />}>
      <Shown name="Ada" />
    </Suspense>,
  );
  expect(screen.getByText('page of Ada')).toBeTruthy();
  expect(StandIn).not.toHaveBeenCalled();
  expect(load).toHaveBeenCalledOnce();
});

test('a part that loads while rendering keeps its state', async () => {
  const arriving = Promise.withResolvers<typeof Page>();
  const Shown = lazyComponent(() => arriving.promise);
  function Both() {
    const [name, setName] = useState('Ada');
    return (
      <Suspense fallback={<p>coming</p>}>
        <button type="button" onClick={() => setName('Bo')}>
          the other
        </button>
        <Shown name={name} />
      </Suspense>
    );
  }
  const { screen, user } = await open(<Both />);
  expect(screen.getByText('coming')).toBeTruthy();
  await act(async () => arriving.resolve(Page));
  const page = screen.getByText('page of Ada');
  await user.click(screen.getByRole('button'));
  expect(screen.getByText('page of Bo')).toBe(page);
});
