import { ExtensionPoint } from '#platform/extensionPoint';
import type { Work } from '#platform/work';

/** Changes of memberships that later modules and programs follow. */
export type DialogChange = 'dialog_open' | 'member_join' | 'member_leave';

/** Called in the transaction of the change, with its conversations and people. */
export type OnDialogChange = (
  work: Work,
  change: DialogChange,
  places: readonly { dialog_id: number; userid: number }[],
) => Promise<void>;
export const dialogChanges = new ExtensionPoint<OnDialogChange>();

export async function tellDialogChange(...[work, ...change]: Parameters<OnDialogChange>): Promise<void> {
  for (const tell of dialogChanges.of(work.app)) await tell(work, ...change);
}
