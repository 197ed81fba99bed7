import type { Profile } from '@atrium/contract/people/profile.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SettingsScreen } from '#features/settings/SettingsScreen.tsx';
import * as session from '#sync/session.ts';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';

const me = (more: Partial<Profile> = {}) =>
  ({
    userid: ME,
    nickname: 'Ada',
    email: 'ada@x.example',
    email_verity: 0,
    identity: [],
    ...more,
  }) as unknown as Profile;

/** A settings page for a signed-in person. */
async function page(name: string, profile: Partial<Profile> = {}) {
  const screen = (
    <>
      <SettingsScreen />
      <QuestionModal cancelLabel="Cancel" />
    </>
  );
  return open(screen, { path: '/manage/setting/:page', at: `/manage/setting/${name}`, me: me(profile) });
}

test('an email changes with the mailed code and shows whether it is verified', async () => {
  client.setting = { reg_verify: 'open' } as SettingsAnswer;
  const server = serve({
    'users/email/send': {},
    'users/email/edit': refused('Incorrect code. Enter the one from the newest email, or send a new code.'),
  });
  const { screen, user } = await page('email');
  expect(await screen.findByText('ada@x.example')).toBeTruthy();
  expect(screen.getByText('Not verified')).toBeTruthy();
  await user.type(screen.getByLabelText('New email'), 'new@x.example');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(server.inputsOf('users/email/send')).toEqual([{ type: 2, email: 'new@x.example' }]);
  await user.type(screen.getByLabelText('Current password'), 'my-Word9');
  await user.type(screen.getByLabelText('Code from the email'), '111111');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(
    (await screen.findByText('Incorrect code. Enter the one from the newest email, or send a new code.')).closest(
      '[role=alert]',
    ),
  ).toBeTruthy();
  // The typed text stays.
  expect(screen.getByLabelText<HTMLInputElement>('New email').value).toBe('new@x.example');
  server.answers['users/email/edit'] = me({ email: 'new@x.example', email_verity: 1 });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Verified')).toBeTruthy();
  expect(screen.getByText('new@x.example')).toBeTruthy();
  expect(server.inputsOf('users/email/edit').at(-1)).toEqual({
    newEmail: 'new@x.example',
    password: 'my-Word9',
    code: '111111',
  });
});

test('without a password of their own people are not asked for one', async () => {
  client.setting = { reg_verify: 'close' } as SettingsAnswer;
  const server = serve({
    'users/prove/options': { password: false, totp: true, passkey: null },
    'users/email/edit': me({ email: 'b@x.example' }),
    'users/editpass': { ...me(), token: 'new' },
  });
  const email = await page('email');
  await expect.poll(() => email.screen.queryByLabelText('Current password')).toBeNull();
  await email.user.type(email.screen.getByLabelText('New email'), 'b@x.example{Enter}');
  await expect.poll(() => server.inputsOf('users/email/edit')).toHaveLength(1);
  email.unmount();
  const password = await page('password');
  expect(await password.screen.findByText(/don’t have a password/)).toBeTruthy();
  expect(password.screen.queryByLabelText('Current password')).toBeNull();
  await password.user.type(password.screen.getByLabelText('New password'), 'crane over the pier 7');
  await password.user.type(password.screen.getByLabelText('Repeat new password'), 'crane over the pier 7{Enter}');
  await expect
    .poll(() => server.inputsOf('users/editpass'))
    .toEqual([{ oldpass: '', newpass: 'crane over the pier 7' }]);
});

test('the address of a person of the company directory is shown, with where it is changed', async () => {
  serve({});
  const { screen } = await page('email', { identity: ['ldap'], email_verity: 1 });
  expect(await screen.findByText(/comes from the company directory/)).toBeTruthy();
  expect(screen.getByText('ada@x.example')).toBeTruthy();
  expect(screen.queryByLabelText('New email')).toBeNull();
});

