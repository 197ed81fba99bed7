import type { Dialog } from '@atrium/contract/chat/dialogs.ts';
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { giveSize } from '#testing/sizes.ts';
import { open, serve } from '#testing/stage.tsx';
import { DialogList } from './DialogList.tsx';

beforeEach(() => giveSize());

const bare = {
  group_type: '',
  avatar: '',
  pinyin: '',
  email: '',
  userimg: '',
  bot: 0,
  group_info: null,
  is_disable: 0,
};
const last = (id: number, preview: string) => ({ id, userid: 2, msg: { preview, type: 'text' }, emoji: [] });
const hits = [
  { ...bare, id: 4, type: 'group', name: 'Bakery', dialog_user: null, last_msg: null, last_at: null },
  {
    ...bare,
    id: 'u:9',
    type: 'user',
    name: 'Cakey',
    dialog_user: { dialog_id: 0, userid: 9 },
    last_msg: null,
    last_at: null,
  },
  {
    ...bare,
    id: 4,
    type: 'group',
    name: 'Bakery',
    dialog_user: null,
    last_msg: last(70, 'An old cake'),
    last_at: null,
    search_msg_id: 70,
  },
];

test('the list’s search adds people and messages found by the server', async () => {
  const { inputsOf } = serve({ 'dialog/search': hits });
  const listed = {
    ...bare,
    id: 4,
    type: 'group',
    name: 'Bakery of cakes',
    hide: 0,
    last_msg: null,
    last_at: null,
    silence: 0,
  };
  act(() => client.store.base.dialog.put(listed as unknown as Dialog));
  const [onOpen, onOpenPerson] = [vi.fn(), vi.fn()];
  const { screen, user } = await open(<DialogList selected={0} onOpen={onOpen} onOpenPerson={onOpenPerson} />);
  await user.type(screen.getByRole('textbox'), 'cake');
  await user.click(await screen.findByText('An old cake', {}, { timeout: 3000 }));
  expect(onOpen).toHaveBeenLastCalledWith(4, 70);
  await user.click(screen.getByText('Cakey'));
  expect(onOpenPerson).toHaveBeenCalledWith(9);
  // One request for the whole text; listed items are not found again.
  expect(inputsOf('dialog/search')).toEqual([{ key: 'cake' }]);
  expect(screen.getAllByText(/Bakery/)).toHaveLength(2);
  await user.type(screen.getByRole('textbox'), ' of nothing');
  expect(screen.queryByText('Cakey')).toBeNull();
});

type Screen = Awaited<ReturnType<typeof open>>['screen'];
type Person = Awaited<ReturnType<typeof open>>['user'];
async function choose(screen: Screen, user: Person, name: string) {
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.click(await screen.findByRole('menuitemradio', { name }));
}

test('a filter is remembered, is in the row while it is on, and ends with a second press', async () => {
  serve({});
  const props = { selected: 0, onOpen: vi.fn(), onOpenPerson: vi.fn() };
  const first = await open(<DialogList {...props} />);
  expect(first.screen.queryByRole('button', { name: 'Groups' })).toBeNull();
  await choose(first.screen, first.user, 'Groups');
  first.unmount();
  const { screen, user } = await open(<DialogList {...props} />);
  expect(screen.getByRole('button', { name: 'Groups' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Groups' }));
  expect(screen.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Groups' })).toBeNull();
});

test('chats with bots are listed separately', async () => {
  serve({});
  const talk = (id: number, name: string, bot: number) =>
    ({ ...bare, id, type: 'user', name, bot, hide: 0, last_msg: null, last_at: null, silence: 0 }) as unknown as Dialog;
  act(() => {
    client.store.base.dialog.put(talk(5, 'Ben', 0));
    client.store.base.dialog.put(talk(6, 'ChatGPT', 6));
  });
  const { screen, user } = await open(<DialogList selected={0} onOpen={vi.fn()} onOpenPerson={vi.fn()} />);
  await choose(screen, user, 'Bots');
  expect(screen.getByText('ChatGPT')).toBeTruthy();
  expect(screen.queryByText('Ben')).toBeNull();
  await choose(screen, user, 'Direct');
  expect(screen.queryByText('ChatGPT')).toBeNull();
});

test('tagged messages have their own list, link to the message, and can be searched', async () => {
  const tagged = (id: number, preview: string) => ({ ...hits[2], last_msg: last(id, preview), search_msg_id: id });
  const { inputsOf } = serve({ 'dialog/search/tag': [tagged(71, 'Keys are in the shed'), tagged(70, 'Tide at nine')] });
  const onOpen = vi.fn();
  const { screen, user } = await open(<DialogList selected={0} onOpen={onOpen} onOpenPerson={vi.fn()} />);
  await choose(screen, user, 'Tagged');
  await user.click(await screen.findByText('Tide at nine'));
  expect(onOpen).toHaveBeenCalledWith(4, 70);
  await user.type(screen.getByRole('textbox'), 'shed');
  expect(screen.queryByText('Tide at nine')).toBeNull();
  expect(screen.getByText('Keys are in the shed')).toBeTruthy();
  expect(inputsOf('dialog/search/tag')).toHaveLength(1);
  await user.clear(screen.getByRole('textbox'));
  serve({ 'dialog/search/tag': [] });
  await user.click(screen.getByRole('button', { name: 'All' }));
  await choose(screen, user, 'Tagged');
  await screen.findByText(/No tagged messages yet/);
});
