import type { Work } from '#platform/work';
import type { Kind } from './match.service.ts';
import { insertIndexRequests } from './searchIndex.queries.ts';

/** Requests indexing after commit for things that changed without an event. */
export async function requestIndexing(work: Work, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await insertIndexRequests(work.tx, kind, ids);
}
