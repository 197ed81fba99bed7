import type { Profile } from '@atrium/contract/people/profile.ts';
import { within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toWire } from '#sync/time.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { GettingStarted } from './GettingStarted.tsx';

beforeEach(() => localStorage.clear());

const show = async (fields: Partial<Profile>) => {
  const onNewProject = vi.fn();
  const shown = await open(<GettingStarted onNewProject={onNewProject} />, { me: fields as Profile });
  return { ...shown, onNewProject };
};
const status = (people: number, mail = 'warn') => ({
  'system/license': { user_count: people },
  'system/samples': { state: 'none', is_failed: false, done: 0, total: 7, people: 0, own: {} },
  'users/invitation/list': { list: [], can_mail: false },
  'system/status': {
    checks: [
      { name: 'backup', state: 'ok', text: 'The last backup was made today.' },
      { name: 'mail', state: mail, text: mail === 'ok' ? 'It accepts.' : 'No mail server is set.' },
      { name: 'meetings', state: 'ok', text: 'This server listens at UDP 8080.' },
      { name: 'jobs', state: 'bad', text: 'Late.' },
    ],
  },
});
const now = () => toWire(new Date());

test('an administrator of a new workspace names it, and sees what is set up and what is missing', async () => {
  let words: unknown = refused('Too long.');
  const tested = Promise.withResolvers<void>();
  const slow = () => tested.promise.then(() => status(1)['system/status']);
  const server = serve({ ...status(1), 'system/status': slow, 'system/setting': () => words });
  const { screen, user, unmount } = await show({ identity: ['admin'], created_at: now() });
  const card = await screen.findByRole('region', { name: 'Getting started' });
  const row = (name: RegExp) => within(card).getByText(name).closest('li') as HTMLElement;
  // The server's tests take seconds: their rows have their place before.
  expect(row(/Turn on daily backups/).textContent).toContain('Loading');
  tested.resolve();
  await expect.poll(() => row(/Turn on daily backups/).dataset['done']).toBe('true');
  expect(row(/Connect a mail server/).dataset['done']).toBeUndefined();
  expect(
    within(card)
      .getByRole('link', { name: /Invite your team/ })
      .getAttribute('href'),
  ).toBe('/manage/setting/team?invite=1');
  // That its ports are open does not prove that people get through.
  expect(row(/Open the meeting ports/).dataset['done']).toBeUndefined();
  expect(row(/UDP 8080/).textContent).toContain('another network');
  // The server's own sentence says what was found; other checks are for the status page.
  expect(row(/Connect a mail server/).textContent).toContain('No mail server is set.');
  expect(row(/Turn on daily backups/).textContent).toContain('made today');
  expect(within(card).queryByText('Late.')).toBeNull();
  Object.assign(server.answers, status(1, 'ok'), {
    'users/invitation/list': { list: [{ id: 4, state: 'revoked' }], can_mail: true },
  });
  await user.click(within(card).getByRole('button', { name: 'Check again' }));
  await expect.poll(() => row(/Connect a mail server/).dataset['done']).toBe('true');
  // An invitation is enough, before anybody has joined.
  expect(row(/Invite your team/).dataset['done']).toBeUndefined();
  Object.assign(server.answers, { 'users/invitation/list': { list: [{ id: 5, state: 'open' }], can_mail: true } });
  await user.click(within(card).getByRole('button', { name: 'Check again' }));
  await expect.poll(() => row(/Invite your team/).dataset['done']).toBe('true');
  await user.click(within(card).getByRole('button', { name: /Name your workspace/ }));
  await user.keyboard('Harbor{Enter}');
  expect(await screen.findByText('Too long.')).toBeTruthy();
  words = {};
  await user.keyboard('{Enter}');
  expect(server.inputsOf('system/setting').at(-1)).toEqual({ type: 'save', system_alias: 'Harbor' });
  unmount();
  // The next time it is drawn at once as it was, until the server has answered.
  Object.assign(server.answers, { 'system/status': () => new Promise(() => undefined) });
  const again = await show({ identity: ['admin'], created_at: '2020-01-01 00:00:00' });
  expect(again.screen.getByText('It accepts.')).toBeTruthy();
});

test('others see only their own steps, for their first days, until they hide them', async () => {
  const server = serve({});
  const { screen, user, unmount } = await show({ identity: [], created_at: now() });
  const card = await screen.findByRole('region', { name: 'Getting started' });
  expect(within(card).queryByText(/mail server/)).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
  expect(server.inputsOf('users/setup/set')).toEqual([{ start_hidden: true }]);
  unmount();
  const again = await show({ identity: [], created_at: now(), start_hidden: true });
  expect(again.screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
});

test('a grown workspace and people who have been here for weeks see nothing', async () => {
  const server = serve(status(12));
  const { screen } = await show({ identity: ['admin'], created_at: '2020-01-01 00:00:00' });
  await expect.poll(() => server.inputsOf('system/status')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Getting started' })).toBeNull();
});
