import type pg from 'pg';
import type { Log } from '../log.ts';

/** The node that holds this lock runs followers, and everything else that must run once. */
const LEADER_LOCK = 4_217_101;
/** The number of ticks between attempts to become the leader. */
const LEAD_TICKS = 4;
/** The leader reports once a second that it is not hung: its machine would still answer, and hold the lock. */
const LEASE = `insert into meta (name, value) values ('leader_at', extract(epoch from clock_timestamp())::text)
  on conflict (name) do update set value = excluded.value`;
/** Ends the connection, and with it the lock, of a leader that has said nothing for eight seconds. */
const END_STALE = `select pg_terminate_backend(l.pid) from pg_locks l
  where l.locktype = 'advisory' and l.objid = ${LEADER_LOCK} and l.objsubid = 1 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and (select value::float8 from meta where name = 'leader_at') < extract(epoch from clock_timestamp()) - 8`;

/** Tries to make this node the leader. The lock belongs to its connection: if that is lost, another node may lead. */
export function watchLeadership(log: Log) {
  let isLeader = false;
  let ticks = 0;
  return {
    get isLeader() {
      return isLeader;
    },
    lose() {
      isLeader = false;
    },
    /**
     * Tries to become the leader, or to remain it. Called with every tick, and asks only now and then.
     *
     * @param isCurrent whether the connection is still used once it has answered
     * @returns whether it has asked the database
     */
    async ask(client: pg.Client, isCurrent: () => boolean): Promise<boolean> {
      if (++ticks % LEAD_TICKS !== 0) return false;
      if (isLeader) {
        await client.query(LEASE);
        return true;
      }
      const { rows } = await client.query<{ leads: boolean }>(`select pg_try_advisory_lock(${LEADER_LOCK}) as leads`);
      if (rows[0]?.leads && isCurrent()) {
        isLeader = true;
        await client.query(LEASE);
        log.info({}, 'this node leads now');
      } else if (rows[0]?.leads === false) await client.query(END_STALE);
      return true;
    },
  };
}
