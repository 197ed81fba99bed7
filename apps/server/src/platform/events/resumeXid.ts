import { sql } from 'kysely';

/**
 * The first transaction whose events may be missing in this snapshot: the oldest one in progress, or if it is earlier
 * the one after the last event. A standby that is promoted continues after the last transaction that it has seen, and
 * numbers beyond, which the old primary had given to changes that were never committed, are used again.
 */
export const resumeXid = sql<string>`least(
  pg_snapshot_xmin(pg_current_snapshot()),
  coalesce((select (max(xid)::text::bigint + 1)::text::xid8 from events), pg_snapshot_xmin(pg_current_snapshot())))::text`;