test('without verification no code is asked for', async () => {
  client.setting = { reg_verify: 'close' } as SettingsAnswer;
  const server = serve({ 'users/email/edit': me({ email: 'b@x.example' }) });
  const { screen, user } = await page('email');
  expect(screen.queryByLabelText('Code from the email')).toBeNull();
  await user.type(await screen.findByLabelText('New email'), 'b@x.example{Enter}');
  // It asks for the password first.
  expect(server.inputsOf('users/email/edit')).toHaveLength(0);
  await user.type(screen.getByLabelText('Current password'), 'my-Word9{Enter}');
  expect(await screen.findByText('b@x.example')).toBeTruthy();
  expect(server.inputsOf('users/email/edit')).toHaveLength(1);
});

test('deleting an account shows what it owns, asks for a password, and transfers to the named person', async () => {
  client.setting = { reg_verify: 'close' } as SettingsAnswer;
  const gone = vi.spyOn(session, 'accountDeleted').mockResolvedValue();
  const bo = {
    userid: 2,
    nickname: 'Bo',
    email: 'bo@x.example',
    pinyin: '',
    userimg: '',
    bot: 0,
  } as unknown as UserBasic;
  client.store.base.user.put(bo);
  const server = serve({ 'users/delete/account': refused('The workspace needs one.'), 'users/search': [bo] });
  const { screen, user } = await page('delete');
  expect(await screen.findByText('Your messages stay and keep your name.')).toBeTruthy();
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText('Reason'), 'New job');
  await user.type(screen.getByLabelText('Enter your email to confirm'), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'secret-1');
  const receiver = within(screen.getByRole('group', { name: 'Transfer to' }));
  await user.click(receiver.getByRole('button', { name: 'Choose' }));
  await user.click(await screen.findByRole('checkbox', { name: /Bo/ }));
  await user.click(screen.getByRole('button', { name: 'Select 1 person' }));
  // A blocking reason is shown before any confirmation.
  await user.click(button());
  expect(await screen.findByText('The workspace needs one.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete permanently' })).toBeNull();
  server.answers['users/delete/account'] = {};
  await user.click(button());
  await user.click(await screen.findByRole('button', { name: 'Delete permanently' }));
  await expect.poll(() => gone.mock.calls.length).toBe(1);
  const input = { email: 'ada@x.example', reason: 'New job', transfer_userid: 2 };
  expect(server.inputsOf('users/delete/account').slice(1)).toEqual([
    { ...input, type: 'warning' },
    { ...input, type: 'confirm', password: 'secret-1' },
  ]);
});

test('the versions of app and server are shown with the release notes', async () => {
  const server = serve({ 'system/get/updatelog': refused('Not now.') });
  const { screen, user } = await page('version');
  expect(await screen.findByText(/Not now/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'License' })).toBeNull();
  server.answers['system/get/updatelog'] = { logVersion: '1.2.3', updateLog: '## 1.2.3\n\n- **Faster** <b>x</b>' };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByLabelText('Server')).textContent).toBe('1.2.3');
  expect(screen.getByLabelText('App').textContent).toMatch(/^\d/);
  expect(await screen.findByRole('region', { name: 'What’s new' })).toBeTruthy();
});

test('the license is free, and only administrators find its page', async () => {
  const license = {
    license: 'Apache-2.0',
    info: { people: 0, expired_at: null, sn: '', mac: [], ip: [], domain: [], email: [] },
    macs: [],
    version: '1.0.0',
    user_count: 12,
    error: [],
  };
  serve({ 'system/license': license });
  const { screen } = await page('license', { identity: ['admin'] });
  expect((await screen.findByLabelText('License')).textContent).toBe('Apache-2.0');
  expect(screen.getByRole('link', { name: 'License' })).toBeTruthy();
  expect(screen.getByLabelText('User limit').textContent).toBe('Unlimited');
  expect(screen.getByLabelText('Active users').textContent).toBe('12');
  expect(screen.getByLabelText('Valid until').textContent).toBe('No expiry');
});
