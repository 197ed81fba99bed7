import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_EMAIL, DEMO_PASSWORD, fillDemo } from '#modules/demo/demo.service';
import { diskStorage } from '#platform/files/diskStorage';
import { runCommandLine } from '#testing/commands';
import { cloneTemplate, emptyDatabase } from '#testing/database';
import { isLong } from '#testing/histories';
import { type S3Server, startS3 } from '#testing/s3/s3Server';
import { person, startServer, TestClient, type TestServer, unique } from '#testing/world';

/*
 * The restore drill: the demo workspace is backed up while it is used, restored elsewhere, and every row and every file
 * is compared.
 */

let top = '';
let server: TestServer;
let databaseUrl = '';
let files = '';
let backups = '';
let s3: S3Server;
beforeAll(async () => {
  top = await mkdtemp(path.join(tmpdir(), 'atrium-backup-'));
  [files, backups] = [path.join(top, 'files'), path.join(top, 'backups')];
  s3 = await startS3();
  databaseUrl = await cloneTemplate(unique('atrium_backed_'));
  server = await startServer({ databaseUrl, storage: diskStorage(files) });
  await fillDemo(server.app);
}, 120_000);
afterAll(async () => {
  await server.close();
  await s3.close();
  await rm(top, { recursive: true, force: true });
});

const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  ATRIUM_DATA: path.join(top, 'data'),
  ATRIUM_STORAGE: files,
  AWS_ACCESS_KEY_ID: s3.address().keys?.id,
  AWS_SECRET_ACCESS_KEY: s3.address().keys?.secret,
  ...more,
});
const backUp = (words: readonly string[] = [backups], more = {}) => runCommandLine('backup', words, env(more));

async function connected<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

const query = <T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> =>
  connected(url, async (client) => (await client.query<T>(text)).rows);

/**
 * Rows and a checksum of every table, independent of the order of rows and of the figures that the backup itself
 * records.
 */
const sumsOf = (url: string): Promise<Record<string, string>> =>
  connected(url, async (client) => {
    await client.query(`set timezone = 'UTC'`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    );
    const sums = tables.map(({ name }) => {
      // Transaction numbers belong to one database; the records of backup and restore come after the snapshot.
      const rows = name === 'events' ? `to_jsonb(t) - 'xid'` : 'to_jsonb(t)';
      const which = name === 'audit_log' ? `where action not in ('backup.done', 'backup.restored')` : '';
      return `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(md5((${rows})::text), '' order by md5((${rows})::text))), '') as sum from ${name} t ${which}`;
    });
    const { rows } = await client.query<{ name: string; sum: string }>(sums.join(' union all '));
    return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  });

/** Tables that belong to one database or place. `snapshot.ts` says why a backup leaves each of them out. */
const ELSEWHERE = ['schema_migrations', 'log_epochs', 'meta', 'backups', 'login_codes', 'uploads'];
const compared = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !ELSEWHERE.includes(name)));

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  )) {
    const file = path.join(name.parentPath, name.name);
    contents[path.relative(folder, file)] = (await readFile(file)).toString('base64');
  }
  return contents;
}

async function signIn(base: string): Promise<TestClient> {
  const ada = new TestClient(base, DEMO_EMAIL);
  const profile = await ada.call(login, { email: DEMO_EMAIL, password: DEMO_PASSWORD });
  Object.assign(ada, { token: profile.token, userid: profile.userid });
  return ada;
}

test('a backup of the demo workspace is restored with every row and every file', { timeout: 120_000 }, async () => {
  await runMigrations({ connectionString: databaseUrl });
  for (const name of ['mail_invitation', 'pack_files']) {
    await query(databaseUrl, `select graphile_worker.add_job('${name}', run_at => now() + interval '1 day')`);
  }
  const made = await backUp();
  expect(made).toMatchObject({ code: 0, said: expect.stringMatching(/Backup \S+: \d+ rows of \d+ tables, \d+ files/) });
  const before = await sumsOf(databaseUrl);
  expect(Number(before['messages']?.split(' ')[0])).toBeGreaterThan(50);
  expect(await backUp([backups, '--verify'])).toMatchObject({ code: 0 });

  const into = await emptyDatabase(unique('atrium_restored_'));
  const storage = path.join(top, 'restored');
  const restored = await runCommandLine('restore', [backups], env({ DATABASE_URL: into, ATRIUM_STORAGE: storage }));
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/secret\.key[^]*Start Atrium\./) });
  expect(compared(await sumsOf(into))).toEqual(compared(before));
  // A copy does not send again what the original sends.
  expect(restored.said).toContain('may have sent them: 1.');
  const waiting = await query<{ name: string }>(into, 'select task_identifier as name from graphile_worker.jobs');
  expect(waiting.map(({ name }) => name)).toContain('pack_files');
  expect(waiting.map(({ name }) => name)).not.toContain('mail_invitation');
  const kept = await contentsOf(storage);
  expect(Object.keys(kept).length).toBeGreaterThan(20);
  expect(kept).toEqual(await contentsOf(files));
  expect(
    await query(into, `select action, detail ->> 'atrium' as v from audit_log where action = 'backup.restored'`),
  ).toEqual([{ action: 'backup.restored', v: '1.0.0' }]);

  // A second restore is refused if either of the two is not empty.
  const again = await runCommandLine(
    'restore',
    [backups],
    env({ DATABASE_URL: into, ATRIUM_STORAGE: path.join(top, 'x') }),
  );
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('The database is not empty') });
  const other = await emptyDatabase(unique('atrium_restored_'));
  const full = await runCommandLine('restore', [backups], env({ DATABASE_URL: other, ATRIUM_STORAGE: storage }));
  expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });

  // The restored workspace works: new rows get new ids, followers continue, and clients load everything again.
  const running = await startServer({ databaseUrl: into, storage: diskStorage(storage) });
  try {
    const ada = await signIn(running.base);
    const bo = await person('bo', { server: running });
    const { dialog_user } = (await ada.call(dialogOpenUser, { userid: bo.userid })) as { dialog_user?: unknown };
    expect(dialog_user).toBeDefined();
  } finally {
    await running.close();
  }
});

