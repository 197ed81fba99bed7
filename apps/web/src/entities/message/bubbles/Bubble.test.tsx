import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { clockTime, fullTime } from '#entities/message/time.ts';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { Bubble } from './Bubble.tsx';
import type { BubbleActions } from './bubbleActions.ts';

const actions = new Proxy({} as BubbleActions, { get: () => () => {} });
const message = {
  id: 7,
  dialog_id: 3,
  userid: 2,
  type: 'text',
  mtype: 'text',
  msg: { type: 'text', text: '<p>Hello</p>' },
  emoji: [],
  created_at: '2026-11-20 09:00:00',
} as unknown as ClientMessage;

test('message actions are always reachable, and their icons load when the pointer is near', async () => {
  serve({});
  const { screen, user } = await open(
    <Bubble
      message={message}
      isMine={false}
      isFirst={false}
      isGroup={false}
      isHighlighted={false}
      isPinned={false}
      isChosen={undefined}
      actions={actions}
    />,
  );
  const buttons = ['React', 'Reply', 'More'].map((name) => screen.getByRole('button', { name }));
  const pictures = () => buttons.filter((button) => button.querySelector('svg')).length;
  expect(pictures()).toBe(0);
  await user.hover(screen.getByText('Hello'));
  expect(pictures()).toBe(3);
});

const footer = async (fields: Partial<ClientMessage>, more: { isMine?: boolean; isGroup?: boolean } = {}) => {
  const called = { retry: vi.fn(), openReplies: vi.fn(), openPerson: vi.fn() };
  const all = new Proxy({} as BubbleActions, {
    get: (_, name) => called[name as keyof typeof called] ?? (() => {}),
  });
  const shown = await open(
    <Bubble
      message={{ ...message, reply_num: 0, tag: 0, todo: 0, modify: 0, percentage: 0, send: 1, ...fields }}
      isMine={more.isMine ?? false}
      isFirst={false}
      isGroup={more.isGroup ?? false}
      isHighlighted={false}
      isPinned={false}
      isChosen={undefined}
      actions={all}
    />,
  );
  return { ...shown, called };
};

// covers B2-03
test('the footer shows replies, the tag, the to-do with its people, and the edit mark', async () => {
  client.store.base.user.put({ userid: 2, nickname: 'Bo', pinyin: '', email: '', userimg: '' } as unknown as UserBasic);
  const row = { id: 1, dialog_id: 3, msg_id: 7, userid: 2, done_at: null, remind_at: null };
  serve({ 'dialog/msg/todolist': [row] });
  const plain = await footer({});
  for (const name of [/repl(y|ies)$/, /^Tagged by/, /^To-do/]) {
    expect(plain.screen.queryByRole('button', { name })).toBeNull();
  }
  expect(plain.screen.queryByText(/^edited$/i)).toBeNull();
  plain.unmount();

  const { screen, user, called } = await footer({ reply_num: 3, tag: 2, todo: 1, modify: 1 });
  const replies = screen.getByRole('button', { name: '3 replies' });
  expect(replies.textContent).toBe('3');
  await user.click(replies);
  expect(called.openReplies).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Tagged by Bo' })).toBeTruthy();
  expect(screen.getByText(/^edited$/i)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'To-do' }));
  const people = within(await screen.findByRole('dialog'));
  expect(await people.findByText('Bo')).toBeTruthy();
});

// covers B2-03
test('the footer marks unsent messages, and clicking the time toggles the full date', async () => {
  serve({});
  const { screen, user, called } = await footer({ error: 'No network.', id: -7 }, { isMine: true });
  const failed = screen.getAllByRole('button', { name: /^No network\./ })[0] as HTMLElement;
  await user.click(failed);
  expect(called.retry).toHaveBeenCalledTimes(1);
  const [short, full] = [clockTime(message.created_at), fullTime(message.created_at)];
  const time = screen.getByText(short);
  expect(short).not.toBe(full);
  await user.click(time);
  expect(time.textContent).toBe(full);
  await user.click(time);
  expect(time.textContent).toBe(short);
});

// covers B2-03
test('an own message shows who has read it: a percentage in groups, one or two ticks in direct chats', async () => {
  serve({});
  const marks = async (percentage: number, isGroup: boolean, isMine = true) => {
    const { screen, unmount } = await footer({ percentage }, { isMine, isGroup });
    const ring = screen.queryByRole('button', { name: /^Read by/ });
    const found = {
      ring: ring?.getAttribute('aria-label') ?? '',
      one: screen.queryAllByLabelText('Sent').length,
      two: screen.queryAllByLabelText('Read').length,
    };
    unmount();
    return found;
  };
  expect(await marks(50, true)).toEqual({ ring: 'Read by 50%', one: 0, two: 0 });
  expect(await marks(0, false)).toEqual({ ring: '', one: 1, two: 0 });
  expect(await marks(100, false)).toEqual({ ring: '', one: 0, two: 1 });
  expect(await marks(50, true, false)).toEqual({ ring: '', one: 0, two: 0 });
});
