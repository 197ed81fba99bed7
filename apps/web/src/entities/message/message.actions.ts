import {
  editKey,
  editMessage,
  finishTodo,
  pinMessage,
  reactToMessage,
  remindTodo,
  sendMessage,
  setTodo as setTodoOf,
  tagMessage,
  withdrawMessage,
} from '@atrium/client/dialogs/dialogActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { dialogTel } from '@atrium/contract/chat/dialogs.ts';
import { dialogTodo, msgChecked, msgSendanon, msgTodolist, msgTopinfo } from '@atrium/contract/chat/messageActions.ts';
import { type MyTodo, msgDetail, msgList, msgOne, msgReadlist } from '@atrium/contract/chat/messages.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { escapeText } from '@atrium/richtext/html/escape.ts';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { client } from '#sync/session.ts';
import { toWire } from '#sync/time.ts';
import { wordsOf } from '#sync/words.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import { showProblem } from '#ui/overlays/problem.ts';
import { noteEmoji } from './emoji/emoji.ts';

export const openConversation = (dialogId: number, position?: number, isWished = false) =>
  client.opened.openDialog(dialogId, position ? { position, isWished } : {});
export const closeConversation = (dialogId: number) => client.opened.closeDialog(dialogId);

const loading = new Set<string>();
/** Loads one page at a time per edge. A failed one is requested again by the next scroll. */
function once(key: string, load: () => Promise<unknown>): void {
  if (loading.has(key)) return;
  loading.add(key);
  load()
    .catch(() => undefined)
    .finally(() => loading.delete(key));
}
export const loadOlder = (dialogId: number, anchor?: number) =>
  once(`older${dialogId}`, () => client.opened.loadOlder(dialogId, anchor));
export const loadNewer = (dialogId: number, anchor?: number) =>
  once(`newer${dialogId}`, () => client.opened.loadNewer(dialogId, anchor));

export function markSeen(ids: readonly number[]): void {
  for (const id of ids) client.see(id);
}

/** The format of a sent text: as formatted in the field, or as typed Markdown; silently or not. */
export interface SendFormat {
  type: 'html' | 'md';
  isSilent: boolean;
}

interface Sending {
  dialogId: number;
  text: string;
  format: SendFormat;
  reply: ClientMessage | null;
  editing: ClientMessage | null;
  onRefused?: () => void;
}
/** `onRefused` is called if the server refuses an edit: its text is stored and can be offered again. */
export function send({ dialogId, text, format, reply, editing, onRefused = () => {} }: Sending): void {
  const input = { dialog_id: dialogId, text, ...(format.type === 'md' && { text_type: format.type }) };
  if (editing) {
    client.mutate(editMessage, { ...input, update_id: editing.id }).catch(onRefused);
    return;
  }
  client.drafts.remove(String(dialogId));
  void client.mutate(sendMessage, {
    ...input,
    ...(reply && { reply_id: reply.id }),
    ...(format.isSilent && { silence: true }),
  });
}

/** Sends a text that was written elsewhere, such as notes. The draft in the chat's field stays. */
export function sendMarkdown(dialogId: number, text: string): void {
  void client.mutate(sendMessage, { dialog_id: dialogId, text, text_type: 'md' });
}

/** Sends an answer from a notification as plain text. The draft in the chat's field stays. */
export function sendReply(dialogId: number, text: string): void {
  const lines = text.trim().split('\n');
  if (!text.trim()) return;
  void client.mutate(sendMessage, {
    dialog_id: dialogId,
    text: lines.map((line) => `<p>${escapeText(line)}</p>`).join(''),
  });
}

export const dropDraft = (dialogId: number) => client.drafts.remove(String(dialogId));

/** Deletes a message for everyone. Asks first, because this cannot be undone. */
export async function takeBack(message: ClientMessage): Promise<void> {
  const words = previewLine(message);
  const isSure = await askFirst({
    title: t('message.withdraw_ask'),
    text: words.length > MOST_ASKED ? `${words.slice(0, MOST_ASKED)}…` : words,
    action: t('message.withdraw'),
    isDangerous: true,
  });
  if (isSure) void client.mutate(withdrawMessage, { msg_id: message.id }, { dialog_id: message.dialog_id });
}
const MOST_ASKED = 200;

export function react(message: ClientMessage, symbol: string, me: number): void {
  noteEmoji(symbol);
  const mine = message.emoji.find((entry) => entry.symbol === symbol)?.userids.includes(me) ?? false;
  void client.mutate(reactToMessage, { msg_id: message.id, symbol }, { isOn: !mine });
}

export const toggleTag = (message: ClientMessage) =>
  void client.mutate(tagMessage, { msg_id: message.id }, { isOn: message.tag === 0 });
export const togglePin = ({ id, dialog_id }: ClientMessage) =>
  void client.mutate(
    pinMessage,
    { msg_id: id },
    { dialog_id, isOn: client.store.get('dialog', dialog_id)?.top_msg_id !== id },
  );

/** Loads the pinned message, which may be older than the loaded ones. */
export const loadTop = (dialogId: number) =>
  once(`top${dialogId}`, async () => {
    const message = await client.api.call(msgTopinfo, { dialog_id: dialogId });
    if ('id' in message && !client.store.get('message', message.id)) client.store.base.message.put(message);
  });

/**
 * Sets a to-do; without names it is removed. `remindAt`: null for no reminder; undefined leaves reminders unchanged.
 */
export const setTodo = (message: ClientMessage, who: 'all' | number[], remindAt?: Date | null) =>
  void client.mutate(setTodoOf, {
    msg_id: message.id,
    ...(who === 'all' ? { type: 'all' } : { type: 'user', userids: who }),
    ...(remindAt !== undefined && { remind_at: remindAt ? toWire(remindAt) : '' }),
  });
