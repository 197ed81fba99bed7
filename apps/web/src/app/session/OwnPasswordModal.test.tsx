import type { ClientState } from '@atrium/client/client.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { OwnPasswordModal } from './OwnPasswordModal.tsx';

const signedIn = () => vi.spyOn(client, 'state', 'get').mockReturnValue('ready' satisfies ClientState);

test('a person with a temporary password chooses their own first', async () => {
  signedIn();
  const server = serve({
    'users/editpass': ({ oldpass }: { oldpass: string }) =>
      oldpass === 'given'
        ? { userid: 1, token: 'new', changepass: 0 }
        : refused(
            'The current password is incorrect. Try again. If you forgot it, sign out and reset it on the sign-in page.',
          ),
  });
  const { screen, user } = await open(<OwnPasswordModal />, { me: { changepass: 1 } });
  await screen.findByRole('dialog', { name: 'Set your own password' });
  await user.keyboard('{Escape}');
  await user.type(screen.getByLabelText('Current password'), 'guess');
  await user.type(screen.getByLabelText('New password'), 'mine-alone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The current password is incorrect. Try again. If you forgot it, sign out and reset it on the sign-in page.',
  );
  await user.clear(screen.getByLabelText('Current password'));
  await user.type(screen.getByLabelText('Current password'), 'given');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(server.inputsOf('users/editpass').at(-1)).toEqual({ oldpass: 'given', newpass: 'mine-alone' });
  // The next start does not ask again.
  expect(client.user?.changepass).toBe(0);
});

test('a page without its user asks as soon as the server insists, then retries the refused call', async () => {
  signedIn();
  let isOwn = false;
  serve({
    'dialog/msg/sendtext': () =>
      isOwn ? { id: 7 } : refused('Set your own password before you continue.', -4, { code: 'password.temporary' }),
    'users/editpass': () => {
      isOwn = true;
      return { userid: 1, token: 'new', changepass: 0 };
    },
  });
  const { screen, user } = await open(<OwnPasswordModal />);
  expect(screen.queryByRole('dialog')).toBeNull();
  const sent = Promise.all([1, 2].map((dialog_id) => client.api.call(msgSendtext, { dialog_id, text: 'hello' })));
  await user.type(await screen.findByLabelText('Current password'), 'given');
  await user.type(screen.getByLabelText('New password'), 'mine-alone');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await sent).map(({ id }) => id)).toEqual([7, 7]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a person with a password of their own is not asked', async () => {
  signedIn();
  serve({});
  const { screen } = await open(<OwnPasswordModal />, { me: { changepass: 0 } });
  expect(screen.queryByRole('dialog')).toBeNull();
});
