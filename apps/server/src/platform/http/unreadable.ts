import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { languageOf } from '@atrium/i18n/languages.ts';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../fail.ts';
import { refusal } from './edge.ts';
import { rawFromQuery } from './params.ts';

/** What is refused before there is a call: an address or headers that cannot be read. Calls get their envelope here too. */

const isCall = (url: string) => /^\/api(\/|\?|$)/.test(url);

/** For Fastify's `frameworkErrors`: an address that is none, or a part of it without end. */
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

/** For Fastify's `clientErrorHandler`: there is no request yet, only what has come of its text. */
export function answerBadRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const head = (error.rawPacket as unknown as Buffer | undefined)?.toString('latin1') ?? '';
  const header = (name: string) => new RegExp(`^${name}: *(.+)\\r$`, 'im').exec(head)?.[1] ?? '';
  const named = /[?&]language=([\w-]+)/.exec(head)?.[1] ?? '';
  const isLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const lang = languageOf(header('language'), named, header('accept-language'));
  const body = JSON.stringify(refusal(fail(isLarge ? 'body.large' : 'body.malformed'), lang));
  const path = /^[A-Z]+ (\S+)/.exec(head)?.[1] ?? '';
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const status = isCall(path) ? 200 : isLarge ? 431 : late;
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
