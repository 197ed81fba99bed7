import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { placeFor } from '#modules/drive/drive.access';
import { exactName, lockDrive, makeFolder, putFile } from '#modules/drive/tree.service';
import { fileLimit, requireRoom, storeUnchanged } from '#modules/files/files.service';
import { fail } from '#platform/fail';
import { receiveBody } from '#platform/files/receiveBody';
import { performWork, type Work } from '#platform/work';
import { type DavRequest, headerOf, placeIdOf } from '../davRequest.ts';
import { changeOf, requireConditions, requireUnlocked } from '../locks.service.ts';
import { Refusal } from '../protocol/refusal.ts';
import { etagOf, type FoundResource, find, isFolder } from '../resources.access.ts';
import { davSettingsOf } from '../settings.service.ts';
import { tagsOf } from './read.service.ts';

const MB = 1024 * 1024;

/**
 * `PUT`: a new file, or a new version of one. The body is written to disk as it arrives, and everything is checked
 * before it begins, and again when it is complete.
 */
export async function putContent(ask: DavRequest) {
  const { app, caller, view, parts, reply } = ask;
  if (headerOf(ask, 'content-range')) throw new Refusal(400);
  await requireWritable(ask, await find(view, parts), view);
  const most = Math.min(await fileLimit(app), (await davSettingsOf(app)).file_mb * MB);
  const announced = Number(headerOf(ask, 'content-length') || 0);
  if (announced > most) throw fail('upload.large', { limit: most / MB });
  await requireRoom(app, caller.userid, announced);
  const { isNew, etag } = await received(ask, most);
  return reply
    .status(isNew ? 201 : 204)
    .header('etag', etag)
    .send();
}

async function received(ask: DavRequest, most: number): Promise<{ isNew: boolean; etag: string }> {
  const { app, caller, parts } = ask;
  const file = await receiveBody(app.uploadDir, ask.request.body as Readable | undefined, most);
  try {
    const name = parts.at(-1) ?? '';
    const kept = file.size > 0 ? await storeUnchanged(app, caller.userid, { ...file, name }) : undefined;
    return await performWork(app, caller, async (work) => {
      await lockDrive(work);
      const found = await find(work, parts);
      const known = await requireWritable(ask, found, work);
      const stored = { id: kept?.id ?? null, size: Number(kept?.size ?? 0) };
      await putFile(work, known ? known.pid : placeIdOf(found), known, found.name, stored);
      const { at } = await find(work, parts);
      return { isNew: !known, etag: at?.kind === 'item' ? etagOf(at.row) : '' };
    });
  } finally {
    await rm(file.path, { force: true });
  }
}

/** Returns the file that is replaced, if there is one. @throws Refusal 405, 409, 403, 412, 423 */
async function requireWritable(ask: DavRequest, found: FoundResource, view: DavRequest['view']) {
  const { at, parent } = found;
  if (at && isFolder(at)) throw new Refusal(405);
  const known = at?.kind === 'item' ? at.row : undefined;
  if (known && known.permission < 1) throw fail('forbidden');
  if (!known) {
    await placeFor(view, placeIdOf(found));
    if (!exactName(found.name, false)) throw fail('drive.name');
  }
  const etag = known && etagOf(known);
  requireTags(ask, etag);
  const tokens = await requireConditions({ ...ask, view }, found);
  await requireUnlocked(view, tokens, [known ? changeOf(at, 'self') : changeOf(parent, 'members')]);
  return known;
}

/** `If-Match` and `If-None-Match`. @throws Refusal 412 */
export function requireTags(ask: DavRequest, etag: string | undefined): void {
  const is = (header: string) =>
    header === '*' ? etag !== undefined : etag !== undefined && tagsOf(header).includes(etag);
  const [match, none] = [headerOf(ask, 'if-match'), headerOf(ask, 'if-none-match')];
  if ((match && !is(match)) || (none && is(none))) throw new Refusal(412);
}

/** `MKCOL`: a new folder. */
export async function createFolder(ask: DavRequest) {
  const { app, caller, parts, reply, request } = ask;
  if (request.body && Number(headerOf(ask, 'content-length') || 1) > 0) throw new Refusal(415);
  await performWork(app, caller, async (work) => {
    await lockDrive(work);
    const found = await find(work, parts);
    if (found.at) throw new Refusal(405);
    const pid = placeIdOf(found);
    await requireMember(ask, work, found);
    await makeFolder(work, pid, found.name);
  });
  return reply.status(201).send();
}

async function requireMember(ask: DavRequest, work: Work, found: FoundResource): Promise<void> {
  const tokens = await requireConditions({ ...ask, view: work }, found);
  await requireUnlocked(work, tokens, [changeOf(found.parent, 'members')]);
}
