import { NOTE_KEY, type SendCredentials } from '@atrium/client/sending/sendLater.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { createStore, get } from 'idb-keyval';
import { type NoteScope, openPlace } from './notes.ts';

interface NoteData {
  place: string;
  dialog_id: number;
  msg_id: number;
}
/** Returns whether the server accepted the call. @throws without a network */
export type CallServer = (session: SendCredentials, path: string, input: object) => Promise<boolean>;

const callServer: CallServer = async ({ token, ...headers }, path, input) => {
  const response = await fetch(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...headers, mutation: crypto.randomUUID() },
    body: JSON.stringify(input),
  });
  return response.ok && ((await response.json()) as { ret: number }).ret === 1;
};

const storedSession = () => get<SendCredentials>(NOTE_KEY, createStore('atrium', 'cache'));

/**
 * A button of a notification: replies, or marks the message as read, without opening a page. Where that fails, and
 * where the browser has no field for a reply, the chat opens.
 */
export async function answerNote(
  scope: NoteScope,
  action: string,
  reply: string | undefined,
  data: unknown,
  session: () => Promise<SendCredentials | undefined> = storedSession,
  call: CallServer = callServer,
): Promise<void> {
  const { dialog_id = 0, msg_id = 0 } = (data ?? {}) as Partial<NoteData>;
  const text = reply?.trim() ?? '';
  const wishOf = () => {
    if (action === 'read' && msg_id > 0) return { path: 'dialog/msg/read', input: { id: [msg_id] } };
    if (action !== 'reply' || dialog_id === 0 || !text) return null;
    return { path: 'dialog/msg/sendtext', input: { dialog_id, text: paragraphs(text) } };
  };
  const wish = wishOf();
  const known = wish && (await session().catch(() => undefined));
  const isDone = wish && known ? await call(known, wish.path, wish.input).catch(() => false) : false;
  if (!isDone) await openPlace(scope, data);
}

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
