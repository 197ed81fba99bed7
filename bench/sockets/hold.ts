// Opens sockets and keeps them open. A separate process: its memory is not the server's.
import { once } from 'node:events';
import WebSocket from 'ws';
import { answerWith } from '../lib/child.ts';

const sockets: WebSocket[] = [];
const AT_ONCE = 50;

answerWith<{ base: string; tokens: string[] }>(async ({ base, tokens }) => {
  const began = performance.now();
  for (let at = 0; at < tokens.length; at += AT_ONCE) {
    await Promise.all(tokens.slice(at, at + AT_ONCE).map((token) => open(base, token)));
  }
  const alive = sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length;
  return { alive, openedMs: performance.now() - began };
});

async function open(base: string, token: string): Promise<void> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws?action=web&token=${token}`, {
    perMessageDeflate: false,
  });
  await once(socket, 'message');
  sockets.push(socket);
}
