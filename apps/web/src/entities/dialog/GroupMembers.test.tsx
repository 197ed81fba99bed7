import type { Scene } from '@atrium/client/live/frames.ts';
import { dialogReducers } from '@atrium/client/store/dialogEvents.ts';
import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { act, cleanup, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { useRow } from '#sync/store/useStore.ts';
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
const others = [person(4, 'Dee'), person(5, 'Eve')];
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
const member = (userid: number, inviter = ME) => ({ dialog_id: 3, userid, inviter, important: 0, bot: 0, role: 0 });

async function panel(fields: object = {}, members = [member(ME), member(2)]) {
  for (const user of [ada, bo, ...others]) client.store.base.user.put(user as never);
  const server = serve({
    'dialog/user': members,
    'users/search': { data: [ada, bo], current_page: 1, last_page: 1 },
    'dialog/group/transfer': { id: 3, owner_id: 2 },
    'dialog/group/edit': { id: 3 },
    'system/imgupload': { path: 'picture/abcdefghijk' },
  });
  tell(fields);
  const shown = await open(<Panel />);
  return { server, ...shown };
}
/** The server's events about the group. */
const tell = (fields: object) => client.store.base.dialog.put({ ...group, ...fields } as unknown as ClientDialog);
function Panel() {
  const dialog = useRow('dialog', group.id);
  return dialog && <GroupMembers dialog={dialog} onClose={() => {}} onPerson={() => {}} />;
}

test('the owner transfers the group, and refusals are shown', async () => {
  const { server, screen, user } = await panel();
  const handOver = async () => {
    await user.click(screen.getByRole('button', { name: 'Transfer ownership' }));
    const picker = within(await screen.findByRole('dialog', { name: 'Transfer ownership' }));
    await user.click(await picker.findByRole('checkbox', { name: /Bo/ }));
    expect((picker.getByRole('checkbox', { name: /Ada/ }) as HTMLInputElement).disabled).toBe(true);
    await user.click(picker.getByRole('button', { name: /^Select/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await handOver();
  expect(server.inputsOf('dialog/group/transfer')).toEqual([{ dialog_id: 3, userid: 2 }]);
  server.answers['dialog/group/transfer'] = refused('Bo is gone.');
  await handOver();
  await screen.findByText('Bo is gone.');
});

test('the owner removes the group’s picture; nobody else is offered that', async () => {
  const { server, screen, user } = await panel({ avatar: 'http://x.example/picture/abcdefghijk/thumb' });
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/picture/abcdefghijk/thumb');
  await user.click(screen.getByRole('button', { name: 'Remove photo' }));
  expect(server.inputsOf('dialog/group/edit')).toEqual([{ dialog_id: 3, avatar: '' }]);
  fireEvent.error(document.querySelector('img') as HTMLElement);
  expect(document.querySelector('img')).toBeNull();

  cleanup();
  const other = await panel({ owner_id: 2 });
  await other.screen.findByRole('button', { name: 'Leave group' });
  expect(other.screen.queryByRole('button', { name: /picture|Hand/ })).toBeNull();
});

test('the owner appoints a deputy, who manages everyone but the owner and other deputies', async () => {
  const { server, screen, user } = await panel();
  server.answers['dialog/group/adddeputy'] = { id: 3, deputy_ids: [2] };
  await user.click(await screen.findByRole('button', { name: 'Actions for Bo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Make deputy' }));
  expect(server.inputsOf('dialog/group/adddeputy')).toEqual([{ dialog_id: 3, userid: 2 }]);
  expect(screen.queryByRole('button', { name: 'Actions for Ada' })).toBeNull();
  cleanup();

  const led = await panel({ owner_id: 2 }, [
    member(2),
    { ...member(ME, 2), role: 2 },
    { ...member(4, 2), role: 2 },
    member(5, 2),
  ]);
  await led.screen.findByRole('textbox', { name: 'Group name' });
  expect(led.screen.getAllByText('Deputy')).toHaveLength(2);
  expect(led.screen.getByRole('button', { name: 'Add people' })).toBeDefined();
  const menus = led.screen.getAllByRole('button', { name: /^Actions for/ });
  expect(menus.map((each) => each.getAttribute('aria-label'))).toEqual(['Actions for Eve']);
  await led.user.click(menus[0] as HTMLElement);
  const offered = await led.screen.findAllByRole('menuitem');
  expect(offered.map((item) => item.textContent)).toEqual(['Remove Eve']);
  for (const name of ['Transfer ownership', 'Delete group']) {
    expect(led.screen.queryByRole('button', { name })).toBeNull();
  }
});

test('the name field shows the group’s name for others, and viewing it does not reset it', async () => {
  const { server, screen, user } = await panel();
  const field = () => screen.getByRole('textbox', { name: 'Group name' }) as HTMLInputElement;
  await act(async () => tell({ name: 'Quay' }));
  expect(field().value).toBe('Quay');
  await user.click(field());
  await user.tab();
  expect(server.inputsOf('dialog/group/edit')).toEqual([]);
  await user.clear(field());
  await user.type(field(), 'Pier');
  // One's own edit stays meanwhile.
  await act(async () => tell({ name: 'Dock' }));
  expect(field().value).toBe('Pier');
  server.answers['dialog/group/edit'] = refused('No.');
  await user.keyboard('{Enter}');
  expect(server.inputsOf('dialog/group/edit')).toEqual([{ dialog_id: 3, chat_name: 'Pier' }]);
  await waitFor(() => expect(field().value).toBe('Dock'));
});

test('a member who returns and becomes a deputy again is shown as one', async () => {
  const { server, screen } = await panel({ deputy_ids: [2] }, [member(ME), { ...member(2), role: 2 }]);
  await screen.findByText('Deputy');
  const hear = (data: object) =>
    act(async () =>
      dialogReducers['dialog/groupUpdate']?.({ base: client.store.base } as Scene, { id: 3, ...data }, {} as never),
    );
  server.answers['dialog/user'] = [member(ME), member(2)];
  await hear({ owner_id: ME });
  await waitFor(() => expect(screen.queryByText('Deputy')).toBeNull());
  server.answers['dialog/user'] = [member(ME), { ...member(2), role: 2 }];
  await hear({ deputy_ids: [2] });
  await screen.findByText('Deputy');
});