test('confirmed messages are in a backup that begins later, and the second one copies only new files', async () => {
  const ada = await signIn(server.base);
  const bo = await person('bo', { server });
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  let isSending = true;
  const confirmed: { id: number; at: number }[] = [];
  const sending = (async () => {
    while (isSending) {
      const message = await ada.call(msgSendtext, { dialog_id: id, text: unique('under load') });
      confirmed.push({ id: message.id, at: Date.now() });
      await sleep(50);
    }
  })();
  await sleep(1000);
  const begun = Date.now();
  const { code, said } = await backUp();
  isSending = false;
  await sending;
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('of which 0 were copied now') });

  const into = await emptyDatabase(unique('atrium_loaded_'));
  const restored = await runCommandLine(
    'restore',
    [backups],
    env({ DATABASE_URL: into, ATRIUM_STORAGE: path.join(top, 'loaded') }),
  );
  expect(restored.code).toBe(0);
  const there = new Set((await query<{ id: number }>(into, 'select id from messages')).map((row) => row.id));
  const due = confirmed.filter(({ at }) => at < begun);
  expect(due.length).toBeGreaterThan(5);
  expect(due.filter((each) => !there.has(each.id))).toEqual([]);
  // The next id is beyond everything that was restored.
  const [next] = await query<{ next: string }>(
    into,
    `select nextval(pg_get_serial_sequence('messages', 'id')) > max(id) as next from messages`,
  );
  expect(next).toEqual({ next: true });
});

test.skipIf(!isLong)(
  'a killed backup leaves the earlier ones usable, and the next one takes its place',
  {
    timeout: 60_000,
  },
  async () => {
    const listed = async () => (await backUp([backups, '--list'])).said.match(/^\S+Z/gm) ?? [];
    const before = await listed();
    const killed = await runCommandLine('backup', [backups], env(), (said, kill) => {
      if (said.includes('Tables: 20')) kill();
    });
    expect(killed.code).not.toBe(0);
    expect(await listed()).toEqual(before);
    expect(await backUp([backups, '--verify'])).toMatchObject({ code: 0 });
    await sleep(1000);
    expect(await backUp([backups, '--keep', '2'])).toMatchObject({ code: 0 });
    const after = await listed();
    expect(after).toHaveLength(2);
    const left = Object.keys(await contentsOf(path.join(backups, 'backups'))).map((name) => name.split('/')[0]);
    expect([...new Set(left)].sort()).toEqual(after);
    const rows = await query(databaseUrl, `select status, error from backups order by id desc limit 2`);
    expect(rows).toEqual([
      { status: 'done', error: '' },
      { status: 'failed', error: 'interrupted' },
    ]);
  },
);

