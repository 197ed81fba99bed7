import { SYSTEM_TYPES } from '@atrium/contract/chat/messages.ts';
import { type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { Failure, fail } from '#platform/fail';
import type { View } from '#platform/work';
import { findMessage, findMessages, lockMessage, type MessageRow } from './messages.queries.ts';

export interface MessageAccess extends DialogAccess {
  message: MessageRow;
}

/** Finds a message for a caller who may open its dialog. There is no other way to a message. @throws message.gone */
export async function messageFor(view: View, id: number, opts: { lock?: boolean } = {}): Promise<MessageAccess> {
  const message = await (opts.lock ? lockMessage : findMessage)(view.tx, id);
  if (!message) throw fail('message.gone', { msg_id: id });
  return { ...(await dialogFor(view, message.dialog_id).catch(asMissing(id))), message };
}

const asMissing = (id: number) => (error: unknown) => {
  throw error instanceof Failure && error.code === 'dialog.gone' ? fail('message.gone', { msg_id: id }) : error;
};

/** Finds several messages at once, oldest first; each dialog is checked once. @throws message.gone */
export async function messagesFor(view: View, ids: readonly number[]): Promise<MessageAccess[]> {
  const messages = await findMessages(view.tx, ids);
  const gone = ids.find((id) => !messages.some((message) => message.id === id));
  if (gone) throw fail('message.gone', { msg_id: gone });
  const dialogs = new Map<number, DialogAccess>();
  for (const { id, dialog_id } of messages) {
    if (!dialogs.has(dialog_id)) dialogs.set(dialog_id, await dialogFor(view, dialog_id).catch(asMissing(id)));
  }
  return messages.flatMap((message) => {
    const access = dialogs.get(message.dialog_id);
    return access ? [{ ...access, message }] : [];
  });
}

/** Finds a message that can be tagged, pinned or assigned, which system lines cannot be. @throws message.act */
export async function actFor(view: View, id: number): Promise<MessageAccess> {
  const found = await messageFor(view, id, { lock: true });
  if (SYSTEM_TYPES.includes(found.message.type)) throw fail('message.act');
  return found;
}

export async function ownMessageFor(view: View, id: number): Promise<MessageAccess> {
  const found = await messageFor(view, id, { lock: true });
  if (found.message.userid !== view.caller.userid) throw fail('message.own');
  return found;
}
