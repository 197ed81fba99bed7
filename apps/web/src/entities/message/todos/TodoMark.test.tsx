import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { LOST, open, serve } from '#testing/stage.tsx';
import { TodoMark } from './TodoMark.tsx';

test('an open to-do list follows other people’s changes', async () => {
  const onTopic = vi.spyOn(client, 'onTopic');
  const row = { id: 1, dialog_id: 5, msg_id: 7, userid: 2, done_at: null, remind_at: null };
  const server = serve({ 'dialog/msg/todolist': [row] });
  client.store.base.user.put({ userid: 2, nickname: 'Bo', pinyin: '', email: '', userimg: '' } as never);
  const message = { id: 7, dialog_id: 5, todo: 1, todo_done: 0 } as ClientMessage;
  const { screen, user } = await open(<TodoMark message={message} onEdit={() => {}} />);
  await user.click(screen.getByRole('button'));
  await screen.findByText('Bo');
  await screen.findByText('Done (0)');
  server.answers['dialog/msg/todolist'] = [{ ...row, done_at: '2026-11-22 10:00:00' }];
  const tell = (topic: 'todos' | 'tags', id: number) =>
    act(async () => {
      for (const [listener] of onTopic.mock.calls) listener(topic, id);
    });
  await tell('todos', 8);
  await tell('tags', 7);
  expect(server.inputsOf('dialog/msg/todolist')).toHaveLength(1);
  await tell('todos', 7);
  expect(server.inputsOf('dialog/msg/todolist')).toHaveLength(2);
  await screen.findByText('Done (1)');
});

test('an open to-do list stays while the server is away, and reloads afterwards', async () => {
  const onTopic = vi.spyOn(client, 'onTopic');
  const away = vi.spyOn(client, 'onState');
  const row = { id: 1, dialog_id: 5, msg_id: 7, userid: 2, done_at: null, remind_at: null };
  const server = serve({ 'dialog/msg/todolist': [row] });
  client.store.base.user.put({ userid: 2, nickname: 'Bo', pinyin: '', email: '', userimg: '' } as never);
  const message = { id: 7, dialog_id: 5, todo: 1, todo_done: 0 } as ClientMessage;
  const { screen, user } = await open(<TodoMark message={message} onEdit={() => {}} />);
  await user.click(screen.getByRole('button'));
  await screen.findByText('Bo');
  server.answers['dialog/msg/todolist'] = LOST;
  await act(async () => {
    for (const [listener] of onTopic.mock.calls) listener('todos', 7);
  });
  await screen.findByText('Bo');
  server.answers['dialog/msg/todolist'] = [{ ...row, done_at: '2026-11-22 10:00:00' }];
  await act(async () => {
    for (const state of ['offline', 'ready'] as const) for (const [listener] of away.mock.calls) listener(state);
  });
  await screen.findByText('Done (1)');
});
