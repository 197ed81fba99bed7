import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis, type TestRedis } from '../../apps/server/src/testing/cluster/redis.ts';
import { freePort } from '../../apps/server/src/testing/freePort.ts';
import { startLoadBalancer } from '../cluster/loadBalancer.ts';
import { type NodeProcess, startNode } from '../cluster/nodes.ts';
import { type PostgresPair, startPostgresPair } from '../cluster/postgresPair.ts';
import { Client } from './client.ts';
import { type Cleanup, call, check, connect, type Person, register, tempFolder, until } from './support.ts';

const NODES = 3;
const WRITERS = 6;
const LISTENERS = 6;
/**
 * Between two messages of a writer. With cursors of up to ten seconds and an outage of some more, a faster machine would
 * exceed the 2,000 events beyond which a client loads afresh by design (`replay.service.ts`).
 */
const WRITE_MS = 50;
/** The leader's work moves to another node within this time. */
const LEADERLESS_MS = 10_000;

/** True if a node is the leader. */
const leads = (node: NodeProcess): Promise<boolean> =>
  fetch(`${node.base}/metrics`).then(
    async (answer) => /^atrium_leader 1$/m.test(await answer.text()),
    () => false,
  );

/** Three nodes under load, which faults hit, and the check that all promises to writers and readers were kept. */
export class Stage {
  readonly #pair: PostgresPair;
  readonly #redis: TestRedis;
  readonly #nodes: NodeProcess[];
  readonly #startNode: (port: number, root?: string) => Promise<NodeProcess>;
  readonly #base: string;
  readonly #people: Person[];
  readonly #dialogId: number;
  readonly #clients: Client[];
  readonly #acknowledged = new Map<string, number>();
  readonly #counts = { node: 0, redis: 0, primary: 0 };
  readonly #failovers: number[] = [];
  /** The times without a leader after the leader was killed, in milliseconds. */
  readonly #leaderless: number[] = [];
  #longestGapMs = 0;
  #lastAckAt = performance.now();
  #isOver = false;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(parts: {
    pair: PostgresPair;
    redis: TestRedis;
    nodes: NodeProcess[];
    start: (port: number, root?: string) => Promise<NodeProcess>;
    base: string;
    people: Person[];
    dialogId: number;
    clients: Client[];
  }) {
    this.#pair = parts.pair;
    this.#redis = parts.redis;
    this.#nodes = parts.nodes;
    this.#startNode = parts.start;
    this.#base = parts.base;
    this.#people = parts.people;
    this.#dialogId = parts.dialogId;
    this.#clients = parts.clients;
  }

  /** @param root  the folder of the release that the nodes run; by default this one */
  static async open(cleanup: Cleanup, root?: string): Promise<Stage> {
    const pair = await startPostgresPair([await freePort(), await freePort()]);
    cleanup.add(() => pair.stop());
    const redis = await startRedis();
    cleanup.add(() => redis.kill());
    const dataDir = await tempFolder(cleanup);
    const redisUrl = `redis://127.0.0.1:${redis.port}`;
    const publicUrl = 'http://localhost:1';
    const start = (port: number, release?: string) =>
      startNode({ port, databaseUrl: pair.url, redisUrl, dataDir, publicUrl, ...(release && { root: release }) });
    const nodes: NodeProcess[] = [];
    cleanup.add(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
    for (let n = 0; n < NODES; n++) nodes.push(await start(await freePort(), root));
    const balancer = await startLoadBalancer(
      0,
      nodes.map(({ base }) => base),
    );
    cleanup.add(() => balancer.close());
    const { base } = balancer;
    const people = await Promise.all(Array.from({ length: WRITERS + 1 }, () => register(base)));
    const userids = people.map(({ userid }) => userid);
    const group = await (people[0] as Person).call('dialog/group/add', { chat_name: 'Load', userids });
    const dialogId = Number(group.id);
    const listeners = people.slice(0, LISTENERS);
    const clients = await Promise.all(
      listeners.map(async (person) => {
        const { cursor } = await person.call('sync/start', {});
        return new Client(base, person.token, dialogId, String(cursor));
      }),
    );
    cleanup.add(() => clients.forEach((client) => client.close()));
    await until('everybody listens', () => clients.every(({ isLive }) => isLive));
    const stage = new Stage({ pair, redis, nodes, start, base, people, dialogId, clients });
    stage.#write();
    return stage;
  }

  /** Everybody but the last person sends, and repeats what got no answer, as clients do. */
  #write(): void {
    this.#writing = Promise.all(
      this.#people.slice(0, WRITERS).map(async ({ token }, at) => {
        for (let n = 0; !this.#isOver; n++) {
          const mutation = `w${at}x${n}`;
          const input = { dialog_id: this.#dialogId, text: mutation };
          for (;;) {
            const answer = await call(this.#base, token, 'dialog/msg/sendtext', input, mutation).catch(() => undefined);
            if (answer?.ret === 1) {
              this.#acknowledged.set(mutation, Number(answer.data.id));
              this.#longestGapMs = Math.max(this.#longestGapMs, performance.now() - this.#lastAckAt);
              this.#lastAckAt = performance.now();
              break;
            }
            await sleep(100);
          }
          await sleep(WRITE_MS);
        }
      }),
    );
  }

  /** Each kind once, then at random. */
  async strike(round: number): Promise<void> {
    const dice = [0, 6, 8][round] ?? randomInt(10);
    if (dice < 6) await this.#killNode();
    else if (dice < 8) await this.#killRedis();
    else await this.#killPrimary();
  }

  async #killNode(): Promise<void> {
    await this.restart(randomInt(NODES), randomInt(3) === 0 ? 'SIGTERM' : 'SIGKILL');
  }

  /** Ends a node and starts it again, of the release in `root`. */
  async restart(at: number, signal: NodeJS.Signals, root?: string): Promise<void> {
    this.#counts.node++;
    const node = this.#nodes[at] as NodeProcess;
    const wasLeader = await leads(node);
    await node.end(signal);
    const starting = this.#startNode(Number(new URL(node.base).port), root);
    if (wasLeader) await this.#timeLeaderless(this.#nodes.filter((each) => each !== node));
    this.#nodes[at] = await starting;
  }

  async #timeLeaderless(others: readonly NodeProcess[]): Promise<void> {
    const began = performance.now();
    // Includes the time it takes to notice; more than the promised time fails in `judge`.
    await until('another node leads', async () => (await Promise.all(others.map(leads))).includes(true), 30_000);
    this.#leaderless.push(performance.now() - began);
  }

  /** The number of reconnections of each client. */
  get reconnects(): number[] {
    return this.#clients.map((client) => client.reconnects.length);
  }

  async #killRedis(): Promise<void> {
    this.#counts.redis++;
    if (randomInt(2) === 0) {
      await this.#redis.kill();
      await sleep(randomInt(3000));
      await this.#redis.start();
    } else {
      this.#redis.freeze();
      await sleep(randomInt(3000));
      this.#redis.thaw();
    }
  }

  async #killPrimary(): Promise<void> {
    this.#counts.primary++;
    this.#failovers.push(await this.#pair.failOver());
  }

  async judge(): Promise<string> {
    this.#isOver = true;
    await this.#writing;
    const direct = await connect(this.#pair.primary());
    try {
      const { rows } = await direct.query<{ id: number; mutation_id: string }>(
        'select id, mutation_id from messages where dialog_id = $1 and mutation_id is not null order by id',
        [this.#dialogId],
      );
      const stored = new Map(rows.map(({ id, mutation_id }) => [mutation_id, id]));
      const lost = [...this.#acknowledged].filter(([mutation, id]) => stored.get(mutation) !== id);
      check(lost.length === 0, `${lost.length} acknowledged messages lost: ${JSON.stringify(lost.slice(0, 5))}`);
      check(rows.length === stored.size, 'a message was stored twice');

      // A client that missed events and could not resume would have loaded everything again.
      const resets = this.#clients.reduce((sum, each) => sum + each.resets, 0);
      check(resets === 0, `clients had to load afresh ${resets} times`);

      const ids = rows.map(({ id }) => id);
      const missing = () => this.#clients.map(({ messages }) => ids.filter((id) => !messages.includes(id)));
      await until('everybody has heard everything', () => missing().every((list) => list.length === 0), 20_000).catch(
        () => undefined,
      );
      const left = missing();
      check(
        left.every((list) => list.length === 0),
        `messages missing at ${LISTENERS} clients: ${left.map((list) => list.length).join(', ')} of ${ids.length}, first ${left.flat()[0]}`,
      );
      const doubled = this.#clients.map(({ messages }) => messages.length - new Set(messages).size);
      check(
        doubled.every((n) => n === 0),
        `doubled: ${doubled.join(', ')}`,
      );
      // The last person has read nothing.
      const silent = this.#people.at(-1) as Person;
      const ask = () => silent.call('dialog/one', { dialog_id: this.#dialogId });
      // A connection that was idle may just have been closed.
      const one = await ask().catch(ask);
      check(Number(one.unread) === ids.length, `unread is ${String(one.unread)} of ${ids.length}`);
    } finally {
      await direct.end();
    }
    const reconnects = this.#clients.flatMap((client) => client.reconnects).sort((a, b) => a - b);
    const p99 = reconnects[Math.floor(reconnects.length * 0.99)] ?? 0;
    check(p99 < 5000, `reconnecting took ${p99.toFixed(0)} ms at p99`);
    check(this.#longestGapMs < 15_000, `nothing was acknowledged for ${this.#longestGapMs.toFixed(0)} ms`);
    const leaderless = Math.max(0, ...this.#leaderless);
    check(leaderless < LEADERLESS_MS, `no node led for ${leaderless.toFixed(0)} ms`);
    const { node, redis, primary } = this.#counts;
    const slowest = Math.max(0, ...this.#failovers);
    return (
      `${node} nodes, ${redis} times Redis and ${primary} primaries killed; ${this.#acknowledged.size} acknowledged messages, 0 lost, ` +
      `${LISTENERS} clients, 0 missed, 0 doubled, 0 loaded afresh; reconnect p99 ${p99.toFixed(0)} ms of ${reconnects.length}; ` +
      `longest time without an acknowledgement ${(this.#longestGapMs / 1000).toFixed(1)} s, promotion ${(slowest / 1000).toFixed(1)} s at most; ` +
      `${this.#leaderless.length} leaders killed, another one after ${(leaderless / 1000).toFixed(1)} s at most`
    );
  }
}
