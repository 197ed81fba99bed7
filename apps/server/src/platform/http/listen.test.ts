import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { StartRefused } from '../postgres/startRefused.ts';
import { listenOn } from './listen.ts';

test('an unusable listen address is refused in one sentence that names the variable', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const refused = async (host: string, at = 0) => {
    const error: unknown = await listenOn(Fastify(), { host, port: at }).catch((reason: unknown) => reason);
    expect(error, host).toBeInstanceOf(StartRefused);
    return (error as Error).message;
  };
  expect(await refused('127.0.0.1', port)).toMatch(/^Port \d+ is taken: .*ATRIUM_PORT/);
  expect(await refused('203.0.113.7')).toMatch(/^203\.0\.113\.7 is no address of this machine: .*ATRIUM_HOST/);
  expect(await refused('nohost.invalid')).toMatch(/^ATRIUM_HOST names nohost\.invalid, which is not known here/);
  await new Promise((resolve) => taken.close(resolve));
});
