import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { StartRefused } from '#platform/postgres/startRefused';
import { cloneTemplate, emptyDatabase } from '#testing/database';
import { unique } from '#testing/world';
import { breaksEarlierServers, createSchema, migrate, oldestServer, SchemaTooNew, whyTooOld } from './migrate.ts';

/** The last migration of 1.0. Servers of each later release run beside those of the one before. */
const FIRST_RELEASE = 48;
const folder = new URL('../../../migrations/', import.meta.url);

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

test('a server runs on the schema of the next release, beside it, and not on one that leaves it behind', async () => {
  const url = await cloneTemplate(unique('atrium_newer_'));
  await query(url, `insert into schema_migrations (id, name) values (9998, '9998_next_release.sql')`);
  await migrate(url);
  await query(url, `insert into schema_migrations (id, name, oldest) values (9999, '9999_tomorrow.sql', 9998)`);
  await expect(migrate(url)).rejects.toThrow(SchemaTooNew);
  await expect(migrate(url)).rejects.toThrow(/9999_tomorrow/);
});

/** Names of migrations of the last development version, some of which 1.0 has too. */
const LAST_DEVELOPMENT = ['0001_users.sql', '0006_sync.sql', '0039_accessTokens.sql', '0118_eventAudience.sql'];
const EARLIER = [
  LAST_DEVELOPMENT.slice(0, -1),
  ['0001_users.sql'],
  ['0001_users.sql', '0006_message_links.sql', '0141_open_uploads.sql'],
  ['0001_users.sql', '0022_faces.sql', '0028_meetings.sql'],
];

