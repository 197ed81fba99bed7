import type * as contract from '@atrium/contract/files/drive.ts';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work, WritingView } from '#platform/work';
import { type DriveRow, driveByHandle, driveFor } from '../drive.access.ts';
import { listFilesAmong } from '../listing.queries.ts';
import {
  type Audience,
  deleteExpiredLink,
  deleteLinkRow,
  type LinkRow,
  listOtherLinks,
  listOwnPublicLink,
  putLink,
  updateOwnLink,
} from './links.queries.ts';
import { locksFrom } from './open.service.ts';

// A code starts with a letter, because a handle of digits only is an id.
const newCode = () => `f${randomCode(15)}`;

/**
 * Returns the caller's link code for a file, created if there is none. A new code (`isNew`) inherits the expiry of the
 * one it replaces.
 *
 * @throws file.gone, drive.file  folders have none
 */
export async function linkOf(
  view: WritingView,
  id: number,
  audience: Audience,
  isNew = false,
): Promise<{ code: string; num: number; row: DriveRow }> {
  const row = await driveFor(view, id, 'read');
  if (row.type === 'folder') throw fail('drive.file');
  const { userid } = view.caller;
  await deleteExpiredLink(view.tx, id, userid, view.now);
  const fresh = { code: newCode(), num: 0 };
  const again = { ...fresh, created_at: view.now };
  const link = await putLink(view.tx, { file_id: id, userid, audience, ...fresh }, isNew, again, userid);
  return { ...link, row };
}

/**
 * Codes for messages that mention these files; members open them after they sign in. Folders, and files that the caller
 * may not read, have none.
 */
export async function driveCodes(view: WritingView, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await listFilesAmong(view, ids);
  const codes = new Map<number, string>();
  for (const { id, permission } of rows) {
    if (permission >= PERMISSION.read) codes.set(id, (await linkOf(view, id, 'members')).code);
  }
  return codes;
}

/** The names of the files behind these codes. */
export async function driveNames(view: View, codes: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const code of codes) {
    const row = /^\d+$/.test(code) ? undefined : await driveByHandle(view, code).catch(unknown);
    if (row) names.set(code, fullName(row));
  }
  return names;
}

function unknown(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

const LIVES: Record<(typeof contract.LINK_LIVES)[number], number | null> = { never: null, day: 1, week: 7, month: 30 };
const DAY_MS = 86_400_000;

const PAGE = 50;

/** The unexpired links to a file or to files in a folder. @throws file.gone */
export async function listLinks(
  view: View,
  { id, before_id }: InputOf<typeof contract.driveLinks>,
): Promise<OutputOf<typeof contract.driveLinks>> {
  await driveFor(view, id, 'read');
  // The caller's own link is always on the first page: it decides whether the dialog offers to create one.
  const own = before_id ? [] : await listOwnPublicLink(view, id);
  const others = await listOtherLinks(view, id, PAGE + 1, before_id);
  return {
    id,
    list: [...own, ...others.slice(0, PAGE)].map((row) => presentLink(view, row)),
    has_more: others.length > PAGE,
  };
}

/** Turns the caller's public link on, or changes it; its address stays. @throws file.gone, drive.file, drive.link_short */
export async function saveLink(
  work: Work,
  input: InputOf<typeof contract.driveLinkSave>,
): Promise<contract.PublicLink> {
  const { id, expire, password, open_limit } = input;
  const locks = await locksFrom(input);
  await linkOf(work, id, 'anyone');
  const days = expire && LIVES[expire];
  await updateOwnLink(
    work.tx,
    { ...locks, ...(expire && { expired_at: days ? new Date(work.now.getTime() + days * DAY_MS) : null }) },
    id,
    work.caller.userid,
  );
  const [link] = await listOwnPublicLink(work, id);
  if (!link) throw fail('file.gone');
  work.audit({
    action: 'token.created',
    target: { type: 'file', id, name: fullName(link) },
    detail: {
      kind: 'link',
      expire,
      ...(password !== undefined && { password: password !== '' }),
      ...(open_limit !== undefined && { open_limit }),
    },
  });
  return presentLink(work, link);
}

/** @throws file.gone  if the caller neither created it nor has full access to the file or a folder above */
export async function deleteLink(work: Work, { link_id }: InputOf<typeof contract.driveLinkDelete>) {
  const link = await deleteLinkRow(work, link_id);
  if (!link) throw fail('file.gone');
  work.audit({
    action: 'link.deleted',
    target: { type: 'file', id: link.file_id, name: fullName(link) },
    detail: { made_by: link.userid },
  });
  return { id: link_id };
}

function presentLink(view: View, { code, ext, name, created_at, expired_at, ...link }: LinkRow): contract.PublicLink {
  return {
    ...link,
    name: fullName({ name, ext }),
    created_at: wireTime(created_at),
    expired_at: wireTime(expired_at),
    url: `${view.app.publicUrl}/single/file/${code}`,
  };
}
