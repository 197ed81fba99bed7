import { act, fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { open } from '#testing/stage.tsx';
import { showBanner } from './banner.ts';
import { PhoneBanner } from './PhoneBanner.tsx';

const onTap = vi.fn();
async function banner(durationMs?: number) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTap.mockReset();
  const buzz = vi.fn();
  const { screen } = await open(<PhoneBanner onShow={buzz} />);
  const show = (text = 'Lunch?') =>
    act(async () =>
      showBanner({ title: 'Team', text, icon: '', onTap, ...(durationMs !== undefined && { durationMs }) }),
    );
  await show();
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { screen, buzz, pass, show, shown: () => screen.queryByRole('button', { name: /Team/ }) };
}
const drag = async (element: Element, from: number, to: number) => {
  await act(async () => void fireEvent.touchStart(element, { touches: [{ clientX: 0, clientY: from }] }));
  await act(async () => void fireEvent.touchMove(element, { touches: [{ clientX: 0, clientY: to }] }));
};

// covers A4-30, A9-12
test('a banner vibrates and closes after 6000 ms; a newer one begins again', async () => {
  const { buzz, pass, show, shown } = await banner();
  expect(buzz).toHaveBeenCalledOnce();
  await pass(5000);
  await show('And?');
  expect(buzz).toHaveBeenCalledTimes(2);
  await pass(5900);
  expect(shown()?.textContent).toContain('And?');
  await pass(200);
  expect(shown()).toBeNull();
});

// covers A4-30
test('with a duration of 0 or less it stays', async () => {
  for (const durationMs of [0, -1]) {
    const { pass, shown } = await banner(durationMs);
    await pass(60_000);
    expect(shown()).not.toBeNull();
    vi.useRealTimers();
    document.body.replaceChildren();
  }
});

// covers A4-30, A9-12
test('it closes on a tap, which opens it, and on a swipe up of more than 10 px', async () => {
  const { shown, show } = await banner(0);
  const own = () => shown() ?? expect.unreachable();
  await drag(own(), 50, 40);
  await drag(own(), 50, 90);
  expect(shown()).not.toBeNull();
  await drag(own(), 50, 39);
  expect(shown()).toBeNull();
  expect(onTap).not.toHaveBeenCalled();
  await show();
  await act(async () => void fireEvent.click(own()));
  expect([shown(), onTap.mock.calls.length]).toEqual([null, 1]);
});
