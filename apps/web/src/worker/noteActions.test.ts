import { createClient } from '@atrium/client/client.ts';
import { QUEUE_KEY } from '@atrium/client/sending/sendLater.ts';
import { FakeHost } from '@atrium/client/testing.ts';
import { expect, test, vi } from 'vitest';
import { answerNote, type CallServer, type StoredReply } from './noteActions.ts';
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
  const call = vi.fn<CallServer>(async () => isAccepted);
  const kept: StoredReply[] = [];
  const keep = async (change: StoredReply) => void kept.push(change);
  await answerNote(scope, action, reply, DATA, { session: async () => session, call, keep });
  const ids = call.mock.calls.map(([, , , id]) => id);
  return { calls: call.mock.calls.map((each) => each.slice(0, 3)), ids, opened, kept };
}

test('a reply is sent as plain text, and a message is marked as read, without opening a page', async () => {
  const { calls, opened, kept } = await answer('reply', ' Yes <b>now</b>\nat one ', SESSION);
  expect(calls).toEqual([
    [SESSION, 'dialog/msg/sendtext', { dialog_id: 3, text: '<p>Yes &lt;b&gt;now&lt;/b&gt;</p><p>at one</p>' }],
  ]);
  expect([opened, kept]).toEqual([[], []]);
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

test('a reply that could not be sent is sent by the page that opens, under the same id', async () => {
  const { ids, opened, kept } = await answer('reply', 'Yes', SESSION, false);
  expect(opened).toEqual([DATA.place]);
  const input = { dialog_id: 3, text: '<p>Yes</p>' };
  expect(kept).toMatchObject([{ id: ids[0], input, state: 'waiting', error: '' }]);
  // The page takes it for a message of its own.
  const host = new FakeHost();
  await host.storage.set(`${QUEUE_KEY}note-1`, kept);
  const client = createClient(host, { base: '', language: 'en', version: '1', platform: 'web', preview: () => '' });
  host.tabs = { id: 'page', open: async () => ['page'], lead: async () => undefined };
  await client.queue.restore();
  client.queue.start();
  await host.pass(0);
  expect(host.requests.map(({ url, init }) => [url, init.headers['mutation'], JSON.parse(init.body)])).toEqual([
    ['/api/dialog/msg/sendtext', ids[0], input],
  ]);
  // Nobody knows whose reply it is, or it was none.
  expect((await answer('reply', 'Yes', undefined)).kept).toEqual([]);
  expect((await answer('read', undefined, SESSION, false)).kept).toEqual([]);
});
