// The floor: one INSERT and one frame per member, no rules, over the same Fastify and ws as Atrium.
import type { AddressInfo } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import Fastify from 'fastify';
import pg from 'pg';
import type { WebSocket } from 'ws';
import { answerWith } from '../lib/child.ts';
import { type Dialog, FRAME } from './plan.ts';

answerWith<{ database: pg.PoolConfig; dialogs: Dialog[] }>(async ({ database, dialogs }) => {
  const pool = new pg.Pool({ ...database, max: 12 });
  await pool.query(
    'create table if not exists bench_floor (id int generated always as identity primary key, dialog_id int not null, body text not null, at timestamptz not null default now())',
  );
  const membersOf = new Map(dialogs.map(({ id, tokens }) => [id, tokens]));
  const socketOf = new Map<string, WebSocket>();
  const server = Fastify({ forceCloseConnections: true });
  await server.register(fastifyWebsocket);
  server.get<{ Querystring: { token: string } }>('/ws', { websocket: true }, (socket, request) => {
    socketOf.set(request.query.token, socket);
    socket.send('{"type":"open"}');
  });
  server.post<{ Body: { dialog_id: number; text: string } }>('/api/dialog/msg/sendtext', async (request, reply) => {
    const { dialog_id, text } = request.body;
    const { rows } = await pool.query<{ id: number; at: Date }>({
      name: 'floor',
      text: 'insert into bench_floor (dialog_id, body) values ($1, $2) returning id, at',
      values: [dialog_id, text],
    });
    const message = JSON.stringify({ ...rows[0], dialog_id, text });
    const frame = Buffer.from(`${FRAME},"data":${message}}`);
    for (const token of membersOf.get(dialog_id) ?? []) socketOf.get(token)?.send(frame, { binary: false });
    return reply.type('application/json').send(`{"ret":1,"msg":"","data":${message}}`);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { base: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
});
