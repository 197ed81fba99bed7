import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './textFrame.ts';

const texts = [0, 1, 125, 126, 65_535, 65_536, 70_000].map((length) => 'x'.repeat(length));

test('a client reads frames of every length, between frames of ws, in order', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket, { socket: wire }) => {
    for (const text of [...texts, '漢字 🙂 é']) {
      wire.write(textFrame(text));
      socket.send('between');
    }
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: string[] = [];
  const done = new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data, isBinary) => {
      heard.push(isBinary ? 'binary' : (data as Buffer).toString());
      if (heard.length === 2 * (texts.length + 1)) resolve();
    });
  });
  await done;
  expect(heard).toEqual([...texts, '漢字 🙂 é'].flatMap((text) => [text, 'between']));
  client.terminate();
  server.close();
});
