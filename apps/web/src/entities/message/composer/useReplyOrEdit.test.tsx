import type { ClientDialog, ClientMessage } from '@atrium/client/store/rows.ts';
import { act, cleanup, waitFor } from '@testing-library/react';
import type { Editor } from '@tiptap/react';
import { afterEach, expect, test } from 'vitest';
import { draftOf, storeDraft } from '#entities/message/message.actions.ts';
import { client } from '#sync/session.ts';
import { LOST, ME, open, serve } from '#testing/stage.tsx';
import { Composer } from './Composer.tsx';
import { useReplyOrEdit } from './useReplyOrEdit.ts';

const box = () => new DOMRect(10, 10, 10, 10);
Range.prototype.getBoundingClientRect = box;
Range.prototype.getClientRects = () => [box()] as unknown as DOMRectList;
document.elementFromPoint = () => null;

const dialog = { id: 3, type: 'group', group_type: 'user', owner_id: ME, link_id: 0 } as ClientDialog;
const message = (id: number, text: string) =>
  ({ id, dialog_id: 3, userid: ME, type: 'text', mtype: 'text', msg: { text } }) as unknown as ClientMessage;

const long = { ...message(9, '<p>The beginning</p>'), type: 'longtext', mtype: 'longtext' };

function Field() {
  const { reply, editing, replaced, edit, drop } = useReplyOrEdit(3);
  const nothing = () => {};
  return (
    <>
      <button type="button" onClick={() => edit(long)}>
        Edit the long one
      </button>
      <button type="button" onClick={() => edit(message(7, '<p>said</p>'))}>
        Edit
      </button>
      <Composer
        placeholder="Message"
        draft={() => draftOf(3)}
        replaced={replaced}
        dialog={dialog}
        people={[]}
        reply={reply}
        editing={editing}
        isMuted={false}
        extras={[]}
        onDraft={(html) => storeDraft(3, html)}
        onCancel={drop}
        onFiles={nothing}
        onVoice={nothing}
        onAttach={nothing}
        onEditLast={nothing}
        onSend={nothing}
      />
    </>
  );
}
const elsewhere = (content: string, quote: { type: 'reply'; content: number } | null) =>
  act(async () => client.drafts.replace('3', { content, quote, time: Date.now(), tag: false }));

afterEach(async () => {
  await client.drafts.clear();
  client.store.clear();
});

// covers B3-20
test('a draft from another device appears in the open field with the quoted message', async () => {
  const server = serve({ 'dialog/msg/one': message(12, '<p>Where are you?</p>') });
  const { screen } = await open(<Field />);
  const textbox = () => screen.getByRole('textbox', { name: 'Message' }) as HTMLElement & { editor: Editor };
  await elsewhere('<p>On my</p>', { type: 'reply', content: 12 });
  expect(textbox().textContent).toBe('On my');
  await screen.findByText('Where are you?');
  expect(server.inputsOf('dialog/msg/one')).toEqual([{ msg_id: 12 }]);
  // Nobody typed here: nothing is sent on as typing.
  expect(client.drafts.isTyping('3', 60_000)).toBe(false);
  // Sent there.
  await elsewhere('', null);
  expect(textbox().textContent).toBe('');
  expect(screen.queryByText('Where are you?')).toBeNull();
});

// covers B3-20
test('an edit preserves the draft before it and is restored on return', async () => {
  serve({});
  client.store.base.message.put(message(7, '<p>said</p>'));
  const { screen, user } = await open(<Field />);
  const textbox = () => screen.getByRole('textbox', { name: 'Message' }) as HTMLElement & { editor: Editor };
  await act(async () => void textbox().editor.chain().focus().insertContent('begun').run());
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(textbox().textContent).toBe('said');
  expect(client.drafts.quoteOf('3')).toMatchObject({ type: 'update', content: 7 });
  await elsewhere('<p>begun on the phone</p>', null);
  expect(textbox().textContent).toBe('said');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(textbox().textContent).toContain('begun');
});

test('a long text is loaded in full for editing, here and on return, or not edited at all', async () => {
  client.store.base.message.put(long);
  const server = serve({
    'dialog/msg/detail': { ...long, content: { type: 'htm', content: '<p>The beginning and all the rest</p>' } },
  });
  const first = await open(<Field />);
  const textbox = () => first.screen.getByRole('textbox', { name: 'Message' }) as HTMLElement & { editor: Editor };
  await first.user.click(first.screen.getByRole('button', { name: 'Edit the long one' }));
  await waitFor(() => expect(textbox().textContent).toBe('The beginning and all the rest'));
  expect(server.inputsOf('dialog/msg/detail')).toEqual([{ msg_id: 9 }]);
  cleanup();
  await open(<Field />);
  await waitFor(() => expect(textbox().textContent).toBe('The beginning and all the rest'));
  cleanup();

  client.drafts.quote('3', null);
  serve({ 'dialog/msg/detail': LOST });
  const again = await open(<Field />);
  await again.user.click(again.screen.getByRole('button', { name: 'Edit the long one' }));
  await waitFor(() => expect(client.drafts.quoteOf('3')).toBeUndefined());
  expect(textbox().textContent).not.toContain('beginning');
  expect(again.screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
});
