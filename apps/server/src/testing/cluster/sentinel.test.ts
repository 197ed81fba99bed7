import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Link, openRedisLink } from '#platform/cluster/link';
import { readRedisAddress } from '#platform/cluster/redisAddress';
import { makeLog } from '#platform/log';
import { isLong } from '#testing/histories';
import { startRedis, startSentinel } from './redis.ts';

/** True if a text that one link sends arrives at another. */
async function carries(from: Link, heard: readonly string[]): Promise<boolean> {
  const text = `text ${Math.random()}`;
  from.send(text);
  await sleep(50);
  return heard.includes(text);
}

test.skipIf(!isLong)('the link follows a new primary that Sentinel names', async () => {
  const primary = await startRedis();
  const standby = await startRedis([
    '--replicaof',
    primary.host,
    String(primary.port),
    '--repl-diskless-sync-delay',
    '0',
  ]);
  const sentinel = await startSentinel(primary, 'atrium');
  const options = readRedisAddress(`redis+sentinel://127.0.0.1:${sentinel.port}/atrium`);
  if (!options) throw new Error('the address is not understood');
  const open = () => openRedisLink(options, 'sentinel', makeLog('silent'));
  const [one, two] = [await open(), await open()];
  const heard: string[] = [];
  two.onText((text) => heard.push(text));
  await expect.poll(() => carries(one, heard), { timeout: 10_000 }).toBe(true);
  await one.set('key', 'before', 60_000);
  // Sentinel asks a primary for its replicas every ten seconds.
  await expect.poll(() => one.get('key')).toBe('before');
  await sleep(11_000);
  await primary.kill();
  await expect.poll(() => carries(one, heard), { timeout: 30_000, interval: 200 }).toBe(true);
  expect(await one.get('key')).toBe('before');
  for (const link of [one, two]) link.close();
  await Promise.all([standby.kill(), sentinel.kill()]);
});
