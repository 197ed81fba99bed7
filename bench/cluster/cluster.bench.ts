import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';
import { startRedis } from '../../apps/server/src/testing/cluster/redis.ts';
import { freePort } from '../../apps/server/src/testing/freePort.ts';
import { type NodeProcess, startNode } from '../../e2e/cluster/nodes.ts';
import { type Helper, startHelper } from '../lib/child.ts';
import { makeGroups, makePeople, withDatabase } from '../lib/fill.ts';
import { cpuMs } from '../lib/proc.ts';
import type { Options, Report } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Dialog, Flood } from '../send/plan.ts';

const DIALOGS = 20;
const MEMBERS = 50;
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Workspaces in one PostgreSQL send in turns: one with a single server, one with three nodes, and three of a single
 * server each. The machine is the limit, so three servers cannot carry more than one; what three nodes carry beside
 * three servers without a bus is what the bus costs (decision 0041).
 */
export async function run(options: Options): Promise<Report> {
  const seconds = Number(options.seconds ?? 6);
  const rounds = Number(options.rounds ?? 3);
  const inFlight = Number(options['in-flight'] ?? 1);
  const closers: (() => unknown)[] = [];
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
    closers.push(() => postgres.stop());
    const redis = await startRedis();
    closers.push(() => redis.kill());
    const redisUrl = `redis://127.0.0.1:${redis.port}`;
    const start = async (database: string, redis: string) => {
      const url = await createDatabase(postgres.url, database);
      return async (): Promise<NodeProcess> => {
        const port = await freePort();
        const publicUrl = `http://127.0.0.1:${port}`;
        const node = await startNode({ port, databaseUrl: url, redisUrl: redis, dataDir, publicUrl });
        closers.push(() => node.end('SIGTERM'));
        return node;
      };
    };
    const startSingle = await start('single', '');
    const startMember = await start('cluster', redisUrl);
    const single = await startSingle();
    // Three workspaces that know nothing of each other, with a third of the dialogs each.
    const parts = await Promise.all(['first', 'second', 'third'].map((name) => start(name, '')));
    const apart: NodeProcess[] = [];
    for (const startPart of parts) apart.push(await startPart());
    const nodes = [await startMember(), await startMember(), await startMember()];
    const [ofOne, ofThree] = [await fill(postgres.url, 'single'), await fill(postgres.url, 'cluster')];
    const ofParts: Dialog[] = [];
    for (const [at, name] of ['first', 'second', 'third'].entries()) {
      const third = Math.ceil((DIALOGS - at) / 3);
      const dialogs = await fill(postgres.url, name, third);
      ofParts.push(...dialogs.map((dialog) => ({ ...dialog, base: apart[at]?.base ?? '' })));
    }

    const loads = [load(), load(), load(), load()];
    closers.push(...loads.map((each) => () => each.stop()));
    const [one, first, spread, separate] = loads as [Helper, Helper, Helper, Helper];
    await one.ask({ ask: 'connect', base: single.base, dialogs: ofOne });
    await first.ask({ ask: 'connect', base: nodes[0]?.base ?? '', dialogs: ofThree });
    const flood = (helper: Helper) => helper.ask<Flood>({ ask: 'flood', seconds, inFlight });
    for (const each of [one, first]) await each.ask({ ask: 'flood', seconds: 2, inFlight: 1 });

    // All clients at one node: the others only hear.
    const alone: Measured[] = [];
    const atFirst: Measured[] = [];
    const hearing: number[] = [];
    for (let round = 0; round < rounds; round++) {
      alone.push(await measured(single, () => flood(one)));
      const before = nodes.slice(1).map(({ child }) => cpuMs(child.pid ?? 0));
      const outcome = await measured(nodes[0] as NodeProcess, () => flood(first));
      atFirst.push(outcome);
      const used = nodes.slice(1).map(({ child }, at) => cpuMs(child.pid ?? 0) - (before[at] ?? 0));
      hearing.push(used.reduce((sum, ms) => sum + ms, 0) / used.length / outcome.sent);
    }
    // Clients at all of them.
    const bases = nodes.map(({ base }) => base);
    await first.ask({ ask: 'connect', base: [], dialogs: [] });
    await spread.ask({ ask: 'connect', base: bases, dialogs: ofThree });
    await separate.ask({ ask: 'connect', base: [], dialogs: ofParts });
    for (const each of [spread, separate]) await each.ask({ ask: 'flood', seconds: 2, inFlight: 1 });
    const shares: number[] = [];
    const sharesOfApart: number[] = [];
    const atAll: Measured[] = [];
    const atParts: Measured[] = [];
    for (let round = 0; round < rounds; round++) {
      const base = await measured(single, () => flood(one));
      const three = await measured(nodes[0] as NodeProcess, () => flood(spread));
      const parted = await measured(apart[0] as NodeProcess, () => flood(separate));
      alone.push(base);
      atAll.push(three);
      atParts.push(parted);
      shares.push((100 * three.perSecond) / base.perSecond);
      sharesOfApart.push((100 * three.perSecond) / parted.perSecond);
    }
    const of = (list: readonly Measured[], key: 'perSecond' | 'serverMs') => median(list.map((each) => each[key]));
    const lost = [...atFirst, ...atAll].reduce((sum, each) => sum + Math.abs(each.expected - each.delivered), 0);
    return {
      bench: 'cluster',
      rows: [
        { what: 'one server without Redis', figure: of(alone, 'perSecond'), unit: 'msg/s' },
        { what: 'three nodes', figure: of(atAll, 'perSecond'), unit: 'msg/s' },
        { what: 'three separate servers', figure: of(atParts, 'perSecond'), unit: 'msg/s' },
        { what: 'three nodes: share of three separate servers', figure: median(sharesOfApart), unit: '%', atLeast: 90 },
        { what: 'three nodes: share of one', figure: median(shares), unit: '%' },
        { what: 'one server: CPU', figure: of(alone, 'serverMs'), unit: 'ms/msg' },
        { what: 'a node with all clients: CPU', figure: of(atFirst, 'serverMs'), unit: 'ms/msg' },
        {
          what: 'a node without clients: CPU per message of another',
          figure: median(hearing),
          unit: 'ms/msg',
          atMost: 0.1,
        },
        { what: 'lost', figure: lost, unit: 'frames', atMost: 0 },
      ],
      notes: [
        `${DIALOGS} chats of ${MEMBERS}, ${inFlight} sends of each under way, in turns, ${rounds} rounds of ${seconds} s each; medians. Redis runs on the same machine.`,
      ],
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

const load = () => startHelper(new URL('../send/load.ts', import.meta.url));

interface Measured extends Flood {
  perSecond: number;
  serverMs: number;
}

async function measured({ child }: NodeProcess, flood: () => Promise<Flood>): Promise<Measured> {
  const before = cpuMs(child.pid ?? 0);
  const outcome = await flood();
  return {
    ...outcome,
    perSecond: (outcome.sent * 1000) / outcome.elapsedMs,
    serverMs: (cpuMs(child.pid ?? 0) - before) / outcome.sent,
  };
}

async function createDatabase(server: string, name: string): Promise<string> {
  await withDatabase({ connectionString: server }, (db: pg.Client) => db.query(`create database ${name}`));
  return named(server, name);
}

/** The address of another database of the same server, which may be a socket. */
const named = (server: string, name: string) => server.replace(/(^postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);

const fill = (server: string, name: string, dialogs = DIALOGS) =>
  withDatabase({ connectionString: named(server, name) }, async (db): Promise<Dialog[]> => {
    const people = await makePeople(db, dialogs * MEMBERS, name);
    const ids = await makeGroups(db, people, MEMBERS);
    return ids.map((id, index) => ({
      id,
      tokens: people.slice(index * MEMBERS, (index + 1) * MEMBERS).map((each) => each.token),
    }));
  });
