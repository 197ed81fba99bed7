import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { act, fireEvent } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Bubble } from '#entities/message/bubbles/Bubble.tsx';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { EmojiPanel } from '#entities/message/emoji/EmojiPanel.tsx';
import { open, serve } from '#testing/stage.tsx';
import { Composer } from './Composer.tsx';
// Parts that a page loads later, loaded here in advance.
import '#entities/message/editor/QuickEmoji.tsx';
import '#entities/message/editor/SelectionBar.tsx';

// jsdom lacks this: the editor measures its text.
const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const nothing = () => {};
const group = { id: 3, type: 'group', group_type: 'user', owner_id: 9, link_id: 0 } as ClientDialog;
const bare: Parameters<typeof Composer>[0] = {
  placeholder: 'Message',
  draft: () => '',
  dialog: group,
  people: [],
  reply: null,
  editing: null,
  isMuted: false,
  extras: [],
  onDraft: nothing,
  onCancel: nothing,
  onFiles: nothing,
  onVoice: nothing,
  onAttach: nothing,
  onEditLast: nothing,
  onSend: nothing,
};
const actions = new Proxy({} as BubbleActions, { get: () => nothing });
const HELLO = {
  id: 5,
  dialog_id: 3,
  userid: 1,
  type: 'text',
  msg: { text: '<p>Hello</p>' },
  emoji: [],
  send: 2,
  percentage: 50,
  created_at: '2026-01-01 00:00:00',
} as unknown as ClientMessage;
const page = { data: [], last_page: 1 };
let server: ReturnType<typeof serve>;
beforeEach(() => {
  server = serve({
    'file/search': [],
    'report/my': page,
    'report/receive': page,
    'dialog/sticker/search': { list: [] },
    'dialog/msg/readlist': [],
  });
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Checks that something appears after this many ms, and not a moment earlier. */
async function afterRest(ms: number, isThere: () => boolean): Promise<void> {
  await wait(ms - 1);
  expect([ms - 1, isThere()]).toEqual([ms - 1, false]);
  await wait(1);
  expect([ms, isThere()]).toEqual([ms, true]);
}
const onlyTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

// covers B9-11
test('typed, chosen and held input is debounced', async () => {
  const { screen, unmount } = await open(<Composer {...bare} />);
  const { editor } = screen.getByRole('textbox', { name: 'Message' }) as HTMLElement & { editor: Editor };
  const write = (text: string) => act(async () => void editor.chain().focus().clearContent().insertContent(text).run());
  const asked = (path: string) => server.inputsOf(path).length > 0;
  // Emoji data loads on first use.
  await write('thanks');
  const signs = () => screen.queryByRole('group', { name: /thanks/ });
  await expect.poll(signs).not.toBeNull();
  await act(async () => void editor.chain().focus().setTextSelection({ from: 1, to: 4 }).run());
  await screen.findByRole('toolbar');
  await write('');
  onlyTimers();

  await write('thanks');
  await afterRest(100, () => signs() !== null);
  await act(async () => void editor.chain().focus().setTextSelection({ from: 1, to: 4 }).run());
  await afterRest(100, () => screen.queryByRole('toolbar') !== null);
  await write('~oak');
  await afterRest(300, () => asked('file/search'));
  await write('%oak');
  await afterRest(300, () => asked('report/my') && asked('report/receive'));
  vi.useRealTimers();
  unmount();

  const panel = await open(<EmojiPanel onPick={nothing} onSticker={nothing} />);
  await panel.screen.findByRole('option', { name: 'grinning face' });
  onlyTimers();
  fireEvent.change(panel.screen.getByRole('textbox', { name: 'Search emoji' }), { target: { value: 'cat' } });
  await afterRest(300, () => asked('dialog/sticker/search'));
  vi.useRealTimers();
  panel.unmount();

  const bubble = await open(
    <Bubble
      message={HELLO}
      isMine
      isFirst
      isGroup
      isHighlighted={false}
      isPinned={false}
      isChosen={undefined}
      actions={actions}
    />,
  );
  onlyTimers();
  fireEvent.pointerEnter(bubble.screen.getByRole('button', { name: /^Read by 50/ }), { pointerType: 'mouse' });
  await afterRest(100, () => asked('dialog/msg/readlist'));
  fireEvent.touchStart(bubble.screen.getByText('Hello'), { touches: [{ clientX: 5, clientY: 5 }] });
  await afterRest(300, () => bubble.screen.queryByRole('menu') !== null);
});
