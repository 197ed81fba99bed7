import { type MessageWindow, messageWindow } from '@atrium/client/store/select.ts';
import { client } from '#sync/session.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** A pending message keeps its place in the list when it gets its id. */
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
