import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useNewTask } from '#entities/task/newTask.ts';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import { useEverywhere } from '#ui/keys/commands.ts';
import { Shell } from './Shell.tsx';

afterEach(() => {
  history.replaceState(null, '', '/');
});

test('the frame shows the workspace’s name and permissions at once', async () => {
  serve({});
  localStorage.setItem('token', 'hers');
  const { screen, unmount } = await open(<Shell />);
  const offers = (id: string) => useEverywhere.getState().commands.some((command) => command.id === id);
  await screen.findByText('Atrium');
  expect([offers('new-project'), offers('new-meeting'), offers('setting-team')]).toEqual([true, true, false]);
  await act(async () => {
    client.setting = { system_alias: 'The Wharf', project_add: 'close', meeting: 'close' } as SettingsAnswer;
  });
  await screen.findByText('The Wharf');
  expect(document.title).toContain('The Wharf');
  expect([offers('new-project'), offers('new-meeting')]).toEqual([false, false]);
  await act(async () => {
    client.user = { userid: ME, nickname: 'Ada', identity: ['admin'] as string[] } as Profile;
  });
  expect(offers('setting-team')).toBe(true);
  unmount();
});

test('a new task belongs to the project just opened, even before its screen appears', async () => {
  serve({});
  localStorage.setItem('token', 'hers');
  const { unmount } = await open(<Shell />, { path: '/manage/dashboard' });
  history.replaceState(null, '', '/manage/project/14');
  act(() =>
    useEverywhere
      .getState()
      .commands.find(({ id }) => id === 'new-task')
      ?.run(),
  );
  expect(useNewTask.getState().wish).toMatchObject({ projectId: 14 });
  unmount();
});
