import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
/** One lock for all servers of a database: several may start at once, one migrates, the rest wait. */
const LOCK = 4_217_001;

export class SchemaTooNew extends Error {}

interface Migration {
  id: number;
  name: string;
  file: string;
}

async function listMigrations(): Promise<Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return files.map((name) => ({ id: Number(name.slice(0, 4)), name, file: path.join(MIGRATIONS, name) }));
}

/**
 * Brings a database to this server's schema, each migration in its own transaction.
 *
 * @throws SchemaTooNew  where a newer server has been here: an old one would write wrongly
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists schema_migrations (id int primary key, name text not null, at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ id: number; name: string }>('select id, name from schema_migrations');
    const done = new Set(rows.map((row) => row.id));
    const migrations = await listMigrations();
    const known = new Set(migrations.map((migration) => migration.id));
    const unknown = rows.find((row) => !known.has(row.id));
    if (unknown) {
      throw new SchemaTooNew(
        `This database was upgraded by a newer Atrium (migration ${unknown.name}). Start that version, or restore a backup made before it.`,
      );
    }
    for (const migration of migrations) {
      if (done.has(migration.id)) continue;
      await client.query('begin');
      await client.query(await readFile(migration.file, 'utf8'));
      await client.query('insert into schema_migrations (id, name) values ($1, $2)', [migration.id, migration.name]);
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
}
