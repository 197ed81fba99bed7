import { randomUUID } from 'node:crypto';
import type { RedisOptions } from 'ioredis';
import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Log } from '../log.ts';
import { Cluster } from './cluster.ts';
import { type Link, openRedisLink } from './link.ts';

interface Place {
  redis: RedisOptions;
  nodeUrl: string;
  version: string;
  log: Log;
}

/** Connects this node to the others of its workspace. */
export async function joinCluster(db: Db, place: Place): Promise<{ cluster: Cluster; link: Link }> {
  const link = await openRedisLink(place.redis, await scopeOf(db), place.log);
  const self = {
    id: randomUUID().slice(0, 8),
    address: place.nodeUrl,
    version: place.version,
    startedAt: Date.now(),
  };
  return { cluster: new Cluster(link, self, place.log), link };
}

/**
 * The name that separates this workspace from others in the same Redis. It is stored once; the database's own name
 * tells a copy from its original.
 */
async function scopeOf(db: Db): Promise<string> {
  await sql`insert into meta (name, value) values ('workspace', ${randomUUID()}) on conflict (name) do nothing`.execute(
    db,
  );
  const { rows } = await sql<{ workspace: string; database: string; system: string }>`
    select value as workspace, current_database() as database,
      (select system_identifier::text from pg_control_system()) as system
    from meta where name = 'workspace'`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the workspace has no name');
  return `atrium:${row.workspace.slice(0, 8)}:${row.system}:${row.database}`;
}
