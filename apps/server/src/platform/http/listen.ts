import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartRefused } from '../postgres/startRefused.ts';

/**
 * Checks that host and port are available before anything else is opened.
 *
 * @throws StartRefused  if they are not
 */
export async function checkAddress(address: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(address, resolve);
  }).catch((error: unknown) => {
    throw refusalOf(error, address);
  });
  await new Promise((resolve) => probe.close(resolve));
}

/** @throws StartRefused  if host and port are not available */
export async function listenOn(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw refusalOf(error, { host, port });
  }
}

function refusalOf(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const reason = whyNot((error as { code?: string }).code, host, port);
  return reason ? new StartRefused(reason, { cause: error }) : error;
}

function whyNot(code: string | undefined, host: string, port: number): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken: stop what uses it, or set ATRIUM_PORT to another one.`;
    case 'EACCES':
      return `This account may not open port ${port}: choose one above 1024 with ATRIUM_PORT.`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: set ATRIUM_HOST to one that is, or to 0.0.0.0 for all of them.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `ATRIUM_HOST names ${host}, which is not known here: set it to an address of this machine.`;
    default:
      return null;
  }
}