export const cancelReminder = (messageId: number, userids: readonly number[]) =>
  client.mutate(remindTodo, { msg_id: messageId, userids: [...userids], remind_at: '' });
/** To-dos that were completed here, and maybe not on the server yet: a reload meanwhile would still include them. */
const finished = new Set<number>();
export function finish({ id, dialog_id }: { id: number; dialog_id: number }): void {
  finished.add(id);
  client.mutate(finishTodo, { id }, { dialog_id }).catch(() => finished.delete(id));
}
export const todosOf = (messageId: number) => client.api.call(msgTodolist, { msg_id: messageId });
export async function myTodos(dialogId: number): Promise<MyTodo[]> {
  const todos = await client.api.call(dialogTodo, { dialog_id: dialogId });
  return todos.filter((todo) => !finished.has(todo.id));
}

/** True if it succeeded; otherwise a modal shows the server's error. */
export async function sendAnonymously(userid: number, text: string): Promise<boolean> {
  try {
    await client.api.call(msgSendanon, { userid, text });
    notify(t('forward.sent'));
    return true;
  } catch (error) {
    showProblem(wordsOf(error));
    return false;
  }
}

/** Ticks an item of a checklist. Its event updates the display, here as on other devices. */
export async function tick(msg_id: number, index: number, checked: boolean): Promise<void> {
  try {
    await client.api.call(msgChecked, { msg_id, index, checked });
  } catch (error) {
    showProblem(wordsOf(error));
  }
}

/** Requests the phone number for a call; the other person is notified. */
export async function callPerson(dialog_id: number): Promise<void> {
  try {
    const { tel } = await client.api.call(dialogTel, { dialog_id });
    host.call(tel);
  } catch (error) {
    showProblem(wordsOf(error));
  }
}

export const retry = (message: ClientMessage) => client.queue.retry(client.queue.byTempId(message.id) ?? '');
export const discard = (message: ClientMessage) => client.queue.discard(client.queue.byTempId(message.id) ?? '');

/** The reply or edit in progress, if its message is still loaded. */
export function quoteOf(dialogId: number, type: 'reply' | 'update', fetched?: ClientMessage): ClientMessage | null {
  const quote = client.drafts.quoteOf(String(dialogId));
  if (quote?.type !== type) return null;
  return client.store.get('message', quote.content) ?? (fetched?.id === quote.content ? fetched : null);
}
/** Does the same, and loads the message from the server if necessary. */
export async function quotedIn(dialogId: number): Promise<ClientMessage | null> {
  const quote = client.drafts.quoteOf(String(dialogId));
  if (!quote || client.store.get('message', quote.content)) return null;
  return client.api.read(msgOne, { msg_id: quote.content }).catch(() => null);
}
export const onDraftReplaced = (dialogId: number, run: () => void) =>
  client.drafts.onReplaced((id) => {
    if (id === String(dialogId)) run();
  });
export function storeQuote(dialogId: number, reply: ClientMessage | null, editing: ClientMessage | null): void {
  const quote = editing
    ? { type: 'update' as const, content: editing.id }
    : reply && { type: 'reply' as const, content: reply.id };
  client.drafts.quote(String(dialogId), quote);
}

export const draftOf = (dialogId: number) => client.drafts.content(String(dialogId));
export const storeDraft = (dialogId: number, html: string) => client.drafts.write(String(dialogId), html);
export const leaveDraft = (dialogId: number) => client.drafts.close(String(dialogId));

/** The text of an edit that was begun, '' if there is none. It stays on this device. */
export const editOf = (messageId: number) => client.drafts.content(editKey(messageId));
export const storeEdit = (messageId: number, html: string) => client.drafts.write(editKey(messageId), html);
export const dropEdit = (messageId: number) => client.drafts.remove(editKey(messageId));
/** True if the person neither replies nor edits nor types in the conversation. */
export const isFieldFree = (dialogId: number) =>
  !client.drafts.quoteOf(String(dialogId)) && !client.drafts.isTyping(String(dialogId), TYPING_MS);
const TYPING_MS = 5000;

export async function wholeText(message: ClientMessage): Promise<{ text: string; isMarkdown: boolean }> {
  const { content } = await client.api.call(msgDetail, { msg_id: message.id });
  return { text: content?.content ?? '', isMarkdown: content?.type === 'md' };
}

/** The message with its full text, if only the beginning is loaded. */
export async function editedWhole(message: ClientMessage): Promise<ClientMessage> {
  if (message.type !== 'longtext') return message;
  const { text, isMarkdown } = await wholeText(message);
  return { ...message, msg: { ...message.msg, text, type: isMarkdown ? 'md' : 'html' } };
}

const REPLIES = 50;
/** Reads replies, oldest first: those before `upTo`, or the newest. `next` is for earlier ones, 0 = none. */
export async function listReplies(
  dialog_id: number,
  msg_id: number,
  upTo: number,
): Promise<{ list: ClientMessage[]; next: number }> {
  const { list } = await client.api.read(msgList, {
    dialog_id,
    msg_id,
    pagesize: REPLIES,
    ...(upTo > 0 && { prev_id: upTo }),
  });
  return { list: list.toReversed(), next: list.at(-1)?.prev_id ?? 0 };
}

export const readersOf = (messageId: number) => client.api.call(msgReadlist, { msg_id: messageId });

/** The person who tagged a message, who may no longer exist in the workspace. */
export async function openTagger(userid: number, open: (userid: number) => void): Promise<void> {
  const [user] = await client.api.read(userBasic, { userid: [userid] }).catch(() => []);
  if (user) open(userid);
  else notify(t('message.tagger_gone'), { kind: 'error' });
}
