import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { noteRoute } from '#app/routing/history.ts';
import { DialogList } from '#features/messenger/DialogList.tsx';
import { host } from '#host/browser.ts';
import { setMedia } from '#testing/media.ts';
import { open, serve } from '#testing/stage.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { Modal } from '#ui/overlays/Modal.tsx';
import { useShellBack } from './useShellBack.ts';

let press = () => {};
async function phone(element: React.ReactNode, at = '/manage/report') {
  vi.spyOn(host, 'onBack').mockImplementation((run) => {
    press = run;
    return () => {};
  });
  setMedia({ isTouch: true });
  const left = vi.spyOn(host, 'leave').mockReturnValue();
  const Frame = () => {
    useShellBack();
    return element;
  };
  const stage = await open(<Frame />, { path: '/manage/*', at });
  return { ...stage, left, back: () => act(async () => press()) };
}

const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y = 100, fingers = 1) =>
  act(async () => {
    const touches = Array.from({ length: fingers }, () => ({ clientX: x, clientY: y }));
    fireEvent[type](window, { touches });
  });
async function swipe(from: number, to: number, y = 100, fingers = 1) {
  await touch('touchStart', from, 100, fingers);
  await touch('touchMove', to, y, fingers);
  await touch('touchEnd', to, y, 0);
}

function Modals() {
  const [count, setCount] = useState(2);
  return (
    <>
      <Modal opened={count > 0} onClose={() => setCount(0)} title="First">
        first
      </Modal>
      <Modal opened={count > 1} onClose={() => setCount(1)} title="Second">
        second
      </Modal>
    </>
  );
}

// covers A4-25
test('going back closes the last open modal first, then goes the screen’s own way', async () => {
  const run = vi.fn();
  const { screen, back } = await phone(
    <>
      <ScreenHeader title="Files" back={{ label: 'Back', run }} />
      <Modals />
    </>,
  );
  expect(screen.getByText('second')).toBeTruthy();
  await back();
  await expect.poll(() => screen.queryByText('second')).toBeNull();
  expect(screen.getByText('first')).toBeTruthy();
  await back();
  await expect.poll(() => screen.queryByText('first')).toBeNull();
  expect(run).not.toHaveBeenCalled();
  await back();
  expect(run).toHaveBeenCalledOnce();
});

// covers A4-25
test('in a browser the back gesture of Android closes the last modal', async () => {
  const watchers: { onclose: (() => void) | null; isGone: boolean }[] = [];
  vi.stubGlobal(
    'CloseWatcher',
    class {
      onclose: (() => void) | null = null;
      isGone = false;
      constructor() {
        watchers.push(this);
      }
      destroy() {
        this.isGone = true;
      }
    },
  );
  const { screen } = await phone(<Modals />);
  await act(async () => watchers.at(-1)?.onclose?.());
  await expect.poll(() => screen.queryByText('second')).toBeNull();
  expect(screen.getByText('first')).toBeTruthy();
  expect(watchers.map(({ isGone }) => isGone)).toEqual([false, true]);
});

// covers A4-27
test('in the messenger going back clears the search first, and then leaves', async () => {
  serve({});
  const { screen, user, back, left } = await phone(
    <DialogList selected={0} onOpen={() => {}} onOpenPerson={() => {}} />,
    '/manage/messenger',
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  await user.type(field, 'lunch');
  await back();
  expect([field.value, left.mock.calls.length]).toEqual(['', 0]);
  await back();
  expect(left).toHaveBeenCalledOnce();
});

test('without a way of its own a screen leads to the one before', async () => {
  noteRoute('/manage/calendar');
  noteRoute('/manage/report');
  const { place, back, left } = await phone(<i />);
  await back();
  expect([place(), left.mock.calls.length]).toEqual(['/manage/calendar', 0]);
});

// covers A4-28, A9-12
test('a swipe from within 20 px of the left edge goes back once it is 90 px long', async () => {
  const run = vi.fn();
  await phone(<ScreenHeader title="Task" back={{ label: 'Back', run }} />);
  await swipe(21, 300);
  await swipe(20, 109);
  // A second finger, and a scroll.
  await swipe(5, 200, 100, 2);
  await swipe(5, 200, 400);
  expect(run).not.toHaveBeenCalled();
  await swipe(20, 110);
  expect(run).toHaveBeenCalledOnce();
  // One swipe goes back once, however long it is.
  await touch('touchStart', 0);
  for (const x of [95, 200, 300]) await touch('touchMove', x);
  expect(run).toHaveBeenCalledTimes(2);
});
