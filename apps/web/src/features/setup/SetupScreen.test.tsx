import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSetupOpen, isTourWanted } from '#entities/workspace/setupProgress.ts';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { SetupScreen } from './SetupScreen.tsx';

beforeEach(() => {
  client.setting = { system_alias: 'Atrium', system_logo: '', server_timezone: 'UTC' } as SettingsAnswer;
});
afterEach(() => {
  client.setting = null;
});

const show = async (identity: string[], kept: Partial<Profile> = {}) => {
  const onLeave = vi.fn();
  const onNewProject = vi.fn();
  const me = { identity, nickname_original: 'Ada', timezone: '', ...kept } as Partial<Profile>;
  const shown = await open(<SetupScreen onLeave={onLeave} onNewProject={onNewProject} />, { me });
  const press = (name: string) => shown.user.click(shown.screen.getByRole('button', { name }));
  const heading = () => shown.screen.getByRole('heading', { level: 1 }).textContent;
  return { ...shown, onLeave, onNewProject, press, heading };
};

test('an administrator sets the workspace up, stops, and goes on later where they stopped', async () => {
  const link = { id: 3, email: '', url: 'http://harbor.test/single/invitation?token=x', is_mailed: false };
  let named: unknown = refused('Too long.');
  const server = serve({
    'system/setting': () => named,
    'users/editdata': { userid: 1, nickname: 'Ada', identity: ['admin'], userimg: '' },
    'users/invitation/list': { list: [], can_mail: false },
    'users/invitation/add': { list: [link] },
    'system/samples': { state: 'none', is_failed: false },
    'system/samples/add': { state: 'adding', is_failed: false, done: 1, total: 7 },
  });
  const first = await show(['admin']);
  await first.user.type(first.screen.getByLabelText('Workspace name'), 'Harbor{Enter}');
  expect((await first.screen.findByRole('alert')).textContent).toBe('Too long.');
  named = { system_alias: 'Harbor' };
  await first.press('Continue');
  expect(server.inputsOf('system/setting').at(-1)).toEqual({ type: 'save', system_alias: 'Harbor' });
  await expect.poll(first.heading).toBe('Introduce yourself');
  expect(document.activeElement?.textContent).not.toBe('Continue');
  // Without a name, others would read the address's first part for good.
  const name = first.screen.getByLabelText('Name');
  await first.user.clear(name);
  await first.press('Continue');
  expect((await first.screen.findByRole('alert')).textContent).toBe('Enter your name.');
  await first.user.type(name, 'Ada');
  await first.press('Continue');
  expect(server.inputsOf('users/editdata')).toMatchObject([{ nickname: 'Ada', lang: 'en' }]);
  await expect.poll(first.heading).toBe('Invite your team');
  await first.press('Finish later');
  expect(first.onLeave).toHaveBeenCalledOnce();
  expect(isSetupOpen()).toBe(true);
  expect(server.inputsOf('users/setup/set')).toEqual([{ step: 'workspace' }, { step: 'you' }, { step: 'people' }]);
  first.unmount();

  const again = await show(['admin'], { setup_step: 'people' });
  expect(again.heading()).toBe('Invite your team');
  const addresses = again.screen.getByRole('combobox', { name: 'Email addresses' });
  await again.user.type(addresses, 'bo@example.com,');
  await again.press('Create an invitation link');
  expect(await again.screen.findByText(link.url)).toBeTruthy();
  // The typed address still waits to be invited.
  expect(again.screen.getByText('bo@example.com')).toBeTruthy();
  // Going back loses no link.
  await again.press('Back');
  await expect.poll(again.heading).toBe('Introduce yourself');
  await again.press('Skip');
  expect(await again.screen.findByText(link.url)).toBeTruthy();
  await again.user.type(again.screen.getByRole('combobox', { name: 'Email addresses' }), 'bo@example.com,');
  await again.user.type(again.screen.getByRole('combobox', { name: 'Email addresses' }), '{Backspace}');
  await again.press('Continue');
  await again.user.click(await again.screen.findByRole('button', { name: /^Try it with sample content/ }));
  expect(await again.screen.findByText('Adding sample content: step 1 of 7 done')).toBeTruthy();
  await again.user.click(await again.screen.findByRole('button', { name: /^Start a project from a template/ }));
  expect(again.onNewProject).toHaveBeenCalledOnce();
  expect([isSetupOpen(), isTourWanted()]).toEqual([false, false]);
  expect(server.inputsOf('users/setup/set').at(-1)).toEqual({ step: 'done' });
});

test('a finished set-up that is opened again stays finished', async () => {
  const server = serve({});
  const { heading, press } = await show(['admin'], { setup_step: 'done' });
  expect(heading()).toBe('Name your workspace');
  await press('Skip');
  expect(isSetupOpen()).toBe(false);
  expect(server.inputsOf('users/setup/set')).toEqual([]);
});

test('others introduce themselves, choose notifications, and get the tour', async () => {
  const server = serve({});
  const { press, heading, onLeave } = await show([]);
  expect(heading()).toBe('Introduce yourself');
  await press('Skip');
  expect(server.inputsOf('users/editdata')).toEqual([]);
  await expect.poll(heading).toBe('Stay up to date');
  await press('Back');
  await press('Skip');
  await press('Open workspace');
  expect(onLeave).toHaveBeenCalledOnce();
  expect(isTourWanted()).toBe(true);
});
