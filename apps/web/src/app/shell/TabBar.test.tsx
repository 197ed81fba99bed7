import { meetingPlanList } from '@atrium/contract/chat/meetingPlans.ts';
import { expect, test } from 'vitest';
import { useNavigation } from '#entities/navigation/navigation.ts';
import { ApplicationScreen } from '#features/apps/ApplicationScreen.tsx';
import { open, serve } from '#testing/stage.tsx';
import { TabBar } from './TabBar.tsx';

// covers A2-30
test.each([
  ['/manage/project', true],
  ['/manage/dashboard', true],
  ['/manage/messenger', true],
  ['/manage/messenger/contacts', true],
  ['/manage/application', true],
  ['/manage/project/7', false],
  ['/manage/messenger?dialog=3', false],
  ['/manage/setting/theme', false],
  ['/manage/calendar', false],
])('on %s the tab bar shows: %s', async (at, isShown) => {
  const { screen } = await open(<TabBar badge={1200} />, { path: '*', at });
  const tabs = screen.queryAllByRole('link').map((each) => each.getAttribute('href'));
  expect(tabs).toEqual(
    isShown ? ['/manage/project', '/manage/dashboard', '/manage/messenger', '/manage/application'] : [],
  );
  expect(screen.queryByText('999+') !== null).toBe(isShown);
});

test('a person chooses the tabs, and what they leave out counts on the last one', async () => {
  useNavigation.setState({ bar: ['system:calendar', 'system:inbox', 'micro:gone'] });
  const { screen } = await open(<TabBar badge={3} />, { path: '*', at: '/manage/calendar' });
  expect(screen.getAllByRole('link').map((each) => each.textContent)).toEqual(['Calendar', 'Inbox', '3Apps']);
  useNavigation.setState({ bar: [] });
});

test('the applications screen lists what has no tab, and more for administrators', async () => {
  serve({ [meetingPlanList.path]: { list: [] } });
  const links = async (identity: string[]) => {
    const { screen, unmount } = await open(<ApplicationScreen />, { me: { identity } });
    const found = screen.getAllByRole('link').map((each) => each.getAttribute('href'));
    unmount();
    return found;
  };
  const everybody = [
    '/manage/inbox',
    '/manage/calendar',
    '/manage/report',
    '/manage/approve',
    '/manage/year',
    '/manage/file',
    '/manage/favorite',
    '/manage/messenger/contacts',
    '/manage/setting',
  ];
  expect(await links([])).toEqual(everybody);
  expect(await links(['admin'])).toEqual([
    ...everybody,
    '/manage/application/store',
    '/manage/setting/team',
    '/manage/setting/import',
    '/manage/setting/export',
  ]);
});
