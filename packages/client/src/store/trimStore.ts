import type { Store } from './store.ts';

export const MAX_MESSAGES = 5000;
export const MAX_DIALOGS = 500;
export const KEPT_MESSAGES = 30;

/** Keeps the newest messages of a closed dialog; older ones are loaded when it is opened again. */
export function trimDialog(store: Store, dialogId: number, keep = KEPT_MESSAGES): void {
  const live = store.windows.live(dialogId);
  const messages = store.baseMessagesOf(dialogId);
  const inside = live ? messages.filter((message) => message.id >= live.from) : [];
  const first = inside.at(-keep);
  const isWhole = keep > 0 && inside.length === messages.length && messages.length <= keep;
  if (isWhole) return;
  const from = keep > 0 && live ? (first?.id ?? live.from) : Infinity;
  for (const message of messages) if (message.id < from) store.base.message.remove(message.id);
  if (from === Infinity) store.windows.delete(dialogId);
  else store.windows.cutBelow(dialogId, from);
}

/**
 * Limits stored data: trims closed dialogs to their newest messages first, then removes the least recently used ones.
 */
export function trimStore(store: Store, isOpen: (dialogId: number) => boolean): void {
  const closed = store.windows.dialogs().filter((id) => !isOpen(id));
  if (store.baseSize('message') > MAX_MESSAGES) for (const id of closed) trimDialog(store, id);
  const lastOf = (id: number) => store.get('dialog', id)?.last_at ?? '';
  const oldestFirst = closed.sort((a, b) => (lastOf(a) < lastOf(b) ? -1 : 1));
  let dialogs = store.windows.dialogs().length;
  for (const id of oldestFirst) {
    if (dialogs <= MAX_DIALOGS && store.baseSize('message') <= MAX_MESSAGES) return;
    trimDialog(store, id, 0);
    dialogs--;
  }
}
