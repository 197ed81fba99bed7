import { sql } from 'kysely';
import { SEALED } from '../secrets.ts';
import { openDatabase } from './pool.ts';

/**
 * True if the database has a secret that some key sealed: in the settings, or in a column named `secret`. Checked
 * before the server opens its database, because only a database without any may get a new key.
 */
export async function hasSealedValues(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const { rows } = await sql<{
      name: string;
    }>`select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and a.attname = 'secret' and a.atttypid = 'text'::regtype`.execute(database.db);
    const places = [
      sql`select 1 from settings where value::text like ${`%"${SEALED}%`}`,
      ...rows.map(({ name }) => sql`select 1 from ${sql.table(name)} where secret like ${`${SEALED}%`}`),
    ];
    const found = await sql<{ has: boolean }>`select exists (${sql.join(places, sql` union all `)}) as has`.execute(
      database.db,
    );
    return found.rows[0]?.has === true;
  } finally {
    await database.close();
  }
}
