import type { Recent } from '@atrium/contract/workspace/recents.ts';
import { ExtensionPoint } from '#platform/extensionPoint';
import type { View } from '#platform/work';
import type { RecentType } from './note.queries.ts';

/** Something that somebody looked at, in the place where they did. */
export interface Look {
  target_id: number;
  source_id: number;
}
export type ShownRecent = Omit<Recent, 'record_id' | 'type' | 'id' | 'browsed_at'>;

/** Tells what was looked at, by `lookKey`; what the caller may not see any more, or is gone, is left out. */
export interface RecentKind {
  type: RecentType;
  load: (view: View, looks: readonly Look[]) => Promise<Map<string, ShownRecent>>;
}

export const recentKinds = new ExtensionPoint<RecentKind>();
export const lookKey = ({ target_id, source_id }: Look) => `${target_id} ${source_id}`;
