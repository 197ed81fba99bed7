import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import WebSocket from 'ws';
import { startRedis } from '../../apps/server/src/testing/cluster/redis.ts';
import { freePort } from '../../apps/server/src/testing/freePort.ts';
import { type NodeProcess, startNode } from '../cluster/nodes.ts';
import { type Certificate, certify, type Proxy, proxies } from '../cluster/proxies.ts';
import { type Fault, NotPossibleHere } from './fault.ts';
import {
  Cleanup,
  call,
  check,
  connect,
  Listener,
  type Person,
  register,
  startDatabase,
  tempFolder,
  until,
} from './support.ts';

const NODES = 3;
const WRITERS = 4;
/** Between two messages of a writer: beyond 2,000 missed events a client loads afresh by design. */
const WRITE_MS = 50;
/** The client's own address behind the proxy; the claimed one is public. */
const CLIENT = '127.0.0.5';
const CLAIMED = '203.0.113.9';
const UPLOAD_BYTES = 50 * 1024 * 1024;
/** More than the three seconds of a proxy's health checks. */
const CALM_MS = 4000;
/** Between a node's "not ready" and the end of its connections. */
const DRAIN_SECONDS = '4';

/** The examples of deploy/proxy run unchanged, with other ports, names and certificates. */
export const fault: Fault = {
  name: 'proxy',
  promise:
    'Three nodes behind Caddy, nginx and HAProxy with TLS: calls, live connections, client addresses and large uploads work, and a node that stops or dies costs nobody a message.',
  async run() {
    const installed = proxies.filter(({ isInstalled }) => isInstalled);
    if (installed.length === 0) throw new NotPossibleHere('none of caddy, nginx and haproxy is installed');
    if (!existsSync('/usr/bin/openssl')) throw new NotPossibleHere('openssl is not installed');
    const cleanup = new Cleanup();
    try {
      const folder = await tempFolder(cleanup);
      const certificate = await certify(folder);
      tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.pem]);
      const stage = await openStage(cleanup, folder, certificate);
      const measured: string[] = [];
      for (const proxy of installed) measured.push(await behind(stage, proxy));
      const missing = proxies.filter(({ isInstalled }) => !isInstalled).map(({ name }) => `${name}: not installed`);
      return [...measured, ...missing].join('; ');
    } finally {
      await cleanup.run();
    }
  },
};

interface Stage {
  folder: string;
  certificate: Certificate;
  databaseUrl: string;
  /** The port of each proxy in turn: the nodes accept live connections from pages of one address. */
  port: number;
  base: string;
  nodes: NodeProcess[];
  start(port: number): Promise<NodeProcess>;
}

