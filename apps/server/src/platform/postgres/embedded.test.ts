import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { quiet } from '../../testing/template.ts';
import { type EmbeddedPostgres, StartRefused, startEmbeddedPostgres } from './embedded.ts';

let made: string;
let dataDir: string;
let started: EmbeddedPostgres[] = [];
let atriums: ChildProcess[] = [];

// One cluster is made, every test gets a copy of it.
beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'atrium-made-'));
  const server = await startEmbeddedPostgres({ dataDir: made, log: quiet });
  await run(server.url, 'create table said (id int primary key)');
  await server.stop();
}, 60_000);

afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-data-'));
  const { uid, gid } = statSync(join(made, 'postgres'));
  await cp(made, dataDir, { recursive: true });
  if (process.getuid?.() === 0) await chown(join(dataDir, 'postgres'), uid, gid);
});

afterEach(async () => {
  for (const atrium of atriums) atrium.kill('SIGKILL');
  for (const server of started) await server.stop();
  // What a killed Atrium left behind.
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    await (await startEmbeddedPostgres({ dataDir, log: quiet }).catch(() => undefined))?.stop();
  }
  started = [];
  atriums = [];
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a folder', () => {
  test('keeps what was written, and only its owner can read the database', async () => {
    const first = await start();
    await run(first.url, 'insert into said values (1)');
    await first.stop();

    const second = await start();

    expect(await run(second.url, 'select id from said')).toEqual([{ id: 1 }]);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres', 'atrium.password')).mode & 0o777).toBe(0o600);
  });

  test('cannot be entered with another password', async () => {
    const { url } = await start();
    const other = new URL(url);
    other.password = 'guess';
    await expect(run(other.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('of another PostgreSQL major version is refused and left alone', async () => {
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await refused(/was made by PostgreSQL 17 and this Atrium brings 18/);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
  });

  test('with files that are no database is refused and left alone', async () => {
    rmSync(join(dataDir, 'postgres', 'PG_VERSION'));
    await refused(/holds files but no database/);
    expect(existsSync(join(dataDir, 'postgres', 'global'))).toBe(true);
  });

  test('without its password says what is missing', async () => {
    rmSync(join(dataDir, 'postgres', 'atrium.password'));
    await refused(/atrium\.password is missing/);
  });

  test('that is a file is refused', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres({ dataDir: file, log: quiet })).rejects.toThrow(StartRefused);
  });

  test('that is damaged ends in the reason PostgreSQL gives', async () => {
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
    await refused(/does not start: .*pg_control/);
  });

  test('with a path too long for a socket is reached over loopback', async () => {
    const long = join(dataDir, 'x'.repeat(90));
    await cp(made, long, { recursive: true });
    const { uid, gid } = statSync(join(made, 'postgres'));
    if (process.getuid?.() === 0) await chown(join(long, 'postgres'), uid, gid);

    const server = await start(long);

    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(await run(server.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });
});

describe('a second Atrium', () => {
  test('on the same folder is refused while the first goes on', async () => {
    const first = await start();
    await refused(/Another Atrium is running on/);
    expect(await run(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('starting at the same moment: one stays, one is refused', async () => {
    const both = await Promise.allSettled([start(), start()]);
    const stayed = both.filter((each) => each.status === 'fulfilled');
    const left = both.filter((each) => each.status === 'rejected');
    expect(stayed).toHaveLength(1);
    expect(left[0]?.reason).toBeInstanceOf(StartRefused);
    expect(await run(stayed[0]!.value.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('after a crash', () => {
  test('of Atrium the next start stops the database left behind and loses nothing', async () => {
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
    const [{ count }] = (await run(server.url, 'select count(*)::int from said')) as [{ count: number }];
    // One more may have been committed without its answer getting through.
    expect([acknowledged, acknowledged + 1]).toContain(count);
  });

  test('of everything at once the next start recovers by itself', async () => {
    const { process: atrium, url } = await startElsewhere();
    await run(url, 'insert into said values (7)');
    process.kill(postmaster(), 'SIGKILL');
    atrium.kill('SIGKILL');

    const server = await start();

    expect(await run(server.url, 'select id from said')).toEqual([{ id: 7 }]);
  });

  test('a stale postmaster.pid naming a process that is gone, or that is another program, is no obstacle', async () => {
    const stale = join(dataDir, 'postgres', 'postmaster.pid');
    for (const pid of [2 ** 22 - 1, process.pid]) {
      writeFileSync(stale, `${pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n.\n\n  1 1\nready\n`);
      const { uid, gid } = statSync(join(dataDir, 'postgres'));
      if (process.getuid?.() === 0) await chown(stale, uid, gid);
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
    process.kill(pid, 0);
    return true;
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

function chown(path: string, uid: number, gid: number): Promise<void> {
  return new Promise((done, fail) => {
    spawn('chown', ['-R', `${uid}:${gid}`, path]).on('exit', (code) => (code ? fail(new Error('chown')) : done()));
  });
}