test('a damaged or incomplete backup is refused, and nothing is left of the restore', { timeout: 60_000 }, async () => {
  const copy = path.join(top, 'damaged');
  const [id] = (await readdir(path.join(backups, 'backups'))).slice(-1);
  const tables = path.join(copy, 'backups', String(id), 'tables');
  const restore = async () => {
    const into = await emptyDatabase(unique('atrium_damaged_'));
    const storage = path.join(top, 'damaged-files');
    const end = await runCommandLine('restore', [copy], env({ DATABASE_URL: into, ATRIUM_STORAGE: storage }));
    const left = await query(
      into,
      `select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    expect({ left, folder: existsSync(storage) }).toEqual({ left: [], folder: false });
    return end;
  };
  await cp(backups, copy, { recursive: true });
  const table = path.join(tables, 'messages.copy.zst');
  const content = await readFile(table);
  const at = Math.floor(content.length / 2);
  await writeFile(
    table,
    Buffer.concat([content.subarray(0, at), Buffer.from([(content[at] ?? 0) ^ 1]), content.subarray(at + 1)]),
  );
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('messages.copy.zst is damaged') });
  expect(await backUp([copy, '--verify'])).toMatchObject({ code: 1 });
  await writeFile(table, content);

  // A content of the right length and wrong bytes shows when it is copied.
  const pool = Object.keys(await contentsOf(path.join(copy, 'files')));
  const victim = path.join(copy, 'files', String(pool[0]));
  const original = await readFile(victim);
  await writeFile(victim, Buffer.alloc(original.length, 7));
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('has another checksum') });
  await rm(victim);
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('nothing was restored') });
  await writeFile(victim, original);

  const manifest = path.join(copy, 'backups', String(id), 'manifest');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"format":1', '"format":2'));
  expect(await restore()).toMatchObject({ code: 1, said: expect.stringContaining('is damaged (manifest)') });
});

test('a database that does not answer is named in one sentence', async () => {
  const end = await backUp([backups], { DATABASE_URL: 'postgres://atrium@127.0.0.1:1/atrium' });
  expect(end).toMatchObject({ code: 1, said: expect.stringMatching(/No PostgreSQL answers at DATABASE_URL[^]*\.\n$/) });
  expect(end.said).not.toContain('    at ');
});

test('a folder that cannot be used is refused with what to do', { timeout: 60_000 }, async () => {
  const file = path.join(top, 'plain');
  await writeFile(file, '');
  for (const place of [file, '/proc/nope']) {
    const { code, said } = await backUp([place]);
    expect([code, said]).toEqual([1, expect.stringMatching(/^Can't use \S+ as a backup folder: .+ Choose another/)]);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
  const listed = await backUp([file, '--list']);
  expect(listed).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Can't use \S+ as a backup folder: it is a file/),
  });
  const restored = await runCommandLine('restore', [file], env());
  expect(restored.said).toMatch(/^Can't use \S+ as a backup folder: it is a file/);
  const data = path.join(top, 'kept');
  await mkdir(data);
  await writeFile(path.join(data, 'x.txt'), '');
  const full = await runCommandLine('restore', [backups], env({ DATABASE_URL: '', ATRIUM_DATA: data }));
  expect(full).toMatchObject({ code: 1, said: expect.stringContaining('is not empty (it has x.txt)') });
});

test('a folder of another workspace is refused', async () => {
  const other = path.join(top, 'other');
  await mkdir(other);
  await writeFile(path.join(other, 'atrium-backup.json'), JSON.stringify({ format: 1, workspace: 'another' }));
  expect(await backUp([other])).toMatchObject({
    code: 1,
    said: expect.stringContaining('backups of another workspace'),
  });
});

test.skipIf(!isLong)('a bucket takes backups, and a restore from it fills a bucket', { timeout: 60_000 }, async () => {
  const [place, storage] = [s3.text(s3.address()), s3.text(s3.address())];
  const end = await backUp([place]);
  expect(end).toMatchObject({ code: 0, said: expect.stringContaining('Backup 20') });
  const into = await emptyDatabase(unique('atrium_bucket_'));
  const restored = await runCommandLine('restore', [place], env({ DATABASE_URL: into, ATRIUM_STORAGE: storage }));
  expect(restored).toMatchObject({ code: 0 });
  expect(compared(await sumsOf(into))).toEqual(compared(await sumsOf(databaseUrl)));
});

test.skipIf(!isLong)(
  'the database moves to the embedded one and back, and is refused while Atrium runs',
  {
    timeout: 120_000,
  },
  async () => {
    const from = await emptyDatabase(unique('atrium_moving_'));
    const { said } = await runCommandLine(
      'restore',
      [backups],
      env({ DATABASE_URL: from, ATRIUM_STORAGE: path.join(top, 'moving') }),
    );
    expect(said).toContain('Start Atrium.');
    // Columns of a database that later migrations changed are in another order than those of a new one.
    await query(from, 'alter table messages drop column bot, add column bot int not null default 0');
    const client = new pg.Client({ connectionString: from });
    await client.connect();
    await client.query('select pg_advisory_lock(4217100)');
    const data = path.join(top, 'embedded');
    expect(await runCommandLine('move', [data], env({ DATABASE_URL: from }))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Another Atrium server is already using this database'),
    });
    await client.end();
    // The target is named, not the variable of the source.
    const nowhere = await runCommandLine(
      'move',
      ['postgres://atrium:secret-Word@127.0.0.1:1/elsewhere'],
      env({ DATABASE_URL: from }),
    );
    expect(nowhere).toMatchObject({ code: 1, said: expect.stringContaining('at postgres://127.0.0.1:1/elsewhere:') });
    expect(nowhere.said).not.toMatch(/DATABASE_URL|secret-Word/);
    const moved = await runCommandLine('move', [data], env({ DATABASE_URL: from }));
    expect(moved).toMatchObject({ code: 0, said: expect.stringContaining('were copied and compared') });
    const back = await emptyDatabase(unique('atrium_back_'));
    const returned = await runCommandLine('move', [back], env({ DATABASE_URL: '', ATRIUM_DATA: data }));
    expect(returned).toMatchObject({ code: 0 });
    expect(compared(await sumsOf(back))).toEqual(compared(await sumsOf(from)));
  },
);
