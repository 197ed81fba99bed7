import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { globalCommands } from './commands.ts';

test.each([
  { isAdmin: true, hasCheckin: true },
  { isAdmin: true, hasCheckin: false },
  { isAdmin: false, hasCheckin: true },
  { isAdmin: false, hasCheckin: false },
])('the palette opens every settings page: %o', async (who) => {
  serve({});
  client.setting = { checkin: who.hasCheckin ? 'open' : 'close' } as SettingsAnswer;
  const me = { userid: ME, nickname: 'Ada', identity: who.isAdmin ? ['admin'] : [] } as unknown as Profile;
  const { screen } = await open(<SettingsScreen />, {
    path: '/manage/setting/:page',
    at: '/manage/setting/theme',
    me,
  });
  const listed = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const went: string[] = [];
  const commands = globalCommands({
    goTo: (path) => went.push(path),
    open: () => undefined,
    setTheme: () => undefined,
    signOut: () => undefined,
    mayAddProjects: false,
    mayMeet: false,
    projectHere: () => 0,
    ...who,
  });
  for (const { id, run } of commands) if (id.startsWith('setting-')) run();
  expect(went).toEqual(listed);
  expect(went.includes('/manage/setting/checkin')).toBe(who.hasCheckin);
});