/** A database with the schema that these migrations leave. */
async function databaseOf(names: readonly string[]): Promise<string> {
  const url = await emptyDatabase(unique('atrium_made_'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await createSchema(client, names);
  } finally {
    await client.end();
  }
  return url;
}

const namesIn = async (url: string) =>
  (await query<{ name: string }>(url, 'select name from schema_migrations order by id')).map(({ name }) => name);

test('a database of the last development version counts as migrated, an earlier one is refused, and both keep their rows', async () => {
  const now = await namesIn(await cloneTemplate(unique('atrium_now_')));
  const setUp = async (names: readonly string[]) => {
    const url = await databaseOf(now.slice(0, FIRST_RELEASE));
    const values = names.map((name) => `(${Number(name.slice(0, 4))}, '${name}', 55)`);
    await query(
      url,
      `delete from schema_migrations; insert into schema_migrations (id, name, oldest) values ${values.join()}`,
    );
    await query(url, `insert into settings (name, value) values ('before', '{}')`);
    return url;
  };
  const setting = `select name from settings where name = 'before'`;

  const last = await setUp(LAST_DEVELOPMENT);
  await migrate(last);
  expect(await namesIn(last)).toEqual(now);
  expect(await query(last, setting)).toHaveLength(1);
  await migrate(last);

  for (const names of EARLIER) {
    const earlier = await setUp(names);
    await expect(migrate(earlier)).rejects.toThrow(StartRefused);
    await expect(migrate(earlier)).rejects.toThrow(/development version.* 29 November 2026/);
    expect(await namesIn(earlier)).toEqual(names);
    expect(await query(earlier, setting)).toHaveLength(1);
  }
});

test('a migration of 1.0 is that of a module', () => {
  const modules = readdirSync(new URL('../../modules/', import.meta.url));
  const first = readdirSync(folder).sort().slice(0, FIRST_RELEASE);
  const names = first.map((name) => name.replace(/^\d{4}_|\.sql$/g, ''));
  expect(names.filter((name) => !modules.includes(name))).toEqual([]);
  expect(first).toEqual(names.map((name, at) => `${String(at + 1).padStart(4, '0')}_${name}.sql`));
});

test('rows of the last development version are restored to the present schema, those of others are refused', async () => {
  const now = await namesIn(await cloneTemplate(unique('atrium_now_')));
  expect(await namesIn(await databaseOf(now))).toEqual(now);
  const last = await databaseOf(LAST_DEVELOPMENT);
  expect(await namesIn(last)).toEqual(now.slice(0, FIRST_RELEASE));
  await migrate(last);
  expect(await namesIn(last)).toEqual(now);
  for (const names of EARLIER) {
    await expect(databaseOf(names)).rejects.toThrow(/development version.* 29 November 2026/);
  }
  await expect(databaseOf([...now, '9998_next_release.sql'])).rejects.toThrow(SchemaTooNew);
});

test('an unreachable or unusable database is reported in one sentence, and a silent one times out', async () => {
  // Accepts connections and never answers, like a firewall.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const known = new URL(inject('pgUrl'));
  const missing = new URL(known);
  missing.pathname = '/no_such_database';
  const reasonOf = async (url: string) => {
    const error: unknown = await migrate(url, { connectMs: 200 }).catch((reason: unknown) => reason);
    expect(error, url).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  };
  expect(await reasonOf(`postgres://a:b@127.0.0.1:${port}/x`)).toMatch(/^No PostgreSQL answers at DATABASE_URL/);
  expect(await reasonOf('postgres://a:b@127.0.0.1:1/x')).toMatch(/^No PostgreSQL answers at DATABASE_URL/);
  expect(await reasonOf('postgres://a:b@nohost.invalid/x')).toMatch(/^No PostgreSQL answers at DATABASE_URL/);
  expect(await reasonOf('postgres://[bad')).toMatch(/^The PostgreSQL at DATABASE_URL cannot be used/);
  expect(await reasonOf(missing.href)).toMatch(/DATABASE_URL does not exist/);
  silent.close();
});

test('PostgreSQL 14 is too old, 15 is supported', () => {
  expect(whyTooOld(140_012)).toBe('The PostgreSQL at DATABASE_URL is version 14: Atrium needs 15 or newer.');
  expect(whyTooOld(90_624)).toMatch(/version 9:/);
  expect(whyTooOld(150_000)).toBeNull();
});

test('a database in another encoding is refused with the command to create one', async () => {
  const name = unique('atrium_latin_');
  await query(
    inject('pgUrl'),
    `create database "${name}" encoding 'LATIN1' locale_provider libc locale 'C' template template0`,
  );
  const url = new URL(inject('pgUrl'));
  url.pathname = `/${name}`;
  await expect(migrate(url.href)).rejects.toThrow(StartRefused);
  await expect(migrate(url.href)).rejects.toThrow(/^The database at DATABASE_URL is encoded in LATIN1, .*'UTF8'/);
  await query(inject('pgUrl'), `drop database "${name}"`);
});

test('a role without the right to create is refused with the grant it needs, which is sufficient', async () => {
  const name = unique('atrium_role_');
  await query(inject('pgUrl'), `create database "${name}"`);
  const owner = new URL(inject('pgUrl'));
  owner.pathname = `/${name}`;
  await query(inject('pgUrl'), `create role "${name}" login password 'role'`);
  const role = new URL(owner);
  Object.assign(role, { username: name, password: 'role' });
  const reasonOf = async () =>
    ((await migrate(role.href).catch((reason: unknown) => reason)) as Error | undefined)?.message;
  const grants = [
    [`grant create on schema public to ${name}`, `grant create on database ${name} to ${name}`],
    [`grant create on database ${name} to ${name}`],
  ];
  for (const missing of grants) {
    expect(await reasonOf()).toBe(
      `The role ${name} of DATABASE_URL may not create tables and schemas: run ${missing.map((grant) => `"${grant}"`).join(' and ')} there as its owner.`,
    );
    await query(owner.href, missing[0] ?? '');
  }
  expect(await reasonOf()).toBeUndefined();
  await query(inject('pgUrl'), `drop database "${name}"`);
  await query(inject('pgUrl'), `drop role "${name}"`);
});

test('no migration breaks servers of the previous release without saying which it needs', () => {
  const later = readdirSync(folder).filter((name) => Number(/^\d{4}(?=_)/.exec(name)?.[0] ?? 0) > FIRST_RELEASE);
  for (const name of later) {
    expect(breaksEarlierServers(readFileSync(new URL(name, folder), 'utf8')), name).toBe(null);
  }
});

test('a migration that earlier servers would stumble over is recognized', () => {
  for (const text of [
    'drop table old_things;',
    'alter table users drop column tel;',
    'alter table users rename column tel to phone;',
    'alter table users rename to people;',
    'alter table users alter column tel type int;',
    'alter table users alter tel set data type int;',
    'alter table users alter column tel set not null;',
    'alter table users alter column tel drop not null;',
    "alter table users add column shade text not null default '', add column color text not null;",
    'alter table users add column color text not null;',
    'create unique index users_tel on users (tel);',
    'alter table users add constraint short check (length(tel) < 9);',
    'alter table users add check (length(tel) < 9);',
    'alter table users add unique (tel);',
    'alter table users add foreign key (tel) references tels (id);',
  ]) {
    expect(breaksEarlierServers(text), text).not.toBe(null);
    expect(breaksEarlierServers(`-- needs 0031\n${text}`), text).toBe(null);
  }
  for (const text of [
    '-- drop table nothing;\ncreate table things (id int not null primary key);',
    "alter table users add column color text not null default '';",
    'alter table users add column color text;',
    "alter table users add column price numeric(8, 2) not null default 0, add column color text not null default '';",
    'create index users_color on users (color);\ndrop index users_tel;',
    'create table things (id int);\ncreate unique index things_id on things (id);',
    'update users set tel = trim(tel);',
  ]) {
    expect(breaksEarlierServers(text), text).toBe(null);
  }
  expect(oldestServer('-- needs 0031\nselect 1')).toBe(31);
});
