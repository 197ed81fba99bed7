import { expect, test } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { SignInScreen } from './SignInScreen.tsx';

const REGISTRATION = {
  need: true,
  open: false,
  first: false,
  domains: [],
  can_reset: true,
  password_min: 8,
  can_passkey: false,
};
const FACTOR = refused('Enter the code.', 0, { code: 'login.factor', ticket: 'ticket-1', totp: true, passkey: false });

async function withPassword(answers: Record<string, unknown>) {
  let isDone = false;
  const server = serve({
    'users/reg/needinvite': REGISTRATION,
    'users/sso/list': { providers: [], password: true },
    'users/login': FACTOR,
    ...answers,
  });
  const stage = await open(<SignInScreen target="/" onDone={() => (isDone = true)} />);
  await stage.user.type(stage.screen.getByLabelText('Email'), 'ada@example.com');
  await stage.user.type(stage.screen.getByLabelText('Password'), 'correct-Horse7');
  return { ...stage, server, isDone: () => isDone };
}

test('after the password a code is asked for; a wrong one says what to do, a right one opens the workspace', async () => {
  const { screen, user, server, isDone } = await withPassword({
    'users/login/factor': ({ code }: { code: string }) =>
      code === '123456' ? { token: 't' } : refused('This code is not right.', 0, { code: 'factor.wrong' }),
  });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.type(await screen.findByLabelText('Code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.');
  await user.clear(screen.getByLabelText('Code'));
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await expect.poll(isDone).toBe(true);
  expect(server.inputsOf('users/login/factor').at(-1)).toEqual({ ticket: 'ticket-1', code: '123456' });
});

test('a ticket that is over leads back to the password, with the reason', async () => {
  const { screen, user } = await withPassword({
    'users/login/factor': refused('This sign-in took too long.', 0, { code: 'login.ticket' }),
  });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'abcd');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in took too long.');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('a forgotten password: the typed address is kept, and the answer does not tell whether it is known', async () => {
  const { screen, user, server } = await withPassword({ 'users/password/forgot': {} });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.click(await screen.findByRole('button', { name: 'Send link' }));
  expect(await screen.findByText(/If ada@example.com has an account here/)).toBeTruthy();
  expect(server.inputsOf('users/password/forgot')).toEqual([{ email: 'ada@example.com' }]);
});

test('where no mail can be sent, the screen says whom to ask', async () => {
  const { screen, user } = await withPassword({ 'users/reg/needinvite': { ...REGISTRATION, can_reset: false } });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  expect(await screen.findByText(/Ask an administrator for a link/)).toBeTruthy();
});

test('nobody is offered to sign up before the server has said so, nor where people are invited', async () => {
  let settle: (answer: unknown) => void = () => undefined;
  const server = serve({
    'users/reg/needinvite': () => new Promise((resolve) => (settle = resolve)),
    'users/sso/list': { providers: [], password: true },
  });
  const { screen } = await open(<SignInScreen target="/" onDone={() => undefined} />);
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(screen.queryByText(/No account yet/)).toBeNull();
  settle({ ...REGISTRATION, name: 'Lighthouse' });
  expect(await screen.findByText('Lighthouse')).toBeTruthy();
  expect(screen.queryByText(/No account yet/)).toBeNull();
  expect(server.inputsOf('users/reg/needinvite')).toHaveLength(1);
});

test('a password is not sent before the server has said whether it is to be encrypted', async () => {
  let settle: (answer: unknown) => void = () => undefined;
  const { screen, user, server } = await withPassword({
    'users/reg/needinvite': () => new Promise((resolve) => (settle = resolve)),
  });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await expect.poll(() => server.inputsOf('users/login/needcode')).toHaveLength(1);
  expect(server.inputsOf('users/login')).toEqual([]);
  settle(REGISTRATION);
  await expect.poll(() => server.inputsOf('users/login')).toHaveLength(1);
});

test('the text of the picture is typed next, also if the picture was there before it was asked for', async () => {
  let need: (answer: unknown) => void = () => undefined;
  let answer: (refusal: unknown) => void = () => undefined;
  const { screen, user } = await withPassword({
    'users/login/needcode': () => new Promise((resolve) => (need = resolve)),
    'users/login/codejson': { key: 'k', img: 'data:image/png;base64,' },
    'users/login': () => new Promise((resolve) => (answer = resolve)),
  });
  await user.keyboard('{Enter}');
  need({ need: true });
  const field = await screen.findByLabelText('Characters in the image');
  expect(document.activeElement).not.toBe(field);
  answer(refused('Enter the characters in the picture.', 0, { code: 'need' }));
  await expect.poll(() => screen.getByLabelText('Characters in the image') === document.activeElement).toBe(true);
});

test('where mail is sent, signing up asks for the address only', async () => {
  const server = serve({
    'users/reg/needinvite': { ...REGISTRATION, need: false, open: true },
    'users/sso/list': { providers: [], password: true },
    'users/login': refused('Almost done.', 0, { code: 'email' }),
  });
  const { screen, user } = await open(<SignInScreen target="/" onDone={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Sign up' }));
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.type(screen.getByLabelText('Email'), 'ada@example.com{Enter}');
  expect(await screen.findByText('Almost done.')).toBeTruthy();
  expect(server.inputsOf('users/login')).toMatchObject([{ type: 'reg', email: 'ada@example.com', password: '' }]);
});
