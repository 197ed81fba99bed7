import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** A page of another site may not open a connection in a visitor's name, even one that knows a token. */
export function isOwnOrigin(request: FastifyRequest, app: App): boolean {
  const { origin, host } = request.headers;
  if (!origin || origin === 'null') return !origin;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(app.publicUrl).origin;
}
