import type * as contract from '@atrium/contract/files/drive.ts';
import { LINK_PASSWORD_MIN } from '@atrium/contract/files/drive.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { Updateable } from 'kysely';
import { hashPassword, verifyPassword } from '#platform/crypto';
import type { FileLinks } from '#platform/db/types';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import { driveByHandle } from '../drive.access.ts';
import { findValidLink, takeOpening } from './codes.queries.ts';
import { isLocked, openedHandle } from './locks.ts';

const WINDOW_MS = 15 * 60_000;
/** Attempts from one network; right passwords count too. */
const TRIES_PER_NETWORK = 20;
/**
 * Attempts from all networks. After that many, the link is blocked for a while for people who may not read the file
 * otherwise.
 */
const TRIES_PER_LINK = 200;

/**
 * Opens a link that has a password or a limit.
 *
 * @returns for an hour, what takes the place of its code
 * @throws file.gone, auth.required, drive.link_password, drive.link_used, rate.limited
 */
export async function openLink(
  direct: Direct,
  { code, password = '' }: InputOf<typeof contract.driveLinkOpen>,
): Promise<OutputOf<typeof contract.driveLinkOpen>> {
  const { app, caller, tx, now } = direct;
  const link = await findValidLink(tx, code, now);
  if (!link) throw fail('file.gone');
  const id = await openedHandle(direct, link);
  // The link works only while its creator may read the file.
  await driveByHandle(direct, id);
  if (!isLocked(link)) return { id: code };
  if (link.password !== null) {
    // The page sends no password to find out whether one is needed.
    if (password === '') throw fail('drive.link_password');
    const isFew =
      app.limiter.take(`link:${neighbourhood(caller.ip)}`, TRIES_PER_NETWORK, WINDOW_MS) &&
      app.limiter.take(`link-of:${link.id}`, TRIES_PER_LINK, WINDOW_MS);
    if (!isFew) throw fail('rate.limited');
    if (!(await verifyPassword(link.password, password))) throw fail('drive.link_password');
  }
  if (!(await takeOpening(app.db, link.id))) throw fail('drive.link_used');
  return { id };
}

/** Returns the changes of a link's password and limit that `file/link/save` asks for. @throws drive.link_short */
export async function locksFrom({
  password,
  open_limit,
}: InputOf<typeof contract.driveLinkSave>): Promise<Updateable<FileLinks>> {
  if (password && password.length < LINK_PASSWORD_MIN) throw fail('drive.link_short', { least: LINK_PASSWORD_MIN });
  return {
    ...(password !== undefined && { password: password === '' ? null : await hashPassword(password) }),
    ...(open_limit !== undefined && { open_limit, opens: 0 }),
  };
}
