import { expect, test } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { AcceptInvitation } from './AcceptInvitation.tsx';
import { ChoosePassword } from './ChoosePassword.tsx';
import { VerifyEmail } from './VerifyEmail.tsx';

const AT = { path: '/single/valid/email', at: '/single/valid/email?code=abc%2B1' };
const link = (kind: string) => ({ kind, email: 'ada@x.example', password_min: 8 });

// covers A2-21
test('the link of a sign-up creates the account once a password is entered, and signs in', async () => {
  const server = serve({
    'users/email/link': link('signup'),
    'users/login': { token: 'token', userid: 1 },
  });
  const { screen, user, place } = await open(<VerifyEmail />, AT);
  const field = await screen.findByLabelText('Password');
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@x.example');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  // Nothing happens until there is a password.
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(server.inputsOf('users/email/verification')).toEqual([]);
  await user.type(field, 'wintry gale 824{Enter}');
  expect(server.inputsOf('users/email/verification')).toEqual([{ code: 'abc+1', password: 'wintry gale 824' }]);
  expect(place()).toBe('/manage/setup');
});

// covers A2-21
test('an address is confirmed with the password of its account, and leads to the sign-in if that needs more', async () => {
  serve({
    'users/email/link': link('address'),
    'users/login': refused('Enter your code.', 0, { code: 'login.factor' }),
  });
  const { screen, user, place } = await open(<VerifyEmail />, AT);
  await user.type(await screen.findByLabelText('Password'), 'wintry gale 824');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(/is verified/)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Email confirmed' }));
  await user.click(screen.getByRole('button'));
  expect(place()).toBe('/login');
});

// covers A2-21
test('a used or expired link says so', async () => {
  serve({
    'users/email/link': refused('This link has already been used. Sign in with your email address and password.', 0, {
      code: 2,
    }),
  });
  const { screen } = await open(<VerifyEmail />, AT);
  expect(
    await screen.findByText('This link has already been used. Sign in with your email address and password.'),
  ).toBeTruthy();
});

test('where people sign in elsewhere, the link of a sign-up asks for no password', async () => {
  const server = serve({
    'users/email/link': { ...link('signup'), is_without_password: true },
    'users/email/verification': {},
    'users/sso/list': { providers: [{ id: 'a', name: 'Example ID' }], password: false },
  });
  const { screen, user, place } = await open(<VerifyEmail />, AT);
  await user.click(await screen.findByRole('button', { name: 'Create account' }));
  expect(server.inputsOf('users/email/verification')).toEqual([{ code: 'abc+1', password: '' }]);
  expect(server.inputsOf('users/login')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(place()).toBe('/login');
});

test.each([
  [[{ id: 'a', name: 'Example ID' }], 'You don’t need a password: you’ll sign in with Example ID.'],
  [[], /the one for your company account/],
])('where people sign in elsewhere, an invitation says so and asks for no password', async (providers, words) => {
  const server = serve({
    'users/invitation/info': {
      ...{
        workspace: 'Harbour',
        inviter: 'Bo',
        inviter_img: '',
        email: 'ada@x.example',
        departments: [],
        projects: [],
      },
      ...{ password_min: 8, is_confirmed: false, is_without_password: true },
    },
    'users/invitation/accept': { token: 'token', userid: 1 },
    'users/sso/list': { providers, password: false },
  });
  const at = { path: '/single/invitation', at: '/single/invitation?token=x' };
  const { screen, user, place } = await open(<AcceptInvitation />, at);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(server.inputsOf('users/invitation/accept')).toEqual([{ token: 'x', email: 'ada@x.example', nickname: 'Ada' }]);
  expect(place()).toBe('/manage/setup');
});

test('a dead invitation leads somebody who is signed in back to the workspace, and others to the sign-in', async () => {
  serve({ 'users/invitation/info': refused('This invitation is no longer valid.', 0, { code: 'invitation.gone' }) });
  const at = { path: '/single/invitation', at: '/single/invitation?token=x' };
  const { screen, unmount } = await open(<AcceptInvitation />, at);
  expect(await screen.findByRole('button', { name: 'Go to sign-in' })).toBeTruthy();
  unmount();
  localStorage.setItem('token', 'one');
  const { user, place } = await open(<AcceptInvitation />, at);
  await user.click(await screen.findByRole('button', { name: 'Open Atrium here' }));
  expect(place()).toBe('/manage/dashboard');
});

test('a dead link to a new password offers another one where mail is sent', async () => {
  const server = serve({
    'users/password/reset/info': refused('This link has expired.', 0, { code: 'reset.gone' }),
    'users/reg/needinvite': { can_reset: true },
    'users/password/forgot': {},
  });
  const { screen, user } = await open(<ChoosePassword />, { path: '/single/password', at: '/single/password?token=x' });
  await user.click(await screen.findByRole('button', { name: 'Request a new link' }));
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText(/If ada@example.com has an account here/)).toBeTruthy();
  expect(server.inputsOf('users/password/forgot')).toEqual([{ email: 'ada@example.com' }]);
});
