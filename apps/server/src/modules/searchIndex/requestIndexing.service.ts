import { sql } from 'kysely';
import type { Work } from '#platform/work';
import type { Kind } from './match.service.ts';

/** Has things indexed that changed without an event, once this is committed. */
export async function wantIndexed(work: Work, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into search_wanted (kind, id) select ${kind}, i from unnest(${ids}::int[]) i
    on conflict do nothing`.execute(work.tx);
}
