import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { Cleanup, check, connect, Listener, register, slowLine, startDatabase, startServer, until } from './support.ts';

const LINES = { '20 Mbit/s': 20_000_000, '1 Mbit/s': 1_000_000 };

/** A client reconnects over a slow connection after 2,000 messages, and after 20 MB of events. */
export const fault: Fault = {
  name: 'catch-up',
  promise: 'A client that missed 2,000 events or 20 MB comes back over a slow line, in one connection.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const database = await startDatabase(cleanup);
      const server = await startServer(cleanup, { DATABASE_URL: database.url });
      const client = await connect(database.url);
      cleanup.add(() => client.end());
      const figures: string[] = [];
      const people = await Promise.all(Array.from({ length: 10 }, () => register(server.base)));
      const [reader] = people;
      if (!reader) throw new Error('nobody is there');
      const userids = people.map(({ userid }) => userid);
      const group = await reader.call('dialog/group/add', { chat_name: 'Away', userids });
      for (const [line, speed] of Object.entries(LINES)) {
        const base = await slowLine(cleanup, server.base, speed);
        for (const load of ['2,000 messages', '20 MB'] as const) {
          // Recent writes count as missed too; the cursor is taken once they are settled.
          await sleep(1000);
          const { cursor } = await reader.call('sync/start', {});
          if (load === '20 MB') await bigEvents(client, reader.userid);
          else await messages(people.slice(1), Number(group.id));
          const listener = new Listener(base, reader.token);
          listener.cursor = String(cursor);
          const began = Date.now();
          const before = memoryOf(server.child.pid);
          let most = before;
          listener.open();
          const watch = setInterval(() => {
            most = Math.max(most, memoryOf(server.child.pid));
          }, 200);
          await until('caught up', () => listener.isResumed || listener.closes > 0, 300_000);
          clearInterval(watch);
          check(listener.closes === 0, `the connection was closed after ${listener.bytes} bytes`);
          check(new Set(listener.ids).size >= 2000, `${new Set(listener.ids).size} of 2,000 events came`);
          check(
            listener.ids.every((id, at) => at === 0 || id > (listener.ids[at - 1] ?? 0)),
            'events came out of order',
          );
          const seconds = ((Date.now() - began) / 1000).toFixed(1);
          const mb = (listener.bytes / 1e6).toFixed(1);
          figures.push(`${line} ${load}: ${mb} MB in ${seconds} s, +${Math.max(0, most - before)} MB`);
          listener.close();
        }
      }
      return figures.join('; ');
    } finally {
      await cleanup.run();
    }
  },
};

async function messages(people: readonly { call(name: string, input: object): Promise<unknown> }[], dialogId: number) {
  let sent = 0;
  const send = async (person: (typeof people)[number]) => {
    while (sent < 2000) {
      const text = 'word '.repeat(12 + (sent++ % 108)).trim();
      await person.call('dialog/msg/sendtext', { dialog_id: dialogId, text }).catch(async () => {
        sent--;
        await sleep(200);
      });
    }
  };
  await Promise.all(people.map(send));
}

const bigEvents = (client: { query(text: string, values: unknown[]): Promise<unknown> }, userid: number) =>
  client.query(
    `insert into events (type, action, aud, users, data)
     select 'user', 'tags', 'users', array[$1]::int[], jsonb_build_object('userid', $1::int, 'filler', repeat('x', 10000))
     from generate_series(1, 2000)`,
    [userid],
  );

/** Resident memory in MB. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
