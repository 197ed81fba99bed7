import { act, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useOverlays } from './overlays.ts';
import { useTaskAddress } from './useTaskAddress.ts';

test('a task that is closed before the address names it stays closed', async () => {
  let close = () => {};
  function Screen() {
    close = useTaskAddress();
    return null;
  }
  const router = createMemoryRouter(
    [
      { path: '/manage/calendar', element: <Screen /> },
      { path: '/manage/dashboard', element: <Screen /> },
    ],
    { initialEntries: ['/manage/dashboard', '/manage/calendar'] },
  );
  render(<RouterProvider router={router} />);
  await act(async () => {
    useOverlays.getState().openTask(5);
    close();
  });
  await expect.poll(() => router.state.location.search).toBe('');
  expect(useOverlays.getState().taskId).toBe(0);
  // Back was to undo the address, not to leave the screen.
  expect(router.state.location.pathname).toBe('/manage/calendar');

  await act(async () => useOverlays.getState().openTask(5));
  await expect.poll(() => router.state.location.search).toBe('?task=5');
  expect(useOverlays.getState().taskId).toBe(5);
  await act(async () => close());
  await expect.poll(() => router.state.location.search).toBe('');
  expect(useOverlays.getState().taskId).toBe(0);
});
