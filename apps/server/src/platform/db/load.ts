import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StartRefused } from '../postgres/startRefused.ts';
import { connect, createSchema, requireSuitable } from './migrate.ts';
import { columnList, type Partition, type SequenceState, type TableShape, type WaitingJob } from './snapshot.ts';

/** The content for a new database: a snapshot of another one, or a backup. */
export interface Source {
  migrations: readonly string[];
  tables: readonly TableShape[];
  partitions: readonly Partition[];
  sequences: readonly SequenceState[];
  jobs: readonly WaitingJob[];
  /** The rows of a table in the text format of COPY. */
  rows(table: TableShape): Readable;
}

export interface LoadOptions {
  onTable?: (name: string, done: number, total: number) => void;
  signal?: AbortSignal;
  /** Called last, before the commit. */
  last?: (client: pg.Client) => Promise<void>;
}

/** @throws StartRefused  if the database has tables, or cannot be used */
export async function requireEmpty(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await requireSuitable(client);
    await refuseTables(client);
  } finally {
    await client.end();
  }
}

async function refuseTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm') limit 1`,
  );
  const { rows: jobs } = await client.query(`select 1 where to_regnamespace('graphile_worker') is not null`);
  const found = rows[0]?.name ?? (jobs.length > 0 ? 'graphile_worker' : undefined);
  if (found) throw new StartRefused(`The database is not empty (it has ${found}). Use an empty database.`);
}

/**
 * Fills an empty database in one transaction: everything or nothing. The event log gets this transaction's number, and
 * followers a place before the first event that they have not handled, so that none is skipped.
 *
 * @throws StartRefused  if the database is not empty
 */
export async function loadInto(url: string, source: Source, options: LoadOptions = {}): Promise<void> {
  await requireEmpty(url);
  let isJobSchemaOurs = false;
  const client = await connect(url);
  try {
    // The job runner creates its tables on a connection of its own.
    isJobSchemaOurs = true;
    await runMigrations({ connectionString: url });
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set statement_timeout = 0`);
    await client.query('begin');
    await createSchema(client, source.migrations);
    await loadRows(client, source, options);
    await setSequences(client, source.sequences);
    await placeFollowers(client);
    for (const job of source.jobs) await addJob(client, job);
    await options.last?.(client);
    options.signal?.throwIfAborted();
    await client.query('commit');
    isJobSchemaOurs = false;
    // Statistics are made now, because the first queries would be slow without them.
    await client.query('analyze');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (isJobSchemaOurs) await client.query('drop schema if exists graphile_worker cascade').catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loadRows(client: pg.Client, source: Source, { onTable, signal }: LoadOptions): Promise<void> {
  const shapes = new Map(source.tables.map((table) => [table.name, table]));
  const names = await inOrderOfReferences(client, [...shapes.keys()]);
  for (const { name, parent, bound } of source.partitions) {
    // Some partitions exist already, because the schema creates them.
    await client.query(`create table if not exists "${name}" partition of "${parent}" ${bound}`);
  }
  // Triggers are off, because sums are loaded like everything else and must not be counted again.
  await switchTriggers(client, names, 'disable');
  // The few rows that migrations insert are removed. Tables that refer to them and are not loaded are empty.
  await client.query(`truncate ${names.map((name) => `"${name}"`).join(', ')} cascade`);
  let done = 0;
  for (const name of names) {
    signal?.throwIfAborted();
    const table = shapes.get(name);
    if (!table) continue;
    onTable?.(name, done++, names.length);
    const into = client.query(copyFrom(`copy "${name}" (${columnList(table.columns)}) from stdin`));
    await pipeline(source.rows(table), into, { ...(signal && { signal }) });
  }
  await switchTriggers(client, names, 'enable');
}

async function switchTriggers(client: pg.Client, names: readonly string[], how: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
     where c.relnamespace = current_schema()::regnamespace and not g.tgisinternal and c.relname = any($1)`,
    [names],
  );
  for (const { name } of rows) await client.query(`alter table "${name}" ${how} trigger user`);
}

/** Sorts tables so that each comes after those that it refers to. */
async function inOrderOfReferences(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and k.conrelid <> k.confrelid`,
  );
  const ordered: string[] = [];
  const visit = (name: string, path: readonly string[]) => {
    if (ordered.includes(name) || path.includes(name)) return;
    for (const { from, to } of rows) if (from === name) visit(to, [...path, name]);
    if (names.includes(name)) ordered.push(name);
  };
  for (const name of names) visit(name, []);
  return ordered;
}

async function setSequences(client: pg.Client, sequences: readonly SequenceState[]): Promise<void> {
  for (const { table, column, value } of sequences) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3)', [
      table,
      column,
      value,
    ]);
  }
}

async function placeFollowers(client: pg.Client): Promise<void> {
  await client.query(
    `update meta set value = pg_current_xact_id()::text || '.' || substr(value, 2) where value ~ '^@[0-9]+$'`,
  );
  // Cursors of clients name transactions of the other database, so all clients load everything.
  await client.query('delete from log_epochs');
}

const addJob = (client: pg.Client, job: WaitingJob) =>
  client.query(
    `select graphile_worker.add_job(identifier => $1, payload => $2::json, queue_name => $3, run_at => $4::timestamptz,
       max_attempts => $5, job_key => $6, priority => $7)`,
    [job.identifier, JSON.stringify(job.payload), job.queue_name, job.run_at, job.max_attempts, job.key, job.priority],
  );