async function openStage(cleanup: Cleanup, folder: string, certificate: Certificate): Promise<Stage> {
  const { url: databaseUrl } = await startDatabase(cleanup);
  const redis = await startRedis();
  cleanup.add(() => redis.kill());
  const port = await freePort();
  const base = `https://localhost:${port}`;
  const common = { databaseUrl, redisUrl: `redis://127.0.0.1:${redis.port}`, dataDir: folder, publicUrl: base };
  const start = (at: number) => startNode({ ...common, port: at, env: { ATRIUM_DRAIN: DRAIN_SECONDS } });
  const nodes: NodeProcess[] = [];
  cleanup.add(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
  for (let n = 0; n < NODES; n++) nodes.push(await start(await freePort()));
  return { folder, certificate, databaseUrl, port, base, nodes, start };
}

async function behind(stage: Stage, proxy: Proxy): Promise<string> {
  const plainPort = await freePort();
  const child = await proxy.start({
    folder: path.join(stage.folder, proxy.name),
    port: stage.port,
    plainPort,
    nodes: stage.nodes.map(({ base }) => new URL(base).host),
    certificate: stage.certificate,
  });
  try {
    await until(`${proxy.name} answers`, () => {
      check(child.exitCode === null, `${proxy.name} ended with code ${child.exitCode}`);
      return isReady(stage.base);
    });
    const uploadMs = await everydayUse(stage, proxy.name);
    const stopped = await withoutANode(stage, proxy, 'SIGTERM');
    const killed = await withoutANode(stage, proxy, 'SIGKILL');
    return `${proxy.name}: ${UPLOAD_BYTES / 1024 / 1024} MB up in ${uploadMs} ms, a node stopped: ${stopped}, a node killed: ${killed}`;
  } finally {
    await end(child);
  }
}

/** @returns milliseconds of the upload */
async function everydayUse({ base, port }: Stage, name: string): Promise<number> {
  const me = await register(base);
  const claiming = { 'content-type': 'application/json', token: me.token, 'x-forwarded-for': CLAIMED };
  const answer = await ask(port, { method: 'POST', path: '/api/users/device/list', headers: claiming }, '{}');
  // Seen with the sign-in, and again with this call.
  const { data } = JSON.parse(answer.body) as { data: { list: { detail: { ip: string } }[] } };
  check(data.list[0]?.detail.ip === '127.0.0.1', `${name}: the address of the client: ${data.list[0]?.detail.ip}`);
  const elsewhere = await signIn(port, `${name.toLowerCase()}${process.pid}@example.com`);
  check(elsewhere === CLIENT, `${name}: the address of a client that claims another: ${elsewhere}`);
  const metrics = await ask(port, { path: '/metrics' });
  check(metrics.status === 403, `${name}: /metrics answers ${metrics.status}`);

  const own = await firstFrame(`${base}/ws?action=web&token=${me.token}`, base);
  check(own === 'open', `${name}: a live connection: ${own}`);
  const foreign = await firstFrame(`${base}/ws?action=web&token=${me.token}`, 'https://evil.example');
  check(foreign === 'error', `${name}: a live connection from a foreign page: ${foreign}`);
  const enter = JSON.stringify({ type: 'enter', ticket: 'none', audio: false, camera: false, screen: false });
  const meeting = await firstFrame(`${base}/ws/meeting?language=en`, base, enter);
  check(meeting === 'refused', `${name}: a meeting without a ticket: ${meeting}`);

  const { id } = await me.call('dialog/open/user', { userid: me.userid });
  const field = (more: string, value: string) => `--xx\r\ncontent-disposition: form-data; ${more}\r\n\r\n${value}`;
  const form = Buffer.concat([
    Buffer.from(`${field('name="dialog_id"', String(id))}\r\n`),
    Buffer.from(field('name="files"; filename="large.bin"', '')),
    Buffer.alloc(UPLOAD_BYTES, 7),
    Buffer.from('\r\n--xx--\r\n'),
  ]);
  const headers = {
    'content-type': 'multipart/form-data; boundary=xx',
    token: me.token,
    'content-length': form.length,
  };
  const began = Date.now();
  const sent = await ask(port, { method: 'POST', path: '/api/dialog/msg/sendfile', headers }, form);
  const message = JSON.parse(sent.body) as { msg: string; data: { msg?: { size?: number } } };
  check(message.data.msg?.size === UPLOAD_BYTES, `${name}: the upload answered ${message.msg}`);
  return Date.now() - began;
}

/** People write and listen while a node ends; it is started again afterwards. */
async function withoutANode(stage: Stage, { name, asksHealth }: Proxy, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
  const people = await Promise.all(Array.from({ length: WRITERS }, () => register(stage.base)));
  const userids = people.map(({ userid }) => userid);
  const { id } = await (people[0] as Person).call('dialog/group/add', { chat_name: 'Load', userids });
  const dialogId = Number(id);
  // One at each node as well, without the proxy: a message that one node accepts reaches all.
  const reader = people[0] as Person;
  const addresses = [...people.map(() => stage.base), ...stage.nodes.map(({ base }) => base)];
  const listeners = addresses.map((base, n) => new Listener(base, (people[n] ?? reader).token));
  const { cursor } = await reader.call('sync/start', {});
  for (const each of listeners) {
    each.cursor = String(cursor);
    each.open();
  }
  const opened = new Map(listeners.map((each) => [each, 0]));
  const returning = setInterval(() => {
    for (const each of listeners) {
      if (each.closes === opened.get(each)) continue;
      opened.set(each, each.closes);
      each.open();
    }
  }, 500);
  try {
    await until(`${name}: everybody listens`, () => listeners.every(({ isOpen }) => isOpen));
    const writing = startWriting(stage.base, people, dialogId);
    await sleep(500);
    const at = NODES - 1;
    const node = stage.nodes[at] as NodeProcess;
    await node.end(signal);
    await sleep(CALM_MS);
    stage.nodes[at] = await stage.start(Number(new URL(node.base).port));
    await sleep(CALM_MS);
    const { acknowledged, failures, longestMs } = await writing.stop();

    const stored = await storedIds(stage.databaseUrl, dialogId);
    const lost = acknowledged.filter((message) => !stored.includes(message));
    check(lost.length === 0, `${name}, ${signal}: ${lost.length} acknowledged messages lost`);
    check(stored.length === acknowledged.length, `${name}, ${signal}: ${stored.length} messages stored`);
    check(!listeners.some(({ isReset }) => isReset), `${name}, ${signal}: a client had to load afresh`);
    const missing = () => listeners.map((each) => stored.filter((message) => !heard(each).has(message)).length);
    await until(`${name}, ${signal}: everybody hears everything`, () => missing().every((n) => n === 0), 20_000).catch(
      (error: unknown) => {
        throw new Error(`${String(error)}; missing: ${missing().join(', ')} of ${stored.length}`);
      },
    );
    const mayFail = asksHealth && signal === 'SIGTERM' ? 0 : WRITERS;
    check(failures <= mayFail, `${name}, ${signal}: ${failures} calls failed`);
    return `${acknowledged.length} messages, ${failures} repeated, ${longestMs.toFixed(0)} ms without an answer at most`;
  } finally {
    clearInterval(returning);
    for (const each of listeners) each.close();
  }
}

const heard = ({ frames }: Listener) =>
  new Set(frames.filter(({ type, mode }) => type === 'dialog' && mode === 'add').map(({ data }) => Number(data.id)));

/** Each person sends without a pause and repeats what got no answer, with the same mutation id, as our client does. */
function startWriting(base: string, people: readonly Person[], dialogId: number) {
  const acknowledged: number[] = [];
  let failures = 0;
  let longestMs = 0;
  let isOver = false;
  const writing = Promise.all(
    people.map(async ({ token }, at) => {
      for (let n = 0; !isOver; n++) {
        const mutation = `p${dialogId}w${at}x${n}`;
        const began = performance.now();
        for (;;) {
          const input = { dialog_id: dialogId, text: mutation };
          const answer = await call(base, token, 'dialog/msg/sendtext', input, mutation).catch(() => undefined);
          if (answer?.ret === 1) {
            acknowledged.push(Number(answer.data.id));
            break;
          }
          failures++;
          await sleep(100);
        }
        longestMs = Math.max(longestMs, performance.now() - began);
        await sleep(WRITE_MS);
      }
    }),
  );
  return {
    async stop() {
      isOver = true;
      await writing;
      return { acknowledged, failures, longestMs };
    },
  };
}

async function storedIds(databaseUrl: string, dialogId: number): Promise<number[]> {
  const db = await connect(databaseUrl);
  try {
    const { rows } = await db.query<{ id: number }>(
      'select id from messages where dialog_id = $1 and mutation_id is not null',
      [dialogId],
    );
    return rows.map(({ id }) => id);
  } finally {
    await db.end();
  }
}

/** @returns the address that Atrium notes for a new account */
async function signIn(port: number, email: string): Promise<string | undefined> {
  const json = { 'content-type': 'application/json', 'x-forwarded-for': CLAIMED };
  const post = async (name: string, input: object, token = '') => {
    const headers = { ...json, ...(token && { token }) };
    const { body } = await ask(port, { method: 'POST', path: `/api/${name}`, headers }, JSON.stringify(input));
    return (JSON.parse(body) as { data: Record<string, unknown> }).data;
  };
  const { token } = await post('users/login', { type: 'reg', email, password: 'correct-Horse7', invite: 'welcome' });
  // The first account may set a code for the others; theirs are refused, which changes nothing.
  await post('system/setting', { type: 'save', reg_invite: 'welcome' }, String(token));
  const { list } = (await post('users/device/list', {}, String(token))) as { list: { detail: { ip: string } }[] };
  return list[0]?.detail.ip;
}

const isReady = (base: string) =>
  fetch(`${base}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

function ask(port: number, options: RequestOptions, body?: string | Buffer): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, servername: 'localhost', localAddress: CLIENT, ...options },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => {
          text += part.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    sent.setHeader('host', `localhost:${port}`);
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The type of the first frame of a WebSocket, after sending one if given. */
function firstFrame(address: string, origin: string, first?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace('http', 'ws'), { headers: { origin } });
    if (first) socket.on('open', () => socket.send(first));
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      resolve((JSON.parse(data.toString()) as { type: string }).type);
      socket.terminate();
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // SIGTERM lets nginx and HAProxy wait for open connections.
  child.kill('SIGINT');
  const overdue = setTimeout(() => child.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(overdue);
}
