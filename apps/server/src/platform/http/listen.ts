import type { FastifyInstance } from 'fastify';
import { StartRefused } from '../postgres/refused.ts';

/** @throws StartRefused  where host and port cannot be had */
export async function listenOn(server: FastifyInstance, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const reason = whyNot((error as { code?: string }).code, host, port);
    throw reason ? new StartRefused(reason, { cause: error }) : error;
  }
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
