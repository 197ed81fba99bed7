import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { unique } from '#testing/world';
import { migrate, SchemaTooNew } from './migrate.ts';

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test('several servers that start at once migrate once', async () => {
  const name = unique('atrium_fresh_');
  await query(inject('pgUrl'), `create database "${name}"`);
  const url = new URL(inject('pgUrl'));
  url.pathname = `/${name}`;
  await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)]);
  const rows = await query<{ id: number }>(url.href, 'select id from schema_migrations order by id');
  expect(rows.length).toBeGreaterThan(0);
  await migrate(url.href);
  expect(await query(url.href, 'select id from schema_migrations order by id')).toEqual(rows);
  await query(inject('pgUrl'), `drop database "${name}"`);
});

test('a schema of a newer server is refused, and left alone', async () => {
  const url = await cloneTemplate(unique('atrium_newer_'));
  await query(url, `insert into schema_migrations (id, name) values (9999, '9999_tomorrow.sql')`);
  await expect(migrate(url)).rejects.toThrow(SchemaTooNew);
  await expect(migrate(url)).rejects.toThrow(/9999_tomorrow/);
});
