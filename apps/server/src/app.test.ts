import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'vitest';
import { startServer } from '#testing/world';

test('a request that never ends does not delay shutdown', { timeout: 30_000 }, async () => {
  const server = await startServer({ drainMs: 100 });
  const { port, hostname } = new URL(server.base);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  silent.on('error', () => {});
  silent.write('POST /api/users/info HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ended = once(silent, 'close');
  await server.close();
  await ended;
});
