import { CallError } from '@atrium/client/api.ts';
import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, serve } from '#testing/stage.tsx';
import { useNotices } from '#ui/overlays/notices.ts';
import { type Opening, useConversationView } from './useConversationView.ts';

const dialog = {
  ...{ id: 3, type: 'group', group_type: 'user', name: 'Team', unread: 0, unread_one: 0, mention_ids: [] },
  ...{ owner_id: ME, link_id: 0, is_disable: 0, dialog_mute: '' },
} as unknown as ClientDialog;
const message = (id: number, userid: number, text: string) =>
  ({
    ...{ id, seq: id, dialog_id: 3, userid, type: 'text', mtype: 'text', msg: { type: 'html', text } },
    ...{ bot: 0, emoji: [], reply_id: 0, mentions: [], created_at: '2026-11-24 10:00:00' },
  }) as unknown as ClientMessage;

const drawn = () => ({
  list: { current: { toBottom: vi.fn<() => void>() } },
  composer: { current: { focus: vi.fn<() => void>() } },
});
function view(opening: Partial<Opening> = {}) {
  const screen = drawn();
  const onPerson = vi.fn<(userid: number) => void>();
  const rendered = renderHook((props: Opening) => useConversationView(props, screen), {
    initialProps: { dialog, onPerson, ...opening },
  });
  return { ...rendered, screen, model: () => rendered.result.current };
}

beforeEach(() => {
  client.user = { userid: ME, nickname: 'Ada', identity: [] as string[] } as unknown as Profile;
  client.store.base.dialog.put(dialog);
  for (const each of [message(11, 2, '<p>Hello</p>'), message(12, ME, '<p>Hi</p>')])
    client.store.base.message.put(each);
});
afterEach(async () => {
  await client.queue.clear();
  client.store.clear();
});

test('replying focuses the field, and sending clears the quote and scrolls to the end', () => {
  serve({});
  const { model, screen } = view();
  act(() => model().actions.reply(message(11, 2, '<p>Hello</p>')));
  expect(model().reply?.id).toBe(11);
  expect(screen.composer.current.focus).toHaveBeenCalledOnce();
  act(() => model().onSend('<p>Yes</p>', { type: 'html', isSilent: false }));
  expect(model().reply).toBeNull();
  expect(screen.list.current.toBottom).toHaveBeenCalledOnce();
});

test('pending files are offered together, and none where posting is not allowed', () => {
  serve({});
  const { model, rerender } = view();
  const file = (name: string) => new File(['x'], name);
  act(() => model().offer([file('a.txt')]));
  act(() => model().offer([file('b.txt')]));
  const { modal } = model();
  expect(modal?.kind === 'files' && modal.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
  act(() => model().setModal(null));
  rerender({ dialog: { ...dialog, dialog_mute: 'close' }, onPerson: () => undefined });
  act(() => model().offer([file('c.txt')]));
  expect(model().modal).toBeNull();
});

test('opening at a message shows it; jumping to the newest loads a new list', () => {
  serve({});
  const { model } = view({ position: 11 });
  expect([model().highlighted, model().isAtUnread, model().anchor]).toEqual([11, false, 11]);
  const before = model().opened;
  act(() => model().toLatest());
  expect([model().isAtLatest, model().anchor]).toEqual([true, undefined]);
  expect(model().opened).not.toBe(before);
});

test('a jump to a message that cannot be loaded says so and keeps what is shown', async () => {
  serve({});
  useNotices.setState({ list: [] });
  client.store.windows.add(3, { from: 11, to: Infinity });
  const load = vi.spyOn(client.opened, 'openDialog').mockResolvedValue();
  const { model } = view();
  await waitFor(() => expect(model().isLoading).toBe(false));
  load.mockRejectedValue(new CallError(0, 'internal', 'Something went wrong'));
  await act(async () => model().actions.jump(5));
  expect(model().view.messages.map(({ id }) => id)).toEqual([11, 12]);
  expect([model().isLoading, model().anchor]).toEqual([false, undefined]);
  expect(useNotices.getState().list.map(({ text }) => text)).toHaveLength(1);
});

test('switching conversations clears replies and open panels', () => {
  serve({});
  const { model, rerender } = view();
  act(() => model().actions.reply(message(11, 2, '<p>Hello</p>')));
  act(() => model().actions.editTodo(message(11, 2, '<p>Hello</p>')));
  expect([model().reply?.id, model().modal?.kind]).toEqual([11, 'todo']);
  rerender({ dialog: { ...dialog, id: 4 }, onPerson: () => undefined });
  expect([model().reply, model().modal, model().isAtUnread]).toEqual([null, null, true]);
});
