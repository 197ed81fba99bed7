import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { StartRefused } from '../postgres/startRefused.ts';
import { findPrimary } from './hosts.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
/** One lock for all servers of a database: of several that start at once, one migrates and the others wait. */
const MIGRATION_LOCK = 4_217_001;
const CONNECT_MS = 5000;

export class SchemaTooNew extends StartRefused {}

interface Migration {
  id: number;
  name: string;
  file: string;
}

/**
 * The last migration that a server must know to run on the schema after this one, from a line `-- needs 0042`. 0, which
 * is usual, lets the previous release run beside the new one while nodes are upgraded one after the other.
 */
export const oldestServer = (text: string): number => Number(/^-- needs (\d{4})$/m.exec(text)?.[1] ?? 0);

/**
 * The statement of a migration that would break servers of the previous release, which run on the new schema meanwhile.
 * Null if there is none, or if the migration rules such servers out by `-- needs`.
 */
export function breaksEarlierServers(text: string): string | null {
  if (oldestServer(text) > 0) return null;
  const statements = text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((each) => each.replace(/\s+/g, ' ').trim());
  const fresh = statements.flatMap((each) => /^create table (\w+)/i.exec(each)?.[1] ?? []);
  // Servers of the previous release do not use a table that is new.
  const isOfNew = (each: string) => fresh.includes(/ on (\w+)/i.exec(each)?.[1] ?? '') && /^create /i.test(each);
  for (const statement of statements.filter((each) => !isOfNew(each)).flatMap(changesOf)) {
    const { reason } = BREAKING.find(({ finds }) => finds(statement.toLowerCase())) ?? {};
    if (reason) return `${reason}: ${statement.slice(0, 120)}`;
  }
  return null;
}

/** Splits an `alter table` into its changes: a default of one column does not apply to another. */
function changesOf(statement: string): string[] {
  const [head] = /^alter table (if exists )?(only )?\S+ /i.exec(statement) ?? [];
  if (!head) return [statement];
  return statement
    .slice(head.length)
    .split(/, ?(?=(?:add|alter|drop|rename|validate|set) )/i)
    .map((each) => head + each);
}

const BREAKING: readonly { finds: (statement: string) => boolean; reason: string }[] = [
  {
    finds: (text) => /\bdrop (table|column|view|function|type|schema)\b/.test(text),
    reason: 'it drops what earlier servers use',
  },
  { finds: (text) => /\brename (to|column)\b/.test(text), reason: 'it renames what earlier servers use' },
  { finds: (text) => /^alter table .* (set data )?type /.test(text), reason: 'it changes the type of a column' },
  { finds: (text) => text.includes('set not null'), reason: 'earlier servers may write null' },
  { finds: (text) => text.includes('drop not null'), reason: 'earlier servers may read null' },
  {
    finds: (text) => text.includes(' add ') && text.includes(' not null') && !text.includes(' default '),
    reason: 'earlier servers leave a new column out',
  },
  {
    finds: (text) =>
      text.startsWith('create unique index') ||
      / add (constraint|check|unique|primary key|foreign key|exclude)\b/.test(text),
    reason: 'earlier servers may break a new rule',
  },
];

async function listMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return files.map((name) => ({ id: Number(name.slice(0, 4)), name, file: path.join(MIGRATIONS, name) }));
}

const BOOKKEEPING = `
  create table if not exists schema_migrations (id int primary key, name text not null, at timestamptz not null default now());
  alter table schema_migrations add column if not exists oldest int not null default 0`;

/**
 * Creates the schema as these migrations leave it, in the caller's transaction: for a restore, which loads rows of that
 * schema. The server's start runs the later ones.
 *
 * @throws SchemaTooNew  if this Atrium does not have one of them
 * @throws StartRefused  if a development version before the last one made it
 */
export async function createSchema(client: pg.Client, names: readonly string[]): Promise<void> {
  const migrations = await listMigrations();
  const byName = new Map(migrations.map((each) => [each.name, each]));
  const known = (name: string) => {
    const migration = byName.get(name);
    if (!migration) throw new SchemaTooNew(`This needs a newer Atrium: this one does not know the migration ${name}.`);
    return migration;
  };
  const adopted = adoptedFor(
    names,
    migrations,
    'This data was made by a development version. Restore or start it with the version of 29 November 2026, then use this one.',
  );
  await client.query(BOOKKEEPING);
  await runMigrations(client, adopted ?? names.map(known));
}

/** Sends all of them at once: an answer to each of 84 took a quarter of the time of a new database. */
async function runMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const texts = await Promise.all(migrations.map(({ file }) => readFile(file, 'utf8')));
  await client.query(texts.join('\n'));
  await client.query(
    'insert into schema_migrations (id, name, oldest) select * from unnest($1::int[], $2::text[], $3::int[])',
    [migrations.map(({ id }) => id), migrations.map(({ name }) => name), texts.map(oldestServer)],
  );
}

/** @throws StartRefused  unless the database is of a suitable version and encoding, and its role may create tables */
export async function requireSuitable(client: pg.Client): Promise<void> {
  await requireVersion(client);
  await requireEncoding(client);
  await requireRights(client);
}

/**
 * Migrates a database to this server's schema, each migration in its own transaction, a new database in one.
 *
 * @throws SchemaTooNew  if a newer server has migrated it beyond what this one understands
 * @throws StartRefused  if no suitable PostgreSQL answers
 */

