import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { Profile } from '@atrium/contract/people/profile.ts';
import type { UserBasic } from '@atrium/contract/people/users.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { mayAskOthers } from './mayAskOthers.ts';
import { TodoModal } from './TodoModal.tsx';

test('without the right to assign others, a person changes only their own part', async () => {
  serve({ 'dialog/msg/todolist': [{ id: 1, dialog_id: 5, msg_id: 7, userid: 2, done_at: null }] });
  const message = { id: 7, dialog_id: 5, todo: 2, todo_done: 0 } as ClientMessage;
  client.store.base.user.put({ userid: 1, nickname: 'Ada', pinyin: '', email: '', userimg: '' } as UserBasic);
  const bo = { userid: 2, nickname: 'Bo', pinyin: '', email: '', userimg: '' } as UserBasic;
  const onClose = vi.fn();
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await open(
    <TodoModal message={message} mayAskOthers={false} me={1} people={[bo]} onClose={onClose} />,
  );
  expect(await screen.findByText(/to-dos for yourself/)).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove to-do' })).toBeNull();
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes).toHaveLength(1);
  await waitFor(() => expect(boxes[0]).toHaveProperty('disabled', false));
  await user.click(boxes[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(mutate.mock.calls[0]?.[1]).toMatchObject({ msg_id: 7, userids: [2, 1] });
  expect(onClose).toHaveBeenCalledOnce();
});

test('nothing is saved before the assignees are loaded, so that nobody is removed', async () => {
  const away = vi.spyOn(client, 'onState');
  let list = Promise.withResolvers<unknown>();
  serve({ 'dialog/msg/todolist': () => list.promise });
  const message = { id: 7, dialog_id: 5, todo: 2, todo_done: 0 } as ClientMessage;
  client.store.base.user.put({ userid: 1, nickname: 'Ada', pinyin: '', email: '', userimg: '' } as UserBasic);
  const mutate = vi.spyOn(client, 'mutate').mockResolvedValue({} as never);
  const { screen, user } = await open(
    <TodoModal message={message} mayAskOthers={false} me={1} people={[]} onClose={() => {}} />,
  );
  await user.click(await screen.findByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(mutate).not.toHaveBeenCalled();
  // The server was away, and is back.
  await act(async () => list.reject(new Error('lost')));
  list = Promise.withResolvers<unknown>();
  await act(async () => {
    for (const state of ['offline', 'ready'] as const) for (const [listener] of away.mock.calls) listener(state);
  });
  await act(async () => list.resolve([{ id: 1, dialog_id: 5, msg_id: 7, userid: 2, done_at: null }]));
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(mutate.mock.calls[0]?.[1]).toMatchObject({ msg_id: 7, userids: [2, 1] });
});

test('assigning others is offered to administrators, and where only the server knows the managers', () => {
  const oneToOne = { type: 'user', group_type: '' };
  client.user = { userid: 1, identity: [] as string[] } as Profile;
  expect(mayAskOthers(oneToOne)).toBe(true);
  client.setting = { todo_set_permission: 'close' } as SettingsAnswer;
  expect([mayAskOthers(oneToOne), mayAskOthers({ type: 'group', group_type: 'all' })]).toEqual([false, false]);
  for (const group_type of ['user', 'project', 'task', 'department']) {
    expect(mayAskOthers({ type: 'group', group_type })).toBe(true);
  }
  client.user = { userid: 1, identity: ['admin'] } as Profile;
  expect(mayAskOthers(oneToOne)).toBe(true);
});
