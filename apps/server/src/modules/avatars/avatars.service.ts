import { buffer } from 'node:stream/consumers';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { imageUpload } from '@atrium/contract/people/avatars.ts';
import { placeOf, requireFileRate, storePicture, withBytes } from '#modules/files/files.service';
import type { App } from '#platform/app';
import type { Writer } from '#platform/db/pool';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type View, type Work } from '#platform/work';
import * as queries from './avatars.queries.ts';

const KB = 1024;
/** The number of a person's earlier avatars to keep; older ones are deleted. */
const KEPT = 10;
const PATH = /^picture\/([\w-]{10,40})$/;

/** '' for the generated picture. */
export const tokenOf = (path: string): string => PATH.exec(path)?.[1] ?? '';
export const pathOf = (token: string) => `picture/${token}`;

/** Makes a stored picture one that a person may choose. Returns the value of `userimg`. */
export async function allowAvatar(tx: Writer, file: { id: number; token: string }, userid: number): Promise<string> {
  await queries.insertAvatar(tx, file.id, userid);
  return pathOf(file.token);
}

/** Deletes a person's pictures, except those that a group shows. They must have no avatar anymore. */
export async function dropAvatars({ tx }: Work, userid: number): Promise<void> {
  await queries.deleteOldAvatars(tx, userid, 0);
}

/** A person's own picture if it is a JPEG of at most `maxBytes`. */
export async function jpegOf(app: App, userimg: string, maxBytes: number): Promise<Buffer | undefined> {
  const token = PATH.exec(userimg)?.[1];
  const file = token ? await queries.findAvatar(app.db, token) : undefined;
  if (!file || file.mime !== 'image/jpeg' || Number(file.size) > maxBytes) return undefined;
  return buffer(app.storage.read(placeOf(file)));
}

/** Stores a picture that its owner may choose as their avatar. Nobody else sees it before. */
export async function uploadImage(direct: Direct, input: InputOf<typeof imageUpload>) {
  const { app, caller } = direct;
  requireFileRate(direct);
  const keep = (file: Parameters<typeof storePicture>[2]) => storePicture(app, caller.userid, file);
  if (!input.image && !input.image64) throw fail('parameter.missing', { name: 'image' });
  const kept = input.image
    ? await keep(input.image)
    : await withBytes(direct, input.image64 ?? '', input.filename || 'image.png', keep);
  await performWork(app, caller, async ({ tx }) => {
    await queries.insertAvatar(tx, kept.id, caller.userid);
    await queries.deleteOldAvatars(tx, caller.userid, KEPT);
  });
  const path = pathOf(kept.token);
  const url = `${app.publicUrl}/${path}`;
  const { name, width, height, ext } = kept;
  return { name, size: Math.ceil(Number(kept.size) / KB), path, url, thumb: `${url}/thumb`, width, height, ext };
}

/**
 * The value of `userimg`, or of a group's `avatar`, from a client's input: the path of one of the caller's own
 * pictures, or '' for the generated one.
 *
 * @throws parameter  for any other address: everybody's browser would send a request there
 */
export async function chosenAvatar({ tx, caller }: View, sent: unknown, field = 'userimg'): Promise<string> {
  const [first] = Array.isArray(sent) ? sent : [sent];
  const named = typeof first === 'object' && first !== null ? (first as { path?: unknown }).path : first;
  if (typeof named !== 'string') throw fail('parameter', { name: field });
  // A client may send the address under any name of this server; only the path is stored.
  const path = named
    .trim()
    .replace(/^(https?:\/\/[^/]+\/|\{\{RemoteURL\}\})/, '')
    .replace(/\/thumb$/, '');
  if (path === '' || path.startsWith('avatar/')) return '';
  const token = PATH.exec(path)?.[1];
  if (!token || !(await queries.isAvatarOf(tx, token, caller.userid))) throw fail('parameter', { name: field });
  return path;
}
