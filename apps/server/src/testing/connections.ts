import type { WebSocket } from 'ws';

/** Live connections that people of this file's tests opened. */
const open = new Set<WebSocket>();

export const endWithFile = (socket: WebSocket) => open.add(socket);

/** Each new account is announced to all open connections, also to those of earlier files. */
export function endConnections(): void {
  for (const socket of open) socket.terminate();
  open.clear();
}
