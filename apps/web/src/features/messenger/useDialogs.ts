import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { dialogList } from '@atrium/client/store/select.ts';
import { client } from '#sync/session.ts';
import { useDraftVersion } from '#sync/store/useClient.ts';
import { useSelect } from '#sync/store/useStore.ts';

/** All dialogs in list order, which includes drafts. */
export function useDialogs(): readonly ClientDialog[] {
  const drafts = useDraftVersion();
  return useSelect(['dialog'], (store) => dialogList(store, client.drafts), [drafts]);
}

export const draftIn = (dialogId: number) => client.drafts.get(String(dialogId));
