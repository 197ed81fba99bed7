import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { login } from '@atrium/contract/people/sessions.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { isLong } from '#testing/histories';
import { COMPILE_CACHE, programArgs } from '#testing/programs';
import { PASSWORD, TestClient } from '#testing/world';

/** The server as a process of its own, with the embedded database: how it starts, runs and ends. */
const MAIN = path.resolve(import.meta.dirname, 'main.ts');

interface Started {
  child: ChildProcess;
  base: string;
  said(): { out: string; err: string };
}

let folder: string;
let running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-start-'));
});
afterEach(async () => {
  for (const child of running) await ended(child, 'SIGTERM');
  running = [];
}, 30_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function launch(env: NodeJS.ProcessEnv = {}, words: readonly string[] = []): Promise<Started> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const child = spawn(process.execPath, [...programArgs(MAIN), ...words], {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...process.env,
      ATRIUM_DATA: path.join(folder, 'data'),
      ATRIUM_PORT: String(port),
      ATRIUM_LOG: 'warn',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said.out += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said.err += part));
  return { child, base: `http://127.0.0.1:${port}`, said: () => said };
}

async function isReady({ base }: Started): Promise<boolean> {
  return fetch(`${base}/health/ready`).then(
    (answer) => answer.ok,
    () => false,
  );
}

async function start(env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const server = await launch(env);
  while (!(await isReady(server))) {
    if (server.child.exitCode !== null) throw new Error(`it did not start: ${JSON.stringify(server.said())}`);
    await pause(50);
  }
  return server;
}

/** Resolves to the exit code, once all output has arrived. */
async function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const end = once(child, 'close');
  if (signal) child.kill(signal);
  await end;
  return child.exitCode;
}

const cluster = () => path.join(folder, 'data', 'postgres');
const killDatabase = () =>
  process.kill(Number(readFileSync(path.join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');

test('a first start ended during database creation leaves no files and prints nothing', async () => {
  const server = await launch();
  const halves = () =>
    existsSync(path.join(folder, 'data'))
      ? readdirSync(path.join(folder, 'data')).filter((name) => name.startsWith('postgres.new-'))
      : [];
  await expect.poll(halves, { timeout: 20_000, interval: 20 }).toHaveLength(1);
  await pause(100);

  expect(await ended(server.child, 'SIGTERM')).toBe(0);

  expect(halves()).toEqual([]);
  expect(server.said().err).toBe('');
  expect(server.said().out).not.toMatch(/could not start|"level":50/);
}, 30_000);

test('a killed database restarts with its data, and calls meanwhile get an error', {
  timeout: 60_000,
}, async () => {
  // Variables that the shell sets for another database do not affect this one.
  const server = await start({ PGSSLMODE: 'require', PGOPTIONS: '-c default_transaction_read_only=on', PGUSER: 'x' });
  const ada = new TestClient(server.base, 'ada@example.com');
  ada.token = (await ada.call(login, { type: 'reg', email: ada.email, password: PASSWORD })).token;

  killDatabase();
  const answers: { ret: number; data: { code?: string } }[] = [];
  do {
    const answer = await fetch(`${server.base}/api/users/info`, { headers: { token: ada.token } });
    answers.push((await answer.json()) as (typeof answers)[number]);
    await pause(20);
  } while (!(await isReady(server)));

  expect(server.child.exitCode).toBeNull();
  expect(new Set(answers.filter(({ ret }) => ret !== 1).map(({ data }) => data.code))).toEqual(
    new Set(['database.away']),
  );
  const profile = await ada.call(login, { email: ada.email, password: PASSWORD });
  expect(profile.email).toBe(ada.email);
  // The lock on the folder is there again as well.
  await pause(1500);
  const other = await launch();
  expect(await ended(other.child)).toBe(1);
  expect(other.said().err).toMatch(/^Another Atrium is running on [^\n]+\n$/);
  expect(await ended(server.child, 'SIGTERM')).toBe(0);
});

test.skipIf(!isLong)(
  'a database that cannot restart ends the server with one sentence',
  { timeout: 60_000 },
  async () => {
    const server = await start();
    await withoutDatabase(async () => {
      expect(await ended(server.child)).toBe(1);
    });
    expect(server.said().err).toMatch(/^The database in \S+ could not be kept running: [^\n]*pg_control[^\n]*\.\n$/);
  },
);

test.skipIf(!isLong)('the server stops immediately while its database is down', { timeout: 60_000 }, async () => {
  const server = await start();
  await withoutDatabase(async () => {
    await pause(1500);
    const before = performance.now();
    expect(await ended(server.child, 'SIGTERM')).toBe(0);
    expect(performance.now() - before).toBeLessThan(4000);
  });
  expect(server.said().err).toBe('');
});

/** Kills the database and removes what it needs to restart. */
async function withoutDatabase(run: () => Promise<void>): Promise<void> {
  const control = path.join(cluster(), 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  killDatabase();
  await run().finally(() => renameSync(`${control}.away`, control));
}

test.for([
  [{ ATRIUM_LOG: 'verbose' }, [], /^ATRIUM_LOG must be one of silent, .*, not "verbose"\.\n$/],
  [{ ATRIUM_PORT: ' ' }, [], /^ATRIUM_PORT must be a port number from 0 to 65535, not " "\.\n$/],
  [
    { ATRIUM_STORAGE: 's3://files?endpoint=http://127.0.0.1:9', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'x' },
    [],
    /^http:\/\/127\.0\.0\.1:9 does not answer \(ECONNREFUSED\): start it, or correct the endpoint in ATRIUM_STORAGE\.\n$/,
  ],
  [{}, ['--dmeo'], /^Unknown option: --dmeo\. The options are --demo and --help\.\n$/],
] as const)('%o %o is refused in one sentence', { timeout: 30_000 }, async ([env, words, sentence]) => {
  const server = await launch(env, words);
  expect(await ended(server.child)).toBe(1);
  expect(server.said()).toEqual({ out: '', err: expect.stringMatching(sentence) as string });
});

test.skipIf(!isLong)(
  'stored files are verified while the server runs, and afterwards',
  { timeout: 60_000 },
  async () => {
    const server = await start();
    const verify = async () => {
      const env = { ...process.env, ATRIUM_DATA: path.join(folder, 'data'), DATABASE_URL: '' };
      const script = path.resolve(import.meta.dirname, 'cli/storage.ts');
      const child = spawn(process.execPath, [script, 'verify'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      running.push(child);
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
      return { code: await ended(child), said };
    };
    const answer = { code: 0, said: expect.stringMatching(/No problems found\.\n$/) as string };
    expect(await verify()).toEqual(answer);
    expect(await isReady(server)).toBe(true);
    await ended(server.child, 'SIGTERM');
    expect(await verify()).toEqual(answer);
  },
);

test('--help prints the options and starts nothing', { timeout: 30_000 }, async () => {
  const server = await launch({}, ['--help']);
  expect(await ended(server.child)).toBe(0);
  expect(server.said()).toEqual({ out: expect.stringMatching(/^npm start[^]*--demo/) as string, err: '' });
});
