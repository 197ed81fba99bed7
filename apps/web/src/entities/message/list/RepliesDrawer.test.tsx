import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { ME, open, serve } from '#testing/stage.tsx';
import type { BubbleActions } from '../bubbles/bubbleActions.ts';
import { RepliesDrawer } from './RepliesDrawer.tsx';

const message = (id: number, text: string, prev_id = 0) =>
  ({
    ...{ id, seq: id, dialog_id: 3, userid: ME, type: 'text', mtype: 'text', msg: { type: 'html', text } },
    ...{ bot: 0, emoji: [], reply_id: 0, reply_num: 3, mentions: [], created_at: '2026-11-24 10:00:00', prev_id },
  }) as unknown as ClientMessage;

test('earlier replies that are asked for twice are shown once', async () => {
  client.store.clear();
  const pending: ((page: object) => void)[] = [];
  const pages = { list: [message(9, 'newest', 8)] };
  serve({
    'dialog/msg/list': (input: Record<string, unknown>) =>
      input['prev_id'] ? new Promise((resolve) => pending.push(resolve)) : pages,
  });
  const { screen, user } = await open(
    <RepliesDrawer message={message(1, 'question')} actions={{} as BubbleActions} onClose={() => undefined} />,
  );
  await screen.findByText('newest');
  await user.dblClick(screen.getByRole('button', { name: 'Earlier replies' }));
  await act(async () => {
    for (const answer of pending) answer({ list: [message(8, 'earlier')] });
  });
  await screen.findByText('earlier');
  expect(screen.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    expect.stringContaining('earlier'),
    expect.stringContaining('newest'),
  ]);
});
