import type { Readable } from 'node:stream';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connect } from './migrate.ts';
import type { Db } from './pool.ts';
import type { DB } from './types.ts';

/**
 * The whole database at one moment, for backups and moves: rows as PostgreSQL's own text, read in one transaction.
 *
 * It does not depend on programs that npm does not bring (pg_dump is none of them), nor on the version of PostgreSQL:
 * the schema comes from the migrations of this repository.
 *
 * Transaction numbers mean nothing in another database. The event log is read without them, and a follower's place in
 * it as `@<event>`, the last one before the first that it has not handled.
 */
export interface Snapshot {
  readonly tables: readonly TableShape[];
  /** Partitions, such as the days of the event log. A partition comes before its own partitions. */
  readonly partitions: readonly Partition[];
  readonly migrations: readonly string[];
  readonly sequences: readonly SequenceState[];
  readonly jobs: readonly WaitingJob[];
  /** The version as PostgreSQL prints it: 18.4. */
  readonly version: string;
  /** The workspace's id. */
  readonly workspace: string;
  /** The database at the same moment, for further queries. */
  readonly db: Db;
  /** The rows of a table in the text format of COPY. Only one table is read at a time. */
  rows(table: TableShape): Readable;
  close(): Promise<void>;
}

export interface TableShape {
  name: string;
  columns: string[];
}
export interface Partition {
  name: string;
  parent: string;
  /** The clause of `create table`: `FOR VALUES ...` or `DEFAULT`, and how it is divided itself. */
  bound: string;
}
export interface SequenceState {
  table: string;
  column: string;
  value: number;
}
export interface WaitingJob {
  identifier: string;
  payload: unknown;
  run_at: string;
  max_attempts: number;
  key: string | null;
  queue_name: string | null;
  priority: number;
}

/**
 * Tables that mean nothing in another database: the schema's own list is written by the migrations, codes for signing
 * in last for seconds, parts of unfinished uploads are not copied, and backups belong to the place where they were
 * made.
 */
const LEFT_OUT = ['schema_migrations', 'login_codes', 'uploads', 'backups'];
const NO_COLUMNS: Record<string, readonly string[]> = { events: ['xid'] };
/** The entry that the leader writes each second, which is left out. */
const LEASE = 'leader_at';

/** Sets that times and numbers are printed the same way everywhere, and that nothing ends a long read. */
const SESSION = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set synchronize_seqscans = off; set max_parallel_workers_per_gather = 0; set row_security = off`;

/** @throws StartRefused  if no PostgreSQL answers */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await connect(url);
  try {
    await client.query(SESSION);
    await client.query(
      `insert into meta (name, value) values ('workspace', gen_random_uuid()) on conflict (name) do nothing`,
    );
    await client.query('begin isolation level repeatable read, read only');
    const { rows: about } = await client.query<{ version: string; workspace: string }>(
      `select current_setting('server_version') as version, (select value from meta where name = 'workspace') as workspace`,
    );
    const { rows: migrations } = await client.query<{ name: string }>('select name from schema_migrations order by id');
    const tables = await listTables(client);
    return {
      version: about[0]?.version ?? '',
      workspace: about[0]?.workspace ?? '',
      migrations: migrations.map(({ name }) => name),
      tables,
      partitions: await listPartitions(client),
      sequences: await listSequences(client),
      jobs: await listJobs(client),
      db: kyselyOn(client),
      rows: ({ name, columns }) => client.query(copyTo(`copy (${selectOf(name, columns)}) to stdout`)),
      async close() {
        await client.end().catch(() => undefined);
      },
    };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]) => columns.map(quoted).join(', ');

function selectOf(table: string, columns: readonly string[]): string {
  if (table !== 'meta') return `select ${columnList(columns)} from ${quoted(table)}`;
  return `select name, case when value ~ '^[0-9]+\\.[0-9]+$' then '@' || coalesce(
      (select min(e.id) - 1 from events e where (e.xid, e.id) > (split_part(m.value, '.', 1)::xid8, split_part(m.value, '.', 2)::bigint)),
      (select max(e.id) from events e), 0) else value end as value
    from meta m where name <> '${LEASE}' order by name`;
}

async function listTables(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1)
     group by c.relname order by c.relname`,
    [LEFT_OUT],
  );
  return rows.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !NO_COLUMNS[name]?.includes(column)),
  }));
}

async function listPartitions(client: pg.Client): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid)
       || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
     order by p.relispartition, 2, 1`,
  );
  return rows;
}

/** Values are read after the snapshot began, so that they are beyond every row in it. */
async function listSequences(client: pg.Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null and c.relname <> all($1) order by 1, 2`,
    [LEFT_OUT],
  );
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ value: string | number; is_called: boolean }>(
      `select last_value as value, is_called from ${sequence}`,
    );
    if (found[0]?.is_called) states.push({ table, column, value: Number(found[0].value) });
  }
  return states;
}

/** Jobs that failed for good are left out; those that run now are run again, which each job allows. */
async function listJobs(client: pg.Client): Promise<WaitingJob[]> {
  const { rows: known } = await client.query(`select 1 where to_regclass('graphile_worker._private_jobs') is not null`);
  if (known.length === 0) return [];
  const { rows } = await client.query<WaitingJob>(
    `select t.identifier, j.payload, j.run_at::text as run_at, j.max_attempts, j.key, q.queue_name, j.priority
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where j.attempts < j.max_attempts order by j.id`,
  );
  return rows;
}

/** Statements on the snapshot's own connection, which stays open. */
function kyselyOn(client: pg.Client): Db {
  let last: Promise<unknown> = Promise.resolve();
  const query = (text: string, values: unknown[]) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  const pool = {
    connect: async () => ({ query, release: () => undefined }),
    end: async () => undefined,
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
}
