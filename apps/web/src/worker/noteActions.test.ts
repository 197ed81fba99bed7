import { expect, test, vi } from 'vitest';
import { answerNote } from './noteActions.ts';
import type { NoteScope } from './notes.ts';

const DATA = { place: '/manage/messenger?dialog=3&msg=8', dialog_id: 3, msg_id: 8 };
const SESSION = { token: 't', language: 'en', version: '1.0.0', platform: 'web' };

async function answer(
  action: string,
  reply: string | undefined,
  session: typeof SESSION | undefined,
  isAccepted = true,
) {
  const opened: string[] = [];
  const scope = {
    clients: { matchAll: async () => [], openWindow: async (url: string) => opened.push(url) },
  } as unknown as NoteScope;
  const call = vi.fn(async () => isAccepted);
  await answerNote(scope, action, reply, DATA, async () => session, call);
  return { calls: call.mock.calls as unknown[][], opened };
}

test('a reply is sent as plain text, and a message is marked as read, without opening a page', async () => {
  const { calls, opened } = await answer('reply', ' Yes <b>now</b>\nat one ', SESSION);
  expect(calls).toEqual([
    [SESSION, 'dialog/msg/sendtext', { dialog_id: 3, text: '<p>Yes &lt;b&gt;now&lt;/b&gt;</p><p>at one</p>' }],
  ]);
  expect(opened).toEqual([]);
  expect((await answer('read', undefined, SESSION)).calls).toEqual([[SESSION, 'dialog/msg/read', { id: [8] }]]);
});

test('the chat opens where there is no field for a reply, no session, or the server refuses', async () => {
  for (const { calls, opened } of [
    await answer('reply', undefined, SESSION),
    await answer('reply', 'Yes', undefined),
    await answer('reply', 'Yes', SESSION, false),
  ]) {
    expect(opened).toEqual([DATA.place]);
    expect(calls.length).toBeLessThan(2);
  }
});
