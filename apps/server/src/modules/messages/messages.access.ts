import { type DialogAccess, dialogFor } from '#modules/dialogs/dialogs.access';
import { Failure, fail } from '#platform/fail';
import type { View } from '#platform/work';
import { findMessage, lockMessage, type MessageRow } from './messages.queries.ts';

export interface MessageAccess extends DialogAccess {
  message: MessageRow;
}

/** The only way to a message for a caller: whoever may open its dialog. @throws message.gone */
export async function messageFor(view: View, id: number, opts: { lock?: boolean } = {}): Promise<MessageAccess> {
  const message = await (opts.lock ? lockMessage : findMessage)(view.tx, id);
  if (!message) throw fail('message.gone', { msg_id: id });
  try {
    return { ...(await dialogFor(view, message.dialog_id)), message };
  } catch (error) {
    if (error instanceof Failure && error.code === 'dialog.gone') throw fail('message.gone', { msg_id: id });
    throw error;
  }
}

export async function ownMessageFor(view: View, id: number): Promise<MessageAccess> {
  const found = await messageFor(view, id, { lock: true });
  if (found.message.userid !== view.caller.userid) throw fail('message.own');
  return found;
}
