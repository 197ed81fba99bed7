import { setTimeout as sleep } from 'node:timers/promises';
import { proxyTo } from '../../apps/server/src/testing/databaseProxy.ts';
import type { Fault } from './fault.ts';
import { Cleanup, call, check, connect, type Person, register, startDatabase, startServer, until } from './support.ts';

const STALL_MS = 33_000;
/** Maximum time until a call is refused. */
const REFUSED_MS = 9000;

/** The database stalls and resumes; the server is stopped during the stall, and once more afterwards. */
export const fault: Fault = {
  name: 'database-stall',
  promise: 'While the database holds still the server says so, refuses calls and ends within 10 s; then it goes on.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const database = await startDatabase(cleanup);
      const proxy = await proxyTo(database.url);
      cleanup.add(() => proxy.close());
      const server = await startServer(cleanup, { DATABASE_URL: proxy.url });
      const person = await register(server.base);
      const other = await register(server.base);
      const dialog = await person.call('dialog/open/user', { userid: other.userid });
      const direct = await connect(database.url);
      cleanup.add(() => direct.end());

      proxy.stall();
      const stalled = Date.now();
      const unready = until(
        'not ready',
        async () => (await fetch(`${server.base}/health/ready`)).status === 503,
        5000,
      ).then(() => Date.now() - stalled);
      const outcomes = await sends(server.base, person, Number(dialog.id), stalled);
      const unreadyMs = await unready;
      proxy.resume();
      await until('ready again', async () => (await fetch(`${server.base}/health/ready`)).ok, 10_000);
      check(unreadyMs <= 2000, `it took ${unreadyMs} ms to say that it is not ready`);
      check(outcomes.slowest <= REFUSED_MS, `a call took ${outcomes.slowest} ms`);
      await person.call('dialog/msg/sendtext', { dialog_id: dialog.id, text: 'after' });
      const { rows } = await direct.query<{ n: number }>("select count(*)::int as n from messages where type = 'text'");
      const accepted = (rows[0]?.n ?? 0) - 1;
      check(accepted <= 50, `${accepted} sends were carried out that had been refused`);

      proxy.stall();
      await sleep(1000);
      void person.call('dialog/msg/sendtext', { dialog_id: dialog.id, text: 'at the end' }).catch(() => undefined);
      await sleep(1000);
      const { ms } = await server.end('SIGTERM');
      check(ms <= 10_000, `it took ${ms} ms to end`);
      return `503 after ${unreadyMs} ms; ${outcomes.calls} calls refused, the slowest after ${outcomes.slowest} ms, ${accepted} carried out all the same; SIGTERM ${ms} ms`;
    } finally {
      await cleanup.run();
    }
  },
};

/** Sends continuously while nothing answers. */
async function sends(base: string, person: Person, dialogId: number, began: number) {
  let [calls, slowest] = [0, 0];
  const work = Array.from({ length: 4 }, async () => {
    while (Date.now() - began < STALL_MS) {
      const asked = Date.now();
      const { ret, msg } = await call(base, person.token, 'dialog/msg/sendtext', {
        dialog_id: dialogId,
        text: 'stalled',
      });
      slowest = Math.max(slowest, Date.now() - asked);
      check(ret === 0 && msg !== '', `a call was answered while the database held still: ${ret} ${msg}`);
      calls++;
      await sleep(100);
    }
  });
  await Promise.all(work);
  return { calls, slowest };
}
