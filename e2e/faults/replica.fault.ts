import type pg from 'pg';
import { freePort } from '../../apps/server/src/testing/freePort.ts';
import { startPostgresPair } from '../cluster/postgresPair.ts';
import type { Fault } from './fault.ts';
import { Cleanup, check, connect, register, startServer, until } from './support.ts';

/** The standby that searches read from stops replaying. */
export const fault: Fault = {
  name: 'replica',
  promise: 'Searches and old messages are read from a standby, and from the primary while the standby is late.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const ports: [number, number] = [await freePort(), await freePort()];
      const pair = await startPostgresPair(ports, { isSynchronous: false });
      cleanup.add(() => pair.stop());
      const standbyUrl = `postgres://postgres@127.0.0.1:${ports[1]}/atrium`;
      const server = await startServer(cleanup, { DATABASE_URL: pair.url, DATABASE_READ_URL: standbyUrl });
      const ada = await register(server.base);
      const { id: dialogId } = await ada.call('dialog/open/user', { userid: ada.userid });
      const say = async (text: string) =>
        Number((await ada.call('dialog/msg/sendtext', { dialog_id: dialogId, text })).id);
      const find = async (key: string) => {
        const found = await ada.call('dialog/msg/search', { dialog_id: dialogId, key });
        return found.data as number[];
      };
      const standby = await connect(standbyUrl);
      cleanup.add(() => standby.end());
      const rowsRead = async (client: pg.Client) =>
        Number(
          (
            await client.query<{ n: string }>(
              "select idx_scan as n from pg_stat_user_tables where relname = 'dialog_members'",
            )
          ).rows[0]?.n,
        );

      const first = await say('lighthouse');
      await until('the search finds it', async () => (await find('lighthouse')).includes(first));
      const before = await rowsRead(standby);
      for (let n = 0; n < 20; n++) await find('lighthouse');
      await until('the standby has answered', async () => (await rowsRead(standby)) >= before + 20);

      await standby.query('select pg_wal_replay_pause()');
      const began = performance.now();
      const second = await say('windmill');
      await until('the search finds what the standby lacks', async () => (await find('windmill')).includes(second));
      const foundMs = performance.now() - began;
      const older = await ada.call('dialog/msg/list', { dialog_id: dialogId, prev_id: second + 1 });
      check(
        (older.list as { id: number }[]).some(({ id }) => id === second),
        'a message is missing among the old ones',
      );
      await standby.query('select pg_wal_replay_resume()');
      const resumed = await rowsRead(standby);
      await until('the standby is used again', async () => {
        await find('windmill');
        return (await rowsRead(standby)) > resumed;
      });
      return `20 searches answered by the standby; while it was late, the primary found a new message after ${foundMs.toFixed(0)} ms`;
    } finally {
      await cleanup.run();
    }
  },
};
