import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import type { Caller, WritingView } from '#platform/work';
import { partsOfHeader } from './protocol/address.ts';
import { type IfList, parseIf } from './protocol/ifHeader.ts';
import { Refusal } from './protocol/refusal.ts';
import { type FoundResource, find, isFolder } from './resources.access.ts';

/** A request of a WebDAV client who has shown who they are. */
export interface DavRequest {
  app: App;
  caller: Caller;
  view: WritingView;
  request: FastifyRequest;
  reply: FastifyReply;
  parts: readonly string[];
}

export const headerOf = ({ request }: Pick<DavRequest, 'request'>, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

export const hostOf = (ask: Pick<DavRequest, 'request'>): string => headerOf(ask, 'host');

/** Reads the conditions of the header `If`. @throws Refusal 400 */
export const conditionsOf = (ask: DavRequest): IfList[] => parseIf(headerOf(ask, 'if'));

/** Reads the address to which something is copied or moved. @throws Refusal 400, 502 */
export function destinationOf(ask: DavRequest): string[] {
  const text = headerOf(ask, 'destination');
  if (!text) throw new Refusal(400);
  return partsOfHeader(text, hostOf(ask), ask.app);
}

/** @throws Refusal 400 */
export function depthOf(ask: DavRequest, allowed: readonly string[], usual: string): string {
  const text = (headerOf(ask, 'depth') || usual).toLowerCase();
  if (!allowed.includes(text)) throw new Refusal(400);
  return text;
}

/** True if an existing target may be replaced. */
export const mayOverwrite = (ask: DavRequest): boolean => headerOf(ask, 'overwrite').toUpperCase() !== 'F';

/** The file or folder at the request's address. @throws Refusal 404; 403 for a root, which nobody changes */
export async function itemAt(ask: DavRequest): Promise<FoundResource & { at: { kind: 'item' } }> {
  const found = await find(ask.view, ask.parts);
  if (!found.at) throw new Refusal(404);
  if (found.at.kind !== 'item') throw new Refusal(403);
  return found as FoundResource & { at: { kind: 'item' } };
}

/**
 * Returns the id of the folder in which something is created; 0 is the caller's top level.
 *
 * @throws Refusal 409  without such a folder; 403 for the roots above it
 */
export function placeIdOf({ parent }: FoundResource): number {
  if (!parent || !isFolder(parent)) throw new Refusal(409);
  if (parent.kind === 'own') return 0;
  if (parent.kind !== 'item') throw new Refusal(403);
  return parent.row.id;
}
