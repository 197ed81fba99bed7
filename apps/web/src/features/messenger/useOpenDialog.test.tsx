import { act, render } from '@testing-library/react';

import { lazy, Suspense, useEffect } from 'react';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useOpenDialog } from './useOpenDialog.ts';

let opened: ReturnType<typeof useOpenDialog>;
function Opened() {
  const here = useOpenDialog();
  useEffect(() => {
    opened = here;
  });
  return <>{here.dialogId}</>;
}
const painted = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

function stage(at = '/talk?dialog=1') {
  const router = createMemoryRouter(
    [
      { path: '/talk', element: <Opened /> },
      { path: '/elsewhere', element: null },
    ],
    { initialEntries: ['/talk', at] },
  );
  const { container } = render(<RouterProvider router={router} />);
  const { location } = router.state;
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, address, shown: () => container.textContent, first: location };
}

test('an opened conversation is shown before the address changes', async () => {
  const { shown, address } = stage();
  act(() => opened.open(2, 7));
  expect([shown(), opened.position, address()]).toEqual(['2', 7, '/talk?dialog=1']);
  await painted();
  expect([shown(), opened.position, address()]).toEqual(['2', 7, '/talk?dialog=2&msg=7']);
});

test('back returns to the previous conversation, also after reopening one', async () => {
  const { shown, address, router } = stage();
  for (const id of [2, 3]) {
    act(() => opened.open(id));
    await painted();
  }
  await act(() => router.navigate(-1));
  expect([shown(), address()]).toEqual(['2', '/talk?dialog=2']);
  await act(() => router.navigate(-1));
  expect([shown(), address()]).toEqual(['1', '/talk?dialog=1']);
});

test('of two conversations opened at once the last one stays, and back leaves it', async () => {
  const { shown, address, router } = stage();
  act(() => opened.open(2));
  act(() => opened.open(3));
  await painted();
  expect([shown(), address()]).toEqual(['3', '/talk?dialog=3']);
  await act(() => router.navigate(-1));
  expect(shown()).toBe('1');
});

test('reopening the open conversation adds no step to the history', async () => {
  const { address, router } = stage();
  for (const id of [2, 2]) {
    act(() => opened.open(id, 7));
    await painted();
  }
  await act(() => router.navigate(-1));
  expect(address()).toBe('/talk?dialog=1');
});

test('leaving before the address changes stays on the new screen', async () => {
  const { address, router, shown } = stage();
  act(() => opened.open(2));
  await act(() => router.navigate('/talk?dialog=5'));
  await painted();
  expect([shown(), address()]).toEqual(['5', '/talk?dialog=5']);
  act(() => opened.open(2));
  await act(() => router.navigate('/elsewhere'));
  await painted();
  expect(address()).toBe('/elsewhere');
});

test('opening a slow screen ends there and nowhere else', async () => {
  const before = window.location.href;
  window.history.replaceState(null, '', '/talk?dialog=1');
  const Slow = lazy(() => new Promise<never>(() => {}));
  const router = createBrowserRouter([
    { path: '/talk', element: <Opened /> },
    { path: '/elsewhere', element: <Slow /> },
  ]);
  const { container, unmount } = render(
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
  );
  act(() => opened.open(2));
  await act(() => router.navigate('/elsewhere'));
  act(() => opened.open(3));
  await painted();
  expect([container.textContent, router.state.location.search]).toEqual(['3', '']);
  unmount();
  router.dispose();
  window.history.replaceState(null, '', before);
});
