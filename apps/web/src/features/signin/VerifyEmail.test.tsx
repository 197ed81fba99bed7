import { expect, test } from 'vitest';
import { open, refused, serve } from '#testing/stage.tsx';
import { VerifyEmail } from './VerifyEmail.tsx';

const AT = { path: '/single/valid/email' };

// covers A2-21
test('the link in a verification mail verifies the address and leads to the sign-in', async () => {
  const server = serve({});
  const { screen, user, place } = await open(<VerifyEmail />, { ...AT, at: '/single/valid/email?code=abc%2B1' });
  expect(await screen.findByText(/is verified/)).toBeTruthy();
  expect(server.inputsOf('users/email/verification')).toEqual([{ code: 'abc+1' }]);
  await user.click(screen.getByRole('button'));
  expect(place()).toBe('/login');
});

// covers A2-21
test('a used or expired link says so', async () => {
  serve({ 'users/email/verification': refused('This link has already been used.', 0, { code: 2 }) });
  const { screen } = await open(<VerifyEmail />, { ...AT, at: '/single/valid/email?code=abc' });
  expect(await screen.findByText('This link has already been used.')).toBeTruthy();
});
