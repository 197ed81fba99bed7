import type { ClientDialog } from '@atrium/client/rows.ts';
import { cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';
import { GroupMembers } from './GroupMembers.tsx';

const person = (userid: number, nickname: string) => ({
  userid,
  nickname,
  email: `${nickname}@x.example`,
  pinyin: '',
  profession: '',
  bot: 0,
  userimg: '',
});
const [ada, bo] = [person(ME, 'Ada'), person(2, 'Bo')];
const group = {
  id: 3,
  type: 'group',
  group_type: 'user',
  name: 'Yard',
  avatar: '',
  owner_id: ME,
  people: 2,
  link_id: 0,
};
const member = (userid: number) => ({ dialog_id: 3, userid, inviter: ME, important: 0, bot: 0 });

async function panel(fields: object = {}) {
  for (const user of [ada, bo]) client.store.base.user.put(user as never);
  const server = serve({
    'dialog/user': [member(ME), member(2)],
    'users/search': { data: [ada, bo], current_page: 1, last_page: 1 },
    'dialog/group/transfer': { id: 3, owner_id: 2 },
    'dialog/group/edit': { id: 3 },
    'system/imgupload': { path: 'picture/abcdefghijk' },
  });
  const dialog = { ...group, ...fields } as unknown as ClientDialog;
  const shown = await open(<GroupMembers dialog={dialog} onClose={() => {}} onPerson={() => {}} />);
  return { server, ...shown };
}
afterEach(() => client.store.clear());

test('the owner hands the group over to somebody; what is refused is said', async () => {
  const { server, screen, user } = await panel();
  const handOver = async () => {
    await user.click(screen.getByRole('button', { name: 'Hand the group over' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Hand the group over' }));
    await user.click(await picker.findByRole('checkbox', { name: /Bo/ }));
    expect((picker.getByRole('checkbox', { name: /Ada/ }) as HTMLInputElement).disabled).toBe(true);
    await user.click(picker.getByRole('button', { name: /^Choose/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await handOver();
  expect(server.inputsOf('dialog/group/transfer')).toEqual([{ dialog_id: 3, userid: 2 }]);
  server.answers['dialog/group/transfer'] = refused('Bo is gone.');
  await handOver();
  await screen.findByText('Bo is gone.');
});

test('the owner takes the picture of the group away; nobody else is offered any of it', async () => {
  const { server, screen, user } = await panel({ avatar: 'http://x.example/picture/abcdefghijk/thumb' });
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/picture/abcdefghijk/thumb');
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  expect(server.inputsOf('dialog/group/edit')).toEqual([{ dialog_id: 3, avatar: '' }]);
  fireEvent.error(document.querySelector('img') as HTMLElement);
  expect(document.querySelector('img')).toBeNull();

  cleanup();
  const other = await panel({ owner_id: 2 });
  await other.screen.findByRole('button', { name: 'Leave group' });
  expect(other.screen.queryByRole('button', { name: /picture|Hand/ })).toBeNull();
});
