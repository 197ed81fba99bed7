import type { Work } from '#platform/work';
import type { Kind } from './match.service.ts';
import { insertWanted } from './searchIndex.queries.ts';

/** Has things indexed that changed without an event, once this is committed. */
export async function wantIndexed(work: Work, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await insertWanted(work.tx, kind, ids);
}
