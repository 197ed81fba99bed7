import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../apps/server/src/testing/cluster/redis.ts';
import { freePort } from '../../apps/server/src/testing/freePort.ts';
import { startNode } from '../cluster/nodes.ts';
import { startPostgresPair } from '../cluster/postgresPair.ts';
import { Client } from './client.ts';
import type { Fault } from './fault.ts';
import { Cleanup, call, check, connect, type Person, register, tempFolder, until } from './support.ts';

/** The standby receives nothing for this long before the primary is killed. */
const BEHIND_MS = 1500;

/** The primary is killed while its standby, which commits do not wait for, is behind. */
export const fault: Fault = {
  name: 'failover',
  promise:
    'Without synchronous replication a failover loses only what the standby had not received, and no client goes on showing it.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const pair = await startPostgresPair([await freePort(), await freePort()], { isSynchronous: false });
      cleanup.add(() => pair.stop());
      const redis = await startRedis();
      cleanup.add(() => redis.kill());
      const [dataDir, redisUrl] = [await tempFolder(cleanup), `redis://127.0.0.1:${redis.port}`];
      const start = async () => {
        const common = { databaseUrl: pair.url, redisUrl, dataDir, publicUrl: 'http://localhost:1' };
        const node = await startNode({ ...common, port: await freePort() });
        cleanup.add(() => node.end('SIGKILL'));
        return node.base;
      };
      const [one, two] = [await start(), await start()];
      const people = await Promise.all([register(one), register(one), register(one)]);
      const [ada, bo, cy] = people as [Person, Person, Person];
      const userids = people.map(({ userid }) => userid);
      const { id: dialogId } = await ada.call('dialog/group/add', { chat_name: 'Load', userids });
      const clients = await Promise.all(
        [bo, cy].map(async (person, at) => {
          const { cursor } = await person.call('sync/start', {});
          return new Client([one, two][at] ?? one, person.token, Number(dialogId), String(cursor));
        }),
      );
      cleanup.add(() => clients.forEach((client) => client.close()));
      await until('both listen', () => clients.every(({ isLive }) => isLive));

      const acknowledged = new Map<string, number>();
      let isOver = false;
      const writing = (async () => {
        for (let n = 0; !isOver; n++) {
          const input = { dialog_id: dialogId, text: `w${n}` };
          const answer = await call(one, ada.token, 'dialog/msg/sendtext', input, `w${n}`).catch(() => undefined);
          if (answer?.ret === 1) acknowledged.set(`w${n}`, Number(answer.data.id));
          await sleep(5);
        }
      })();
      await sleep(2000);
      const tookMs = await pair.failOver({ behindMs: BEHIND_MS });
      const failedAt = performance.now();
      const before = acknowledged.size;
      await until('messages are acknowledged again', () => acknowledged.size > before + 20);
      const againMs = performance.now() - failedAt;
      await sleep(3000);
      isOver = true;
      await writing;

      const direct = await connect(pair.primary());
      cleanup.add(() => direct.end());
      const { rows } = await direct.query<{ id: number; mutation_id: string }>(
        'select id, mutation_id from messages where dialog_id = $1 and mutation_id is not null',
        [dialogId],
      );
      const stored = new Map(rows.map(({ id, mutation_id }) => [mutation_id, id]));
      const lost = [...acknowledged].filter(([mutation, id]) => stored.get(mutation) !== id);
      check(lost.length > 0, 'nothing was lost: the standby was not behind');
      check(
        clients.every(({ resets }) => resets > 0),
        `clients that saw lost messages did not load afresh: ${clients.map(({ resets }) => resets).join(', ')}`,
      );
      return `${lost.length} acknowledged messages lost with a standby ${BEHIND_MS} ms behind, of ${acknowledged.size}; both clients loaded afresh; promotion ${tookMs.toFixed(0)} ms, acknowledged again after ${againMs.toFixed(0)} ms`;
    } finally {
      await cleanup.run();
    }
  },
};
