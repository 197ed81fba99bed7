import type { AddressInfo } from 'node:net';
import { coerceInput } from '@atrium/contract/coerce.ts';
import { calls } from '@atrium/contract/contract.ts';
import { generalErrors } from '@atrium/contract/errors.ts';
import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { emailVerification } from '@atrium/contract/people/signUp.ts';
import type { Project } from '@atrium/contract/projects/projects.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { sql } from 'kysely';
import { Compile, type Validator } from 'typebox/compile';
import { expect } from 'vitest';
import WebSocket from 'ws';
import { type AppOptions, allRoutes, buildApp, type RunningApp } from '../app.ts';
import { makePartitions } from '../modules/sync/partitions.service.ts';
import { tokenHash } from '../platform/crypto.ts';
import { carryOut } from '../platform/http/callHandler.ts';
import { parsedJson } from '../platform/http/jsonText.ts';
import { type Limiter, makeLimiter } from '../platform/limiter.ts';
import { makeLog } from '../platform/log.ts';
import type { Caller } from '../platform/work.ts';
import { ask } from './ask.ts';
import { endWithFile } from './connections.ts';
import { workerDatabase } from './database.ts';

/** An error as a client sees it. */
export class CallRefused extends Error {
  readonly ret: number;
  readonly data: Record<string, unknown>;
  constructor(ret: number, msg: string, data: Record<string, unknown>) {
    super(msg);
    this.ret = ret;
    this.data = data;
  }
}

/** Matches a refusal with this code: the error of a call, or the answer to a raw request. */
export const refused = (code: string) => expect.objectContaining({ data: expect.objectContaining({ code }) });

export interface Frame {
  type: string;
  action?: string;
  mode?: string;
  id?: number;
  data: Record<string, unknown>;
  [more: string]: unknown;
}

let serial = 0;
/** Unique in this database, which tests share. */
export const unique = (word: string) => `${word}${process.pid}x${++serial}`;

export interface TestServer extends RunningApp {
  base: string;
}

/** The same for all servers of a test run. */
export const TEST_SECRET_KEY = 'a-key-for-tests-of-forty-characters-0001';

/** A server of its own on this worker's database; `testServer()` shares one if that is enough. */
export async function startServer({
  port = 0,
  ...options
}: Partial<AppOptions> & { port?: number } = {}): Promise<TestServer> {
  const running = await buildApp({
    databaseUrl: await workerDatabase(),
    publicUrl: 'http://atrium.test',
    secretKeys: [TEST_SECRET_KEY],
    version: '1.0.0',
    log: makeLog(process.env.TEST_LOG ?? 'silent'),
    poolSize: 8,
    ...options,
  });
  await makePartitions(running.app);
  await running.server.listen({ port, host: '127.0.0.1' });
  return { ...running, base: `http://127.0.0.1:${(running.server.server.address() as AddressInfo).port}` };
}

let shared: Promise<TestServer> | undefined;
let admin: Promise<TestClient> | undefined;
/** The server shared by this worker's files, with its administrator. */
export const testServer = (): Promise<TestServer> => {
  shared ??= withAdministrator();
  return shared;
};

async function withAdministrator(): Promise<TestServer> {
  const real = makeLimiter();
  // All people of all files have the same address.
  const take: Limiter['take'] = (key, ...rest) =>
    /^(login|reg|forgot|reset|invitation|factor|passkey|sso|unsubscribe):127\.0\.0\.1$/.test(key) ||
    real.take(key, ...rest);
  const server = await startServer({ limiter: { ...real, take } });
  admin = person('admin', { server });
  await admin;
  return server;
}

/**
 * Waits until every transaction that has begun by now has ended. Cursors wait for the oldest one, and those of
 * neighboring databases, where other tests run, count too.
 */
