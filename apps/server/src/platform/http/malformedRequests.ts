import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { languageOf } from '@atrium/i18n/languages.ts';
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../fail.ts';
import { refusal } from './callHandler.ts';
import { rawFromQuery } from './params.ts';

/**
 * These errors occur before there is a call: an address or headers cannot be parsed. Requests to calls get the envelope
 * here too.
 */

const isCall = (url: string) => /^\/api(\/|\?|$)/.test(url);

/** Answers Fastify's `frameworkErrors`: an invalid address, or one with a part that is too long. */
/**
 * Refuses a NUL in an address, which no database column can store. Calls check their parameters; other endpoints use
 * their address directly.
 */
export function refuseNulAddress(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    const [path = '', query = ''] = (request.raw.url ?? '').split('?', 2);
    if (!/%00/.test(path) && (isCall(path) || !/%00/.test(query))) return undefined;
    answerBadAddress(new Error('NUL'), request, reply);
    return reply;
  });
}

export function answerBadAddress(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const url = request.raw.url ?? '';
  if (!isCall(url)) {
    reply.status(400).type('text/plain; charset=utf-8').send('bad address');
    return;
  }
  const { language } = rawFromQuery(url.split('?').slice(1).join('?'));
  const wishes = [request.headers['language'], language, request.headers['accept-language']];
  const lang = languageOf(...wishes.filter((wish) => typeof wish === 'string'));
  reply.status(200).type('application/json; charset=utf-8');
  reply.send(JSON.stringify(refusal(fail('call.unknown'), lang)));
}

/** Answers Fastify's `clientErrorHandler`: there is no request yet, only a part of its text. */
export function answerBadRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const head = (error.rawPacket as unknown as Buffer | undefined)?.toString('latin1') ?? '';
  const header = (name: string) => new RegExp(`^${name}: *(.+)\\r$`, 'im').exec(head)?.[1] ?? '';
  const named = /[?&]language=([\w-]+)/.exec(head)?.[1] ?? '';
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const lang = languageOf(header('language'), named, header('accept-language'));
  const path = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const status = isCall(path) ? 200 : isLarge ? 431 : late;
  writeRefusal(socket, status, refusal(fail(isLarge ? 'body.large' : 'body.malformed'), lang));
}

/** Ends a request whose body does not arrive; if an answer has begun, only the connection ends. */
export function endSlowRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  if (reply.raw.headersSent) socket.destroy();
  else {
    const { language } = request.query as { language?: unknown };
    const wishes = [request.headers['language'], language, request.headers['accept-language']];
    const lang = languageOf(...wishes.filter((wish) => typeof wish === 'string'));
    writeRefusal(socket, isCall(request.url) ? 200 : 408, refusal(fail('body.slow'), lang));
  }
}

/** Bypasses Node's own answer, which waits for the rest of the request. */
function writeRefusal(socket: Socket, status: number, envelope: object): void {
  const body = JSON.stringify(envelope);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
