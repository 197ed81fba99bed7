import { sql } from 'kysely';
import type { Log } from '../log.ts';
import { type Db, openDatabase } from './pool.ts';

/** The interval of checking how far the replica is. */
const LOOK_MS = 250;
/** A replica that is further behind is not read. */
const MOST_BEHIND_MS = 1000;

/** A standby for reads that may be a second old. */
export interface Replica {
  readonly db: Db;
  /** True if it answers, and is at most a second behind the primary. */
  readonly isFresh: boolean;
  close(): Promise<void>;
}

/**
 * Watches a standby: four times a second the primary's position in its log is noted, and the standby is asked how far
 * it has come. Positions are compared instead of times, because a standby that has nothing to do looks old by the
 * clock.
 */
export function openReplica(primary: Db, url: string, log: Log, poolSize?: number): Replica {
  const { db, close } = openDatabase(url, poolSize);
  /** Positions of the primary and when they were noted, oldest first; the standby has reached none of them. */
  let ahead: { lsn: bigint; at: number }[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  let wasFresh = true;
  let isLooking = false;
  const isFresh = () => {
    const due = performance.now() - MOST_BEHIND_MS;
    const [oldest] = ahead;
    return answeredAt > due && (oldest === undefined || oldest.at > due);
  };
  const measureLag = async () => {
    const noted = await positionOf(primary, 'pg_current_wal_lsn()');
    ahead.push({ lsn: noted, at: performance.now() });
    const reached = await positionOf(db, 'pg_last_wal_replay_lsn()');
    answeredAt = performance.now();
    ahead = ahead.filter(({ lsn }) => lsn > reached);
  };
  const timer = setInterval(() => {
    if (isFresh() !== wasFresh) {
      wasFresh = !wasFresh;
      log.warn({}, wasFresh ? 'the read replica is up to date again' : 'the read replica is lagging and is not used');
    }
    if (isLooking) return;
    isLooking = true;
    measureLag()
      .catch((error: unknown) => log.debug({ err: error }, 'the read replica did not answer'))
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_MS);
  timer.unref();
  return {
    db,
    get isFresh() {
      return isFresh();
    },
    async close() {
      clearInterval(timer);
      await close();
    },
  };
}

/** Reads a position in the log, as bytes since its beginning. @throws if the address names no standby */
async function positionOf(db: Db, position: string): Promise<bigint> {
  const { rows } = await sql<{ bytes: string | null }>`
    select (${sql.raw(position)} - '0/0'::pg_lsn)::text as bytes`.execute(db);
  const bytes = rows[0]?.bytes;
  if (bytes === null || bytes === undefined) throw new Error('DATABASE_READ_URL names no standby');
  return BigInt(bytes);
}
