import { editMessage, reactToMessage, sendMessage, withdrawMessage } from '@atrium/client/dialogActions.ts';
import type { ClientMessage } from '@atrium/client/rows.ts';
import { msgDetail, msgReadlist } from '@atrium/contract/messages.ts';
import { client } from '#sync/session.ts';

export const openConversation = (dialogId: number, position?: number) =>
  client.openDialog(dialogId, position ? { position } : {});
export const closeConversation = (dialogId: number) => client.closeDialog(dialogId);

const loading = new Set<string>();
/** One page at a time per edge; a failed one is asked for again by the next scroll. */
function once(key: string, load: () => Promise<unknown>): void {
  if (loading.has(key)) return;
  loading.add(key);
  load()
    .catch(() => undefined)
    .finally(() => loading.delete(key));
}
export const loadOlder = (dialogId: number, anchor?: number) =>
  once(`older${dialogId}`, () => client.loadOlder(dialogId, anchor));
export const loadNewer = (dialogId: number, anchor?: number) =>
  once(`newer${dialogId}`, () => client.loadNewer(dialogId, anchor));

export function see(ids: readonly number[]): void {
  for (const id of ids) client.see(id);
}

/** Refusals are shown by the listener in the shell; a failed send also stays in its place. */
const quietly = (answer: Promise<unknown>) => void answer.catch(() => undefined);

interface Sending {
  dialogId: number;
  html: string;
  reply: ClientMessage | null;
  editing: ClientMessage | null;
}
export function send({ dialogId, html, reply, editing }: Sending): void {
  if (editing) {
    quietly(client.mutate(editMessage, { dialog_id: dialogId, text: html, update_id: editing.id }));
    return;
  }
  client.drafts.remove(String(dialogId));
  quietly(client.mutate(sendMessage, { dialog_id: dialogId, text: html, ...(reply && { reply_id: reply.id }) }));
}

export const takeBack = (message: ClientMessage) =>
  quietly(client.mutate(withdrawMessage, { msg_id: message.id }, { dialog_id: message.dialog_id }));

export function react(message: ClientMessage, symbol: string, me: number): void {
  const mine = message.emoji.find((entry) => entry.symbol === symbol)?.userids.includes(me) ?? false;
  quietly(client.mutate(reactToMessage, { msg_id: message.id, symbol }, { isOn: !mine }));
}

export const retry = (message: ClientMessage) => client.queue.retry(client.queue.byTempId(message.id) ?? '');
export const discard = (message: ClientMessage) => client.queue.discard(client.queue.byTempId(message.id) ?? '');

export const draftOf = (dialogId: number) => client.drafts.content(String(dialogId));
export const keepDraft = (dialogId: number, html: string) => client.drafts.write(String(dialogId), html);
export const leaveDraft = (dialogId: number) => client.drafts.close(String(dialogId));

export async function wholeText(message: ClientMessage): Promise<{ text: string; isMarkdown: boolean }> {
  const { content } = await client.api.call(msgDetail, { msg_id: message.id });
  return { text: content?.content ?? '', isMarkdown: content?.type === 'md' };
}

export const readersOf = (messageId: number) => client.api.call(msgReadlist, { msg_id: messageId });
