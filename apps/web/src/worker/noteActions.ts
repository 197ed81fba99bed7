import { NOTE_KEY, QUEUE_KEY, type SendCredentials, type StoredChange } from '@atrium/client/sending/sendLater.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { createStore, get, set } from 'idb-keyval';
import { type NoteScope, openPlace } from './notes.ts';

interface NoteData {
  place: string;
  dialog_id: number;
  msg_id: number;
}
/** Returns whether the server accepted the call. @throws without a network */
export type CallServer = (session: SendCredentials, path: string, input: object, id: string) => Promise<boolean>;

const callServer: CallServer = async ({ token, ...headers }, path, input, id) => {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...headers, mutation: id },
    body: JSON.stringify(input),
  });
  return response.ok && ((await response.json()) as { ret: number }).ret === 1;
};

/** A change as pages store it (`sending/mutations.ts` of the client). */
export interface StoredReply extends StoredChange {
  name: string;
  now: string;
  error: string;
}

const SEND_PATH = 'dialog/msg/sendtext';
/** Makes a temporary id at random, so that no page uses the same one. */
const tempId = () => -(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) - 2 ** 41;

const unsentReply = (id: string, input: object): StoredReply => ({
  ...{ id, name: 'sendMessage', path: SEND_PATH, input, tempId: tempId() },
  ...{ now: new Date().toISOString().slice(0, 19).replace('T', ' '), state: 'waiting', error: '' },
});

const store = () => createStore('atrium', 'cache');
const DEPENDENCIES = {
  session: () => get<SendCredentials>(NOTE_KEY, store()),
  call: callServer,
  /** The reply is stored like the changes of a closed page, so that the next page finds it. */
  keep: (reply: StoredReply) => set(`${QUEUE_KEY}note-${reply.id}`, [reply], store()),
};

/**
 * Handles a button of a notification: replies, or marks the message as read, without opening a page. If that fails, or
 * the browser has no field for a reply, the chat opens and sends the reply that was written.
 */
export async function answerNote(
  scope: NoteScope,
  action: string,
  reply: string | undefined,
  data: unknown,
  { session, call, keep }: typeof DEPENDENCIES = DEPENDENCIES,
): Promise<void> {
  const { dialog_id = 0, msg_id = 0 } = (data ?? {}) as Partial<NoteData>;
  const text = reply?.trim() ?? '';
  const wishOf = () => {
    if (action === 'read' && msg_id > 0) return { path: 'dialog/msg/read', input: { id: [msg_id] } };
    if (action !== 'reply' || dialog_id === 0 || !text) return null;
    return { path: SEND_PATH, input: { dialog_id, text: paragraphs(text) } };
  };
  const wish = wishOf();
  const known = wish && (await session().catch(() => undefined));
  const id = crypto.randomUUID();
  const isDone = wish && known ? await call(known, wish.path, wish.input, id).catch(() => false) : false;
  if (isDone) return;
  // The reply is sent again under the same id, because the server may have received it, and only its answer was lost.
  if (known && wish.path === SEND_PATH) await keep(unsentReply(id, wish.input)).catch(() => undefined);
  await openPlace(scope, data);
}

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
