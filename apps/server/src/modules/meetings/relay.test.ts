import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { relayTo } from './relay.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listening(made: Server): Promise<string> {
  server = made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

/** The used part of a participant's connection. */
class Participant extends EventEmitter {
  readonly OPEN = WebSocket.OPEN;
  readyState: number = WebSocket.OPEN;
  bufferedAmount = 0;
  send = vi.fn();
  close = vi.fn();
  leave(): void {
    this.readyState = WebSocket.CLOSED;
    this.emit('close', 1001);
  }
}
function relay(address: string, participant: Participant) {
  const onUnreachable = vi.fn();
  const rest = { first: 'enter', origin: '', language: '', ip: '127.0.0.1', proof: 'p' };
  relayTo(address, participant as unknown as WebSocket, { ...rest, onUnreachable });
  return onUnreachable;
}

test('a participant who leaves before the other node has answered does not make it count as unreachable', async () => {
  const arrived = Promise.withResolvers<void>();
  const busy = createServer().on('upgrade', () => arrived.resolve());
  const participant = new Participant();
  const onUnreachable = relay(await listening(busy), participant);
  await arrived.promise;
  participant.leave();
  // The connection to the room has ended.
  await vi.waitFor(() => expect(participant.close).toHaveBeenCalled());
  expect(onUnreachable).not.toHaveBeenCalled();
});

test('a node that refuses the connection counts as unreachable', async () => {
  const refusing = createServer().on('upgrade', (_request, socket) => socket.destroy());
  const participant = new Participant();
  const onUnreachable = relay(await listening(refusing), participant);
  await vi.waitFor(() => expect(participant.close).toHaveBeenCalledWith(1012));
  expect(onUnreachable).toHaveBeenCalledOnce();
});

test('nobody enters for a participant who has left already', async () => {
  const entered = vi.fn();
  const http = createServer();
  new WebSocketServer({ server: http }).on('connection', (socket) => socket.on('message', entered));
  const address = await listening(http);
  const [gone, here] = [new Participant(), new Participant()];
  gone.leave();
  relay(address, gone);
  relay(address, here);
  await vi.waitFor(() => expect(entered).toHaveBeenCalled());
  // Both would have entered by now.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(entered).toHaveBeenCalledOnce();
});
