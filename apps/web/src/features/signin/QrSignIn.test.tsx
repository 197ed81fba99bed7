import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { LOST, open, refused, serve } from '#testing/stage.tsx';
import { QrConfirm } from './QrConfirm.tsx';
import { QrSignIn } from './QrSignIn.tsx';
import { SignInScreen } from './SignInScreen.tsx';

const WAITING = refused('This code hasn’t been confirmed yet.', 0, { code: 'login.qr_waiting' });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a QR code with instructions is shown, polled every 2 s, and signs in once confirmed', async () => {
  vi.useFakeTimers();
  const server = serve({ 'users/login/qrcode': WAITING });
  const onDone = vi.fn();
  const { screen } = await open(<QrSignIn onDone={onDone} onPassword={() => {}} />);
  const address = () => screen.getByRole('img').getAttribute('data-address') ?? '';
  const [, code] = /\/login\?qrcode=([a-z0-9]{32})$/.exec(address()) ?? [];
  expect(code).toBeTruthy();
  await pass(1_900);
  expect(server.inputsOf('users/login/qrcode')).toEqual([]);
  await pass(200);
  await pass(2_100);
  expect(server.inputsOf('users/login/qrcode')).toEqual([
    { code, type: 'status' },
    { code, type: 'status' },
  ]);
  // A lost answer is requested again.
  server.answers['users/login/qrcode'] = LOST;
  await pass(2_100);
  expect(screen.queryByRole('alert')).toBeNull();
  server.answers['users/login/qrcode'] = refused('This account is disabled.');
  await pass(2_100);
  expect(screen.getByRole('alert').textContent).toBe('This account is disabled.');
  server.answers['users/login/qrcode'] = { userid: 1, token: 'fresh' };
  await pass(2_100);
  expect(onDone).toHaveBeenCalledOnce();
  expect(localStorage.getItem('token')).toBe('fresh');
});

test('after three minutes there is a new code', async () => {
  vi.useFakeTimers();
  serve({ 'users/login/qrcode': WAITING });
  const { screen } = await open(<QrSignIn onDone={() => {}} onPassword={() => {}} />);
  const before = screen.getByRole('img').getAttribute('data-address');
  await pass(3 * 60_000 + 100);
  expect(screen.getByRole('img').getAttribute('data-address')).not.toBe(before);
});

test('the sign-in page links to the code and back', async () => {
  serve({
    'users/reg/needinvite': { need: false, open: true, first: false },
    'users/sso/list': { providers: [], password: true },
    'users/login/qrcode': WAITING,
  });
  const { screen, user } = await open(<SignInScreen target="/" onDone={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Sign in with another device' }));
  expect(await screen.findByRole('img', { name: 'QR code for sign-in' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Sign in with password' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('the signed-in device names the account, confirms only on a click, and shows errors', async () => {
  const server = serve({
    'users/info': { nickname: 'Ada' },
    'users/login/qrcode': refused('This code has already been confirmed.'),
  });
  const { screen, user, place } = await open(<QrConfirm code={'c'.repeat(32)} />, { path: '/login' });
  expect(await screen.findByText(/signed in as Ada\. Only confirm if/)).toBeTruthy();
  expect(server.inputsOf('users/login/qrcode')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Confirm sign-in' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This code has already been confirmed.');
  server.answers['users/login/qrcode'] = {};
  await user.click(screen.getByRole('button', { name: 'Confirm sign-in' }));
  expect(await screen.findByText('Signing in on the other device…')).toBeTruthy();
  expect(server.inputsOf('users/login/qrcode').at(-1)).toEqual({ code: 'c'.repeat(32), type: 'login' });
  await user.click(screen.getByRole('button', { name: 'Open Atrium here' }));
  expect(place()).toBe('/manage/dashboard');
});

test('with passwords off there are buttons of providers, and a way for administrators', async () => {
  serve({
    'users/reg/needinvite': { need: false, open: true, first: false },
    'users/sso/list': { providers: [{ id: 'a', name: 'Example ID' }], password: false },
  });
  const { screen, user } = await open(<SignInScreen target="/" onDone={() => undefined} />);
  await screen.findByRole('button', { name: 'Continue with Example ID' });
  expect(screen.queryByLabelText('Password')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Administrator? Sign in with a password' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
});
