import type { Recent } from '@atrium/contract/workspace/recents.ts';
import { ExtensionPoint } from '#platform/extensionPoint';
import type { View } from '#platform/work';
import type { RecentType } from './note.queries.ts';

/** A record that a person looked at something, and where. */
export interface Look {
  target_id: number;
  source_id: number;
}
export type ShownRecent = Omit<Recent, 'record_id' | 'type' | 'id' | 'browsed_at'>;

/** Resolves records by `lookKey`; leaves out what is deleted or no longer accessible. */
export interface RecentKind {
  type: RecentType;
  load: (view: View, looks: readonly Look[]) => Promise<Map<string, ShownRecent>>;
}

export const recentKinds = new ExtensionPoint<RecentKind>();
export const lookKey = ({ target_id, source_id }: Look) => `${target_id} ${source_id}`;
