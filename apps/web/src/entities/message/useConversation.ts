import { type MessageWindow, messageWindow } from '@atrium/client/store/select.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** The key of a message in the list, which stays the same when a pending message gets its id. */
const keyOf = (id: number) => client.store.stableKey(id);

export function useConversation(
  dialogId: number,
  anchor: number | undefined,
): MessageWindow & { keyOf: (id: number) => number } {
  const window = useSelect(['message', 'dialog'], (store) => messageWindow(store, dialogId, anchor), [
    dialogId,
    anchor,
  ]);
  return { ...window, keyOf };
}
