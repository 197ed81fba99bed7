import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { proxyTo } from '#testing/databaseProxy';
import { unique } from '#testing/world';
import { makeLog } from '../log.ts';
import { CUT_MS, watchDatabase } from './watch.ts';

const log = makeLog('silent');
let databaseUrl: string;
let admin: pg.Client;
beforeAll(async () => {
  databaseUrl = await cloneTemplate(`watch_${process.pid}`);
  admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
});
afterAll(() => admin.end());

test('a connection lost before the answer about the lock does not block the server forever', async () => {
  const proxy = await proxyTo(databaseUrl);
  proxy.goDeadAt('pg_try_advisory_lock');
  const reserve = { isShared: false, onLost: () => undefined };
  await expect(watchDatabase({ connectionString: proxy.url, log, reserve })).rejects.toThrow(/No PostgreSQL answers/);
  proxy.close();
});

test('a database that refuses one more connection is up: working connections stay open', async () => {
  const role = unique('watcher').replaceAll(/[^a-z0-9]/gi, '');
  await admin.query(`create role ${role} login password 'w' connection limit 5`);
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = 'w';
  const watch = await watchDatabase({ connectionString: url.href, log });
  const states: boolean[] = [];
  watch.onAway((isAway) => states.push(isAway));
  await admin.query(`alter role ${role} connection limit 0`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
  await expect.poll(() => watch.isReady).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, CUT_MS + 1000));
  expect(states).toEqual([]);
  expect(watch.silentMs).toBeLessThan(CUT_MS);
  await admin.query(`alter role ${role} connection limit 5`);
  await expect.poll(() => watch.isReady, { timeout: 5000 }).toBe(true);
  await watch.close();
  await admin.query(`drop role ${role}`);
});