export async function allCommitted({ db }: RunningApp['app']): Promise<void> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db);
  for (;;) {
    const { rows: ended } = await sql`
      select 1 where pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]?.xid}::text::xid8`.execute(db);
    if (ended.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const outputs = new Map<string, Validator>();
for (const call of calls) outputs.set(call.path, Compile(call.output));

/**
 * One person on one device: calls over HTTP, frames over a real socket. Every answer is validated against the contract.
 */
export class TestClient {
  base: string;
  readonly email: string;
  token = '';
  userid = 0;
  fd = '';
  readonly frames: Frame[] = [];
  /** Called with each frame. */
  readonly #waiting = new Set<() => void>();
  #socket: WebSocket | undefined;

  constructor(base: string, email = '') {
    this.base = base;
    this.email = email;
  }

  /** The server has restarted at another address. */
  resumeOn(base: string): void {
    this.base = base;
  }

  async raw(
    path: string,
    init: RequestInit = {},
  ): Promise<{ ret: number; msg: string; data: Record<string, unknown> }> {
    const headers = new Headers(init.headers);
    if (this.token && !headers.has('token')) headers.set('token', this.token);
    if (!headers.has('addresses')) headers.set('addresses', 'bare');
    if (this.fd) headers.set('fd', this.fd);
    const url = `${this.base}/api/${path}`;
    const { body = null } = init;
    const text =
      typeof body === 'string' || body === null
        ? (await ask(url, { method: init.method ?? 'GET', headers: Object.fromEntries(headers), body })).text
        : await fetch(url, { ...init, headers }).then((response) => response.text());
    return JSON.parse(text) as { ret: number; msg: string; data: Record<string, unknown> };
  }

  async call<C extends Call>(call: C, input: InputOf<C>, headers: Record<string, string> = {}): Promise<OutputOf<C>> {
    const answer = await this.raw(call.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    if (call.bare) return answer as unknown as OutputOf<C>;
    if (answer.ret !== 1) {
      const code = String(answer.data['code'] ?? '');
      // Clients match errors by code: a call's contract lists all of them.
      if (!(code in generalErrors) && !call.errors.includes(code) && !OLDER_CODES.has(code))
        throw new Error(`${call.path} answered ${code}, which its contract does not name`);
      throw new CallRefused(answer.ret, answer.msg, answer.data);
    }
    const output = outputs.get(call.path);
    if (output && !output.Check(answer.data)) {
      throw new Error(`${call.path} answered against its contract: ${JSON.stringify(output.Errors(answer.data)[0])}`);
    }
    return answer.data as OutputOf<C>;
  }

  /** Opens the live connection and waits for its first frame. */
  async listen(query: Record<string, string> = {}): Promise<this> {
    const params = new URLSearchParams({ action: 'web', token: this.token, language: 'en', ...query });
    const socket = new WebSocket(`${this.base.replace('http', 'ws')}/ws?${params.toString()}`);
    this.#socket = socket;
    endWithFile(socket);
    socket.on('message', (data: Buffer) => {
      this.frames.push(JSON.parse(data.toString()) as Frame);
      for (const look of this.#waiting) look();
    });
    const open = await this.receives('open');
    this.fd = String(open.data.fd);
    return this;
  }

  send(frame: Record<string, unknown>): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  hang(): void {
    this.#socket?.terminate();
    this.fd = '';
  }

  /** Waits for a frame, also among those that have arrived. */
  async receives(type: string, action?: string, match: (frame: Frame) => boolean = () => true): Promise<Frame> {
    const find = () =>
      this.frames.find(
        (frame) => frame.type === type && (!action || (frame.action ?? frame.mode) === action) && match(frame),
      );
    const found = find();
    if (found) return found;
    const wait = Promise.withResolvers<Frame>();
    const look = () => {
      const frame = find();
      if (frame) wait.resolve(frame);
    };
    const timer = setTimeout(
      () => wait.reject(new Error(`no ${type}/${action ?? ''} frame; heard ${this.frameNames().join(' ')}`)),
      5000,
    );
    this.#waiting.add(look);
    try {
      return await wait.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }

  /** Received frames without presence. */
  frameNames(): string[] {
    return this.frames
      .filter((frame) => !['line', 'open', 'cursor', 'user', 'receipt'].includes(frame.type))
      .map((frame) => `${frame.type}/${frame.action ?? frame.mode ?? ''}`);
  }

  /** A round trip over the socket: everything sent before has arrived by then. */
  async settled(): Promise<void> {
    const msgId = unique('h');
    this.send({ type: 'handshake', msgId });
    await this.receives('receipt', undefined, (frame) => frame.msgId === msgId);
  }
}

/** Codes for other clients: a CAPTCHA is needed or not, the email is not verified, or is already. */
const OLDER_CODES = new Set(['need', 'no', 'email', '2']);

export const PASSWORD = 'correct-Horse7';
/** Invite code of the test databases. */
export const INVITE_CODE = 'welcome';

/** A fresh account, signed in; with `live`, its socket open. */
export async function person(name: string, opts: { live?: boolean; server?: TestServer } = {}): Promise<TestClient> {
  const server = opts.server ?? (await testServer());
  const client = new TestClient(server.base, `${unique(name)}@example.com`);
  const input = { type: 'reg', email: client.email, password: PASSWORD, invite: INVITE_CODE } as const;
  const profile = await client.call(login, input).catch((error) => {
    if ((error as CallRefused).data.code !== 'email') throw error;
    return finishSignUp(server, client);
  });
  client.token = profile.token;
  client.userid = profile.userid;
  return opts.live ? client.listen() : client;
}

/** Finishes a sign-up where addresses are confirmed by mail. */
export async function finishSignUp({ app }: TestServer, client: TestClient, password = PASSWORD) {
  const code = unique('code');
  const wanted = app.db.updateTable('sign_ups').set({ code_hash: tokenHash(code) });
  await wanted.where('email', '=', client.email).execute();
  await client.call(emailVerification, { code, password });
  return client.call(login, { email: client.email, password });
}

/** Signs the same person in on another device. */
export async function anotherDevice(of: TestClient, headers: Record<string, string> = {}): Promise<TestClient> {
  const client = new TestClient(of.base, of.email);
  const profile = await client.call(login, { email: of.email, password: PASSWORD }, headers);
  client.token = profile.token;
  client.userid = profile.userid;
  return client;
}

type People<N extends string> = Record<N, TestClient>;

/** People and a project of the first one's; everyone's socket is open. */
export async function world<M extends string, O extends string = never>(opts: {
  members: readonly M[];
  outsiders?: readonly O[];
}): Promise<People<M | O> & { project: Project }> {
  // The first account of a database is its administrator; tests want ordinary people.
  await administrator();
  const names = [...opts.members, ...(opts.outsiders ?? [])];
  const people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await person(name, { live: true })])),
  ) as People<M | O>;
  const [first, ...others] = opts.members.map((name) => people[name]);
  if (!first) throw new Error('a world needs a member');
  const project = await first.call(projectAdd, { name: unique('P'), columns: 'To do,Doing,Done' });
  if (others.length > 0) {
    await first.call(projectUser, { project_id: project.id, userid: [first, ...others].map((each) => each.userid) });
  }
  return { ...people, project };
}

/** The administrator of this worker's database: its first account. */
export async function administrator(): Promise<TestClient> {
  await testServer();
  if (!admin) throw new Error('the database has no administrator');
  // The sign-in may be older than a dangerous change allows: files share this administrator.
  const { userid } = await admin;
  const { app } = await testServer();
  await sql`update devices set proved_at = now() where userid = ${userid}`.execute(app.db);
  return admin;
}

/** The same calls by the same person without HTTP, for thousands of histories. Refusals throw `Failure`. */
export interface InnerClient {
  userid: number;
  call<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>;
}
export async function withoutHttp(client: TestClient): Promise<InnerClient> {
  const { app, sessions } = await testServer();
  const found = await sessions.authenticate(client.token);
  if (!found) throw new Error('not signed in');
  const caller: Caller = { ...found, lang: 'en', fd: '', ip: '127.0.0.1', userAgent: 'test', token: client.token };
  const routes = new Map(allRoutes.map((route) => [route.call.path, route]));
  return {
    userid: client.userid,
    async call<C extends Call>(call: C, input: InputOf<C>) {
      const route = routes.get(call.path);
      if (!route) throw new Error(`no handler of ${call.path}`);
      const checked = coerceInput(call.input, input as Record<string, unknown>);
      return parsedJson(await carryOut(route, checked, caller, app)) as OutputOf<C>;
    },
  };
}
