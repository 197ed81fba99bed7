import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { sendBytes } from '#modules/files/send.service';
import { disposition } from '#platform/http/disposition';
import { type DavRequest, depthOf, headerOf } from '../davRequest.ts';
import { printResponses, propertyRequestOf } from '../properties.service.ts';
import { Refusal } from '../protocol/refusal.ts';
import { documentText } from '../protocol/xml.ts';
import { etagOf, find, isFolder, listIn } from '../resources.access.ts';
import { bodyXml, sendXml } from './xmlBody.ts';

/** No script runs when a browser with a remembered password is sent here. */
const POLICY = "default-src 'none'; sandbox";

/** `GET` and `HEAD`: the newest content. */
export async function readFile(ask: DavRequest) {
  const { request, reply, app, view, parts } = ask;
  const { at } = await find(view, parts);
  if (!at) throw new Refusal(404);
  if (isFolder(at) || at.kind !== 'item') throw new Refusal(405);
  const { row } = at;
  const etag = etagOf(row);
  const wanted = headerOf(ask, 'if-match');
  if (wanted && wanted !== '*' && !tagsOf(wanted).includes(etag)) throw new Refusal(412);
  reply
    .header('etag', etag)
    .header('last-modified', row.updated_at.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', POLICY)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', disposition(fullName(row)))
    .type('application/octet-stream');
  if (isUnchanged(ask, etag, row.updated_at)) return reply.status(304).send();
  if (row.stored_id === null || !row.token)
    return reply.header('content-length', 0).send(request.method === 'HEAD' ? undefined : '');
  return sendBytes(request, reply, app, { token: row.token, size: row.size });
}

export const tagsOf = (header: string): string[] => header.split(',').map((each) => each.trim().replace(/^W\//, ''));

function isUnchanged(ask: DavRequest, etag: string, at: Date): boolean {
  const known = headerOf(ask, 'if-none-match');
  if (known) return known === '*' || tagsOf(known).includes(etag);
  const since = Date.parse(headerOf(ask, 'if-modified-since'));
  return !Number.isNaN(since) && Math.floor(at.getTime() / 1000) * 1000 <= since;
}

/** `PROPFIND`, for one address or one folder; whole trees are refused, as RFC 4918 allows. */
export async function listProperties(ask: DavRequest) {
  const { view, parts, reply } = ask;
  const depth = depthOf(ask, ['0', '1', 'infinity'], 'infinity');
  const wanted = propertyRequestOf(await bodyXml(ask));
  const { at } = await find(view, parts);
  if (!at) throw new Refusal(404);
  if (depth === 'infinity') throw new Refusal(403, 'propfind-finite-depth');
  const shown = [{ parts, at }];
  if (depth === '1' && isFolder(at)) {
    for (const each of await listIn(view, at)) shown.push({ parts: [...parts, each.name], at: each.at });
  }
  return sendXml(reply, 207, documentText('multistatus', await printResponses(view, shown, wanted)));
}
