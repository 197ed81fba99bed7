import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { quiet } from '../../testing/template.ts';
import { type EmbeddedPostgres, StartRefused, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
let started: EmbeddedPostgres[] = [];
let atriums: ChildProcess[] = [];

// One cluster for all tests, because creating or copying one takes seconds: each test restores its state.
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-data-'));
  chmodSync(dataDir, 0o711);
  const server = await start();
  await run(server.url, 'create table said (id int primary key)');
  await server.stop();
  started = [];
}, 60_000);

afterEach(async () => {
  for (const atrium of atriums) atrium.kill('SIGKILL');
  for (const server of started) await server.stop();
  started = [];
  atriums = [];
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a folder', () => {
  test('stores what was written, and only its owner can read the database', async () => {
    const first = await start();
    await run(first.url, 'insert into said values (-1)');
    await first.stop();

    const second = await start();

    expect(await run(second.url, 'select id from said')).toEqual([{ id: -1 }]);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres', 'atrium.password')).mode & 0o777).toBe(0o600);
  });

  test('cannot be entered with another password', async () => {
    const { url } = await start();
    const other = new URL(url);
    other.password = 'guess';
    await expect(run(other.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('of another PostgreSQL major version is refused and left unchanged', async () => {
    const version = join(dataDir, 'postgres', 'PG_VERSION');
    writeFileSync(version, '17\n');
    await refused(/was made by PostgreSQL 17 and this Atrium brings 18/).finally(() => writeFileSync(version, '18\n'));
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('with files that are no database is refused and left unchanged', async () => {
    await without('PG_VERSION', /holds files but no database/);
    expect(existsSync(join(dataDir, 'postgres', 'global'))).toBe(true);
  });

  test('with damaged tables is refused in one sentence, and no process remains', async () => {
    const damaged = mkdtempSync(join(tmpdir(), 'atrium-damaged-'));
    chmodSync(damaged, 0o711);
    try {
      // Preserves the owner, which the database insists on.
      execFileSync('cp', ['-a', `${dataDir}/.`, damaged]);
      const base = join(damaged, 'postgres', 'base');
      for (const folder of readdirSync(base)) {
        for (const file of readdirSync(join(base, folder))) {
          if (/^\d/.test(file)) truncateSync(join(base, folder, file));
        }
      }
      const starting = startEmbeddedPostgres({ dataDir: damaged, log: quiet });
      await expect(starting).rejects.toThrow(/^The database in .+ is damaged \(.+\): restore it from your backup\.$/);
      await expect(starting).rejects.toBeInstanceOf(StartRefused);
    } finally {
      rmSync(damaged, { recursive: true, force: true });
    }
  });

  test('without its password names the missing file', async () => {
    await without('atrium.password', /atrium\.password is missing/);
  });

  test('that is a file is refused', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres({ dataDir: file, log: quiet })).rejects.toThrow(StartRefused);
  });

  test('that is damaged fails with the reason PostgreSQL gives', async () => {
    await without('global/pg_control', /does not start: .*pg_control/);
  });

  test('with a path too long for a socket is reached over loopback', async () => {
    const long = join(dataDir, 'x'.repeat(90));
    mkdirSync(long, { mode: 0o711 });
    renameSync(join(dataDir, 'postgres'), join(long, 'postgres'));

    const server = await start(long);

    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(await run(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);

    await server.stop();
    renameSync(join(long, 'postgres'), join(dataDir, 'postgres'));
  });
});

describe('a second Atrium', () => {
  test('on the same folder is refused while the first runs', async () => {
    const first = await start();
    await refused(/Another Atrium is running on/);
    expect(await run(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starting at the same moment: one runs, one is refused', async () => {
    const both = await Promise.allSettled([start(), start()]);
    const stayed = both.filter((each) => each.status === 'fulfilled');
    const left = both.filter((each) => each.status === 'rejected');
    expect(stayed).toHaveLength(1);
    expect(left[0]?.reason).toBeInstanceOf(StartRefused);
    expect(await run(stayed[0]!.value.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after a crash', () => {
  test('of Atrium the next start stops the orphaned database and loses nothing', async () => {
    const { process: atrium, url } = await startElsewhere();
    const writer = new pg.Client({ connectionString: url });
    writer.on('error', () => {});
    await writer.connect();
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await writer.query('insert into said values ($1)', [acknowledged + 1]);
        acknowledged += 1;
      }
    })().catch(() => {});
    await sleep(300);
    const orphan = postmaster();
    atrium.kill('SIGKILL');
    await new Promise((done) => atrium.once('exit', done));
    expect(isAlive(orphan)).toBe(true);

    const before = performance.now();
    const server = await start();
    expect(performance.now() - before).toBeLessThan(5000);
    await writing;

    expect(isAlive(orphan)).toBe(false);
    expect(acknowledged).toBeGreaterThan(0);
    const [{ count }] = (await run(server.url, 'select count(*)::int from said where id > 0')) as [{ count: number }];
    // One more may have been committed without an answer.
    expect([acknowledged, acknowledged + 1]).toContain(count);
  });

  test('of everything at once the next start recovers automatically', async () => {
    const { process: atrium, url } = await startElsewhere();
    await run(url, 'insert into said values (-7)');
    process.kill(postmaster(), 'SIGKILL');
    atrium.kill('SIGKILL');

    const server = await start();

    expect(await run(server.url, 'select id from said where id = -7')).toEqual([{ id: -7 }]);
  });

  test('a stale postmaster.pid with the id of an ended or unrelated process is ignored', async () => {
    const stale = join(dataDir, 'postgres', 'postmaster.pid');
    for (const pid of [2 ** 22 - 1, process.pid]) {
      writeFileSync(stale, `${pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n.\n\n  1 1\nready\n`);
      const { uid, gid } = statSync(join(dataDir, 'postgres'));
      chownSync(stale, uid, gid);
      const server = await startEmbeddedPostgres({ dataDir, log: quiet });
      await server.stop();
    }
    expect(existsSync(stale)).toBe(false);
  });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
  started.push(server);
  return server;
}

async function refused(sentence: RegExp): Promise<void> {
  const error = await startEmbeddedPostgres({ dataDir, log: quiet }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartRefused);
  const { message } = error as StartRefused;
  expect(message).toMatch(sentence);
  expect(message).toMatch(/^[^\n]+\.$/);
}

/** Refused with `sentence` while one of the cluster's files is missing. */
async function without(file: string, sentence: RegExp): Promise<void> {
  const path = join(dataDir, 'postgres', file);
  renameSync(path, `${path}.away`);
  await refused(sentence).finally(() => renameSync(`${path}.away`, path));
}

/** An Atrium in a process of its own, to be killed. */
async function startElsewhere(): Promise<{ process: ChildProcess; url: string }> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atriums.push(child);
  const url = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => done(line.trim()));
    child.once('exit', () => fail(new Error('ended before it was ready')));
  });
  return { process: child, url };
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    // A killed process whose parent is gone too may stay listed as a zombie.
    return !/\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function run(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
