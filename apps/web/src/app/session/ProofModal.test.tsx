import { factorClear } from '@atrium/contract/people/signIn.ts';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { ProofModal } from './ProofModal.tsx';

function guarded() {
  let isProved = false;
  return serve({
    'users/factor/clear': () => (isProved ? {} : refused('Confirm that it’s you.', -6, { code: 'proof.needed' })),
    'users/prove/options': { password: true, totp: false, passkey: null },
    'users/prove': ({ password }: { password: string }) => {
      if (password !== 'right') return refused('That’s not right.', 0, { code: 'prove.wrong' });
      isProved = true;
      return {};
    },
  });
}

test('a refused change waits for the proof and is repeated once it is there', async () => {
  guarded();
  const { screen, user } = await open(<ProofModal />);
  const both = Promise.all([1, 2].map((userid) => client.api.call(factorClear, { userid })));
  const field = await screen.findByLabelText('Password');
  await expect.poll(() => document.activeElement).toBe(field);
  await user.type(field, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toBe('That’s not right.');
  await user.clear(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await both).toEqual([{}, {}]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('canceling leaves the change refused', async () => {
  guarded();
  const { screen, user } = await open(<ProofModal />);
  const change = client.api.call(factorClear, { userid: 1 }).catch((error: { code: string }) => error.code);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await change).toBe('proof.needed');
});
