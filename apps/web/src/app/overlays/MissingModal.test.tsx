import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { open, refused, serve } from '#testing/stage.tsx';
import { MissingModal } from './MissingModal.tsx';

const send = () => client.api.call(msgSendtext, { dialog_id: 1, text: 'hello' });

// covers C5-02, C7-08
test('a missing nickname is requested, and the message is sent', async () => {
  let nickname = '';
  const server = serve({
    'dialog/msg/sendtext': () =>
      nickname ? { id: 7 } : refused('Enter your name first.', -2, { code: 'profile.nickname' }),
    'users/editdata': (input: { nickname: string }) => {
      if (input.nickname === 'x') return refused('2 to 20 characters.');
      nickname = input.nickname;
      return { userid: 1, nickname };
    },
  });
  const { screen, user } = await open(<MissingModal />);
  // Two calls at once ask once.
  const sent = Promise.all([send(), send()]);
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect(screen.getByText('Enter your name first.')).toBeTruthy();
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(screen.getByText('Enter your name')).toBeTruthy();
  expect(server.inputsOf('users/editdata')).toEqual([]);
  await user.type(field, 'x');
  await user.click(save);
  expect(await screen.findByText('2 to 20 characters.')).toBeTruthy();
  await user.type(field, 'y');
  await user.click(save);
  expect((await sent).map((each) => each.id)).toEqual([7, 7]);
  expect(server.inputsOf('users/editdata')).toEqual([{ nickname: 'x' }, { nickname: 'xy' }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

// covers C5-02, C7-08
test('a missing phone number is saved as `tel` only, and the message is sent', async () => {
  let tel = '';
  const server = serve({
    'dialog/msg/sendtext': () =>
      tel ? { id: 7 } : refused('Enter your phone number first.', -3, { code: 'profile.phone' }),
    'users/editdata': (input: { tel: string }) => {
      tel = input.tel;
      return { userid: 1, nickname: 'Ada', tel };
    },
  });
  const { screen, user } = await open(<MissingModal />);
  const sent = send();
  await user.type(await screen.findByRole('textbox', { name: 'Phone' }), '+49 30 123456');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await sent).id).toBe(7);
  expect(server.inputsOf('users/editdata')).toEqual([{ tel: '+49 30 123456' }]);
});

test('declining to give it refuses the message', async () => {
  serve({ 'dialog/msg/sendtext': refused('Enter your phone number first.', -3, { code: 'profile.phone' }) });
  const { screen, user } = await open(<MissingModal />);
  const sent = send().catch((error: unknown) => error);
  await screen.findByRole('textbox', { name: 'Phone' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await sent).toMatchObject({ code: 'profile.phone' });
});
