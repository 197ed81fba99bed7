import { beforeEach, expect, test } from 'vitest';
import { isTourWanted } from '#entities/workspace/setupProgress.ts';
import { open, serve } from '#testing/stage.tsx';
import { TourSlot } from './TourSlot.tsx';

beforeEach(() => {
  serve({});
});

const show = (tour: 'wanted' | 'over' | '' = '') =>
  open(
    <>
      <TourSlot />
      <nav>
        <a href="/manage/messenger">Messenger</a>
      </nav>
    </>,
    { path: '/manage/dashboard', me: { tour } },
  );

test('three hints point at their subject, by keyboard, and are shown once', async () => {
  const before = await show();
  expect(before.screen.queryByRole('complementary')).toBeNull();
  before.unmount();
  const { screen, user, unmount } = await show('wanted');
  await screen.findByRole('complementary', { name: 'Tips for getting started' });
  const target = screen.getByRole('link', { name: 'Messenger' });
  expect(target.hasAttribute('data-toured')).toBe(true);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Tip 2 of 3')).toBeTruthy();
  expect(target.hasAttribute('data-toured')).toBe(false);
  await user.keyboard('{Enter}{Enter}');
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(isTourWanted()).toBe(false);
  unmount();

  const again = await show('wanted');
  await again.screen.findByRole('complementary');
  await again.user.keyboard('{Escape}');
  expect(again.screen.queryByRole('complementary')).toBeNull();
  expect(isTourWanted()).toBe(false);
});
