import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Profile } from '@atrium/contract/people/profile.ts';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { settingsGroups } from './pages.ts';
import { SettingsScreen } from './SettingsScreen.tsx';
import { SETTING_INDEX } from './settingIndex.ts';

const show = (identity: string[], at = '/manage/setting/theme') =>
  open(<SettingsScreen />, { path: '/manage/setting/:page?', at, me: { identity } as Partial<Profile> });

test('settings stand in groups; those of administrators are not listed for others', async () => {
  serve({});
  const { screen } = await show([]);
  const groups = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(groups.slice(0, 3)).toEqual(['You', 'Integrations', 'More']);
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  expect(settingsGroups({ isAdmin: true, hasCheckin: true }).map(({ id }) => id)).toEqual([
    'you',
    'workspace',
    'people',
    'integrations',
    'data',
    'more',
  ]);
});

test('the search finds a single setting, opens its page and shows who changed it last', async () => {
  const changed = { id: 1, at: '2026-11-03 10:00:00', action: 'setting.changed', userid: 1, target_name: 'system' };
  serve({
    'system/setting': {
      project_add_permission: ['all'],
      project_add_userids: [],
      reg: 'invite',
      login_code: 'auto',
      server_timezone: 'UTC',
      task_default_time: ['09:00', '18:00'],
    },
    'system/audit': { data: [{ ...changed, detail: { changes: { login_code: {} } } }] },
  });
  const { screen, user } = await show(['admin']);
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'captcha sign');
  const list = await screen.findByRole('list', { name: 'Settings found' });
  expect(list.textContent).toBe('CAPTCHA at sign-inGeneral');
  await user.keyboard('{Enter}');
  const field = await screen.findByLabelText('CAPTCHA at sign-in');
  await expect.poll(() => document.activeElement).toBe(field);
  expect(await screen.findAllByText(/^Changed by /)).toHaveLength(2);
  // Settings are found by other names than their labels too.
  for (const [typed, found] of [
    ['dark', 'Theme'],
    ['2fa', 'Second factor'],
    ['font', 'Theme'],
  ] as const) {
    await user.clear(screen.getByRole('searchbox', { name: 'Search settings' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), typed);
    await expect.poll(() => screen.getByRole('list', { name: 'Settings found' }).textContent).toContain(found);
  }
  await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'zzz');
  expect(await screen.findByText('No settings found')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('link', { name: 'Audit log' })).toBeDefined();
});

test('every page says in one sentence what it is for, and gives its address', async () => {
  serve({});
  const { screen, user } = await show([]);
  expect(screen.getByText('How the app looks on this device.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy link to this page' }));
  expect(await navigator.clipboard.readText()).toMatch(/\/manage\/setting\/theme$/);
});

test('every setting of the search is on a screen', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const elsewhere = new Set(['person_tag.title', 'samples.title']);
  const isShown = (key: string) => {
    const name = key.slice(key.indexOf('.') + 1);
    return sources.includes(`'${key}'`) || sources.includes(`name="${name}"`) || sources.includes(`'${name}'`);
  };
  const missing = Object.values(SETTING_INDEX)
    .flat()
    .filter((key) => !isShown(key) && !elsewhere.has(key));
  expect(missing).toEqual([]);
});