export async function migrate(
  connectionString: string,
  { connectMs = CONNECT_MS }: { connectMs?: number } = {},
): Promise<void> {
  const client = await connect(connectionString, connectMs);
  try {
    await requireSuitable(client);
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(BOOKKEEPING);
    const migrations = await listMigrations();
    await adoptDevelopment(client, migrations);
    const { rows } = await client.query<{ id: number; name: string; oldest: number }>(
      'select id, name, oldest from schema_migrations order by id',
    );
    const done = new Set(rows.map((row) => row.id));
    const last = migrations.at(-1)?.id ?? 0;
    // A newer server may run beside this one, on a schema that this one still understands.
    const unknown = rows.find((row) => row.oldest > last);
    if (unknown) {
      throw new SchemaTooNew(
        `This database was upgraded by a newer Atrium (migration ${unknown.name}). Start that version, or restore a backup made before it.`,
      );
    }
    const missing = migrations.filter(({ id }) => !done.has(id));
    // The migrations of a new database are one transaction: it exists as a whole or not at all, and waits for the disk
    // once.
    const steps = done.size === 0 ? [missing] : missing.map((migration) => [migration]);
    for (const step of steps) {
      await client.query('begin');
      await runMigrations(client, step);
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
}

/** The last migration of 1.0, which has one for each module. */
const FIRST_RELEASE = 48;
/** The last migration of development versions, which made the schema of 1.0 by others. */
const LAST_DEVELOPMENT = '0118_eventAudience.sql';

/**
 * The migrations of 1.0 for a schema that development versions made, else null: they count as done there. A schema of a
 * release has all of them, because they run in one transaction. Names alone do not tell, as both have `0001_users.sql`.
 *
 * @throws StartRefused  with this reason, if it is the schema of a development version before the last one
 */
function adoptedFor(names: readonly string[], migrations: readonly Migration[], reason: string): Migration[] | null {
  const first = migrations.filter(({ id }) => id <= FIRST_RELEASE);
  if (names.length === 0 || first.every(({ name }) => names.includes(name))) return null;
  if (!names.includes(LAST_DEVELOPMENT)) throw new StartRefused(reason);
  return first;
}

/**
 * Databases of the last development version have the schema of 1.0 with another order of columns.
 *
 * @throws StartRefused  if an earlier development version made the database
 */
async function adoptDevelopment(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const adopted = adoptedFor(
    rows.map(({ name }) => name),
    migrations,
    'This database was created by a development version. Run the version of 29 November 2026 once, then this one.',
  );
  if (!adopted) return;
  await client.query('begin');
  await client.query('delete from schema_migrations');
  await client.query('insert into schema_migrations (id, name) select * from unnest($1::int[], $2::text[])', [
    adopted.map(({ id }) => id),
    adopted.map(({ name }) => name),
  ]);
  await client.query('commit');
}

export async function connect(connectionString: string, connectMs = CONNECT_MS): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: await findPrimary(connectionString),
      connectionTimeoutMillis: connectMs,
    });
    // A later connection error shows at the statement it affects.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw new StartRefused(whyUnreachable(error as { code?: string; message: string }), { cause: error });
  }
}

const SILENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

export function whyUnreachable({ code = '', message }: { code?: string; message: string }): string {
  if (SILENT.has(code) || message.includes('timeout')) {
    return 'No PostgreSQL answers at DATABASE_URL: check the address, and that it runs.';
  }
  if (code === '28P01') return 'The PostgreSQL at DATABASE_URL refuses this user and password.';
  if (code === '3D000') return 'The database named in DATABASE_URL does not exist: create it first.';
  return `The PostgreSQL at DATABASE_URL cannot be used: ${message}.`;
}

const OLDEST = 15;

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const reason = whyTooOld(Number(rows[0]?.server_version_num));
  if (reason) throw new StartRefused(reason);
}

/** @param versionNum in PostgreSQL's format: 140012 is 14.12 */
export function whyTooOld(versionNum: number): string | null {
  const major = Math.floor(versionNum / 10_000);
  if (major >= OLDEST) return null;
  return `The PostgreSQL at DATABASE_URL is version ${major}: Atrium needs ${OLDEST} or newer.`;
}

async function requireEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding');
  const encoding = rows[0]?.server_encoding ?? '';
  if (encoding === 'UTF8') return;
  throw new StartRefused(
    `The database at DATABASE_URL is encoded in ${encoding}, which cannot hold every script: create one with "create database NAME encoding 'UTF8' template template0".`,
  );
}

/**
 * Checks the rights to create tables and schemas: tables are created later too (one for each day of the event log), and
 * the job runner uses a schema of its own.
 */
async function requireRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; schema: string | null; missing: string[] }>(`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      quote_ident(current_schema()) as schema,
      array_remove(array[
        case when not coalesce(has_schema_privilege(current_schema(), 'create'), false) then 'schema' end,
        case when not has_database_privilege(current_database(), 'create') then 'database' end], null) as missing`);
  const { role, database, schema, missing = [] } = rows[0] ?? {};
  const grants = missing.map(
    (kind) => `"grant create on ${kind} ${kind === 'schema' ? (schema ?? 'public') : database} to ${role}"`,
  );
  if (grants.length === 0) return;
  throw new StartRefused(
    `The role ${role} of DATABASE_URL may not create tables and schemas: run ${grants.join(' and ')} there as its owner.`,
  );
}
