import { sql } from 'kysely';

/**
 * The first transaction whose events may be missing in this snapshot: the oldest one in progress, or if it is earlier
 * the one after the last event. A promoted standby continues after the last transaction that it has seen: it uses
 * numbers again that the old primary gave to changes that were never committed.
 */
export const resumeXid = sql<string>`least(
  pg_snapshot_xmin(pg_current_snapshot()),
  coalesce((select (max(xid)::text::bigint + 1)::text::xid8 from events), pg_snapshot_xmin(pg_current_snapshot())))::text`;
