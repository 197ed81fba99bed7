import { act, render } from '@testing-library/react';
import { useEffect } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useDialogModal } from './useDialogModal.ts';

let modal: ReturnType<typeof useDialogModal>;
function Screen() {
  const here = useDialogModal();
  useEffect(() => {
    modal = here;
  });
  return null;
}

function stage(at: string) {
  const router = createMemoryRouter([{ path: '*', element: <Screen /> }], { initialEntries: ['/before', at] });
  render(<RouterProvider router={router} />);
  return { router, address: () => router.state.location.pathname + router.state.location.search };
}

test('a conversation is added to the screen’s address, and closing it returns there', async () => {
  const { router, address } = stage('/manage/project/3?view=table');
  await act(async () => modal.open(5, 8));
  expect(address()).toBe('/manage/project/3?view=table&dialog_id=5&dialog_msg=8');
  expect([modal.dialogId, modal.position]).toEqual([5, 8]);
  // Another one replaces it: it is still one step back to the screen.
  await act(async () => modal.open(6));
  expect(address()).toBe('/manage/project/3?view=table&dialog_id=6');
  await act(async () => modal.close());
  expect(address()).toBe('/manage/project/3?view=table');
  await act(() => router.navigate(-1));
  expect(address()).toBe('/before');
});

test('a conversation opened by its address leaves the screen when closed', async () => {
  const { router, address } = stage('/manage/dashboard?dialog_id=5');
  expect(modal.dialogId).toBe(5);
  await act(async () => modal.close());
  expect(address()).toBe('/manage/dashboard');
  await act(() => router.navigate(-1));
  expect(address()).toBe('/before');
});

test('the messenger shows the conversation itself, and an address without one opens none', async () => {
  const { address } = stage('/manage/messenger/contacts');
  await act(async () => modal.open(5, 8));
  expect(address()).toBe('/manage/messenger?dialog=5&msg=8');
  for (const id of ['0', '-1', 'x', '1.5', '']) {
    stage(`/manage/dashboard?dialog_id=${id}`);
    expect(modal.dialogId).toBe(0);
  }
});

test('continuing to the messenger replaces the modal in the history', async () => {
  const { router, address } = stage('/manage/favorite');
  await act(async () => modal.open(5, 8));
  await act(async () => modal.toMessenger());
  expect(address()).toBe('/manage/messenger?dialog=5&msg=8');
  await act(() => router.navigate(-1));
  expect(address()).toBe('/manage/favorite');
});
