import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { act, fireEvent } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Conversation } from '#entities/message/Conversation.tsx';
import { client } from '#sync/session.ts';
import { ME, open, refused, serve } from '#testing/stage.tsx';

// jsdom lacks this: the editor measures its text.
const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const chat = (id: number, name: string) =>
  ({
    ...{ id, name, type: 'group', group_type: 'user', owner_id: ME, link_id: 0, people: 2, dialog_mute: '' },
    ...{ unread: 0, unread_one: 0, mention: 0, mention_ids: [], top_msg_id: 0, todo_num: 0, is_disable: 0 },
  }) as unknown as ClientDialog;
const CHATS = [chat(3, 'Plans'), chat(4, 'Lunch')];
const said = {
  ...{
    id: 7,
    seq: 7,
    dialog_id: 3,
    userid: ME,
    type: 'text',
    mtype: 'text',
    msg: { type: 'html', text: '<p>At 9</p>' },
  },
  ...{ bot: 0, emoji: [], reply_id: 0, mentions: [], created_at: '2026-11-24 10:00:00' },
} as unknown as ClientMessage;

function Chats() {
  const [at, setAt] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAt(1 - at)}>
        The other one
      </button>
      <Conversation dialog={CHATS[at] as ClientDialog} people={[]} onPerson={vi.fn()} />
    </>
  );
}

async function stage() {
  const opened = await open(<Chats />);
  const field = async (name: string) => {
    const find = () => opened.screen.queryByRole('textbox', { name: `Message ${name}` });
    await expect.poll(() => find()?.getAttribute('contenteditable')).toBe('true');
    return find() as HTMLElement & { editor: Editor };
  };
  const turn = () => opened.user.click(opened.screen.getByRole('button', { name: 'The other one' }));
  return { ...opened, field, turn };
}

afterEach(() => client.queue.stop());

test('an edit that was begun is there again after another chat, a reload and a refusal, until it is accepted', async () => {
  client.store.clear();
  for (const each of CHATS) client.store.base.dialog.put(each);
  client.store.base.message.put(said);
  const server = serve({
    'dialog/msg/list': { list: [], todo: [] },
    'dialog/msg/sendtext': refused('Too late to edit.'),
  });
  client.drafts.close('3', '<p>And bread?</p>');
  client.drafts.quote('3', { type: 'update', content: 7 });
  client.queue.start();
  const { field, turn, unmount } = await stage();
  const plans = await field('Plans');
  await expect.poll(() => plans.textContent).toBe('At 9');
  // Nothing has been changed yet.
  expect(client.drafts.content('e_7')).toBe('');
  await act(async () => void plans.editor.chain().focus('end').insertContent(', or 10').run());
  await turn();
  expect((await field('Lunch')).textContent).toBe('');
  await turn();
  expect((await field('Plans')).textContent).toBe('At 9, or 10');
  unmount();

  const again = await stage();
  await expect.poll(async () => (await again.field('Plans')).textContent).toBe('At 9, or 10');
  // At the field itself, whether or not it has the focus yet.
  const send = async () => {
    const typed = await again.field('Plans');
    await act(async () => void fireEvent.keyDown(typed, { key: 'Enter', keyCode: 13 }));
  };
  await send();
  await expect.poll(() => server.inputsOf('dialog/msg/sendtext')).toMatchObject([{ text: '<p>At 9, or 10</p>' }]);
  await again.screen.findByRole('button', { name: 'Cancel' });
  await expect.poll(async () => (await again.field('Plans')).textContent).toBe('At 9, or 10');

  server.answers['dialog/msg/sendtext'] = { ...said, msg: { type: 'html', text: '<p>At 9, or 10</p>' } };
  await send();
  await expect.poll(() => client.drafts.content('e_7')).toBe('');
  expect((await again.field('Plans')).textContent).toBe('And bread?');
});

test('a canceled edit is forgotten', async () => {
  client.store.clear();
  for (const each of CHATS) client.store.base.dialog.put(each);
  client.store.base.message.put(said);
  serve({ 'dialog/msg/list': { list: [], todo: [] } });
  client.drafts.quote('3', { type: 'update', content: 7 });
  const { field, user, screen } = await stage();
  const plans = await field('Plans');
  await act(async () => void plans.editor.chain().focus('end').insertContent(', or 10').run());
  expect(client.drafts.content('e_7')).toBe('<p>At 9, or 10</p>');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(client.drafts.content('e_7')).toBe('');
  expect(client.drafts.quoteOf('3')).toBeUndefined();
});
