import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import WebSocket from 'ws';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { freePort } from '../../apps/server/src/testing/freePort.ts';

const root = path.resolve(import.meta.dirname, '../..');
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Undoes what was opened, in reverse, however a fault ends. */
export class Cleanup {
  readonly #steps: (() => unknown)[] = [];
  add(step: () => unknown): void {
    this.#steps.push(step);
  }
  async run(): Promise<void> {
    for (const step of this.#steps.reverse()) await step();
  }
}

export async function tempFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-fault-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A separate PostgreSQL; returns the address of an empty database in it. */
export async function startDatabase(cleanup: Cleanup): Promise<{ url: string; pid: number }> {
  const dataDir = await tempFolder(cleanup);
  const server = await startEmbeddedPostgres({ dataDir, log: silent });
  cleanup.add(() => server.stop());
  const client = await connect(server.url);
  const { rows } = await client.query<{ pid: string }>(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid",
  );
  await client.end();
  return { url: server.url, pid: Number(rows[0]?.pid) };
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export interface Server {
  base: string;
  child: ChildProcess;
  /** Its whole output. */
  output(): string;
  /** Ends the process. Returns its exit code, and the time it took in milliseconds. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

/** The server as people start it, on a database given by address. */
export async function startServer(cleanup: Cleanup, env: Record<string, string>, waitMs = 60_000): Promise<Server> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const dataDir = env.ATRIUM_DATA ?? (await tempFolder(cleanup));
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    // oxlint-disable-next-line node/no-process-env -- handed on as it is.
    env: {
      ...process.env,
      ATRIUM_DATA: dataDir,
      ATRIUM_PORT: String(port),
      ATRIUM_URL: base,
      ATRIUM_LOG: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      said += part.toString();
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const end = async (signal: NodeJS.Signals) => {
    const began = Date.now();
    child.kill(signal);
    const code = await exit;
    return { code, ms: Date.now() - began };
  };
  cleanup.add(async () => {
    if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
  });
  const deadline = Date.now() + waitMs;
  while (child.exitCode === null && Date.now() < deadline) {
    const isUp = await fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await sleep(50);
  }
  return { base, child, output: () => said, end };
}

type Answer = { ret: number; msg: string; data: Record<string, unknown> };

export async function call(base: string, token: string, name: string, input: object, mutation = ''): Promise<Answer> {
  const response = await fetch(`${base}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...(mutation && { mutation }) },
    body: JSON.stringify(input),
  });
  return (await response.json()) as Answer;
}

export interface Person {
  userid: number;
  token: string;
  /** @throws if the call is refused */
  call(name: string, input: object, mutation?: string): Promise<Record<string, unknown>>;
}

let serial = 0;
export async function register(base: string): Promise<Person> {
  const email = `fault${process.pid}x${++serial}@example.com`;
  const input = { type: 'reg', email, password: 'correct-Horse7', invite: 'welcome' };
  const { ret, msg, data } = await call(base, '', 'users/login', input);
  if (ret !== 1) throw new Error(`no account: ${msg}`);
  const token = String(data.token);
  // The others sign up by this code; a new workspace would want invitations.
  if ((data.identity as string[]).includes('admin')) {
    await call(base, token, 'system/setting', { type: 'save', reg_invite: 'welcome' });
  }
  return {
    userid: Number(data.userid),
    token,
    async call(name, fields, mutation) {
      const answer = await call(base, token, name, fields, mutation);
      if (answer.ret !== 1) throw new Error(`${name}: ${answer.msg}`);
      return answer.data;
    },
  };
}

export interface Frame {
  type: string;
  mode?: string;
  action?: string;
  id?: number;
  data: Record<string, unknown>;
}

/** A live connection like our client's: it stores the cursor, and drops repeated events. */
export class Listener {
  readonly ids: number[] = [];
  /** The count of each event, including repeats within a replay. */
  readonly frames: Frame[] = [];
  bytes = 0;
  cursor = '';
  isResumed = false;
  isReset = false;
  isOpen = false;
  closes = 0;
  #socket: WebSocket | undefined;
  readonly #address: () => string;
  readonly #token: string;

  constructor(address: string | (() => string), token: string) {
    this.#address = typeof address === 'string' ? () => address : address;
    this.#token = token;
  }

  open(): this {
    this.isResumed = false;
    const query = new URLSearchParams({ action: 'web', token: this.#token, language: 'en', cursor: this.cursor });
    const socket = new WebSocket(`${this.#address().replace('http', 'ws')}/ws?${query.toString()}`);
    this.#socket = socket;
    socket.on('message', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isOpen = false;
      this.closes++;
    });
    return this;
  }

  close(): void {
    this.#socket?.terminate();
  }

  #take(bytes: Buffer): void {
    this.bytes += bytes.length;
    const frame = JSON.parse(bytes.toString()) as Frame;
    if (frame.type === 'open') this.isOpen = true;
    if (frame.type === 'resume') this.isResumed = true;
    if (frame.type === 'reset') this.isReset = true;
    if (frame.type === 'cursor' || frame.type === 'resume') this.cursor = String(frame.data.cursor);
    if (!frame.id) return;
    this.frames.push(frame);
    this.ids.push(frame.id);
  }
}

/** Polls until the condition holds. @throws after the deadline */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${ms / 1000} s`);
    await sleep(20);
  }
}

export function check(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

/** A connection of limited speed in front of a server. */
export async function slowLine(cleanup: Cleanup, base: string, bitsPerSecond: number): Promise<string> {
  const { port } = new URL(base);
  const line = net.createServer((client) => {
    const server = net.connect(Number(port), '127.0.0.1');
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    server.on('close', () => client.end());
    client.pipe(server);
    const bytesPerSlice = Math.max(1, Math.floor(bitsPerSecond / 8 / 50));
    const timer = setInterval(() => {
      const bytes: Buffer | null =
        (server.read(Math.min(bytesPerSlice, server.readableLength)) as Buffer | null) ?? null;
      if (bytes) client.write(bytes);
    }, 20);
    client.on('close', () => clearInterval(timer));
  });
  const slow = await freePort();
  await new Promise<void>((resolve) => line.listen(slow, '127.0.0.1', resolve));
  cleanup.add(() => line.close());
  return `http://127.0.0.1:${slow}`;
}
