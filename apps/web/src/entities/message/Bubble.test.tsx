import type { ClientMessage } from '@atrium/client/rows.ts';
import { expect, test } from 'vitest';
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

test('what can be done with a message has its buttons always, and their pictures once somebody is near', async () => {
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
