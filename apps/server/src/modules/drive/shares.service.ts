import type * as contract from '@atrium/contract/files/drive.ts';
import { driveAdded, driveDeleted, MAX_SHARED_WITH, PERMISSION } from '@atrium/contract/files/drive.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { listActiveIds } from '#modules/users/users.service';
import { toUsers } from '#platform/events/events';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { type DriveRow, driveFor, isShared } from './drive.access.ts';
import { announceDeletion, announceFile, reloadRow } from './drive.events.ts';
import { presentDrive } from './drive.present.ts';
import { listShared, lockTrees } from './drive.queries.ts';
import { linkOf } from './links/links.service.ts';
import { deleteShares, deleteSharesFor, listShareRows, putShares, setShareRoot } from './shares.queries.ts';

type Shares = OutputOf<typeof contract.driveShare>;

const sharesOf = (tx: View['tx'], id: number) => listShareRows(tx, id);

export async function listShares(view: View, { id }: InputOf<typeof contract.driveShare>): Promise<Shares> {
  const row = await driveFor(view, id, 'owner');
  const list = await sharesOf(view.tx, row.id);
  if (row.pshare === 0 || isShared(row)) return { id, list };
  const folder = await driveFor(view, row.pshare, 'owner');
  return { id, list, inherited: { id: folder.id, name: folder.name, list: await sharesOf(view.tx, folder.id) } };
}

/** @throws drive.shared  if something inside has shares of its own and `force` is not set */
export async function updateShares(work: Work, input: InputOf<typeof contract.driveShareUpdate>): Promise<Shares> {
  const { id, userids, permission = PERMISSION.read, force } = input;
  await lockTrees(work);
  const row = await driveFor(work, id, 'owner');
  if (row.pshare > 0 && !isShared(row)) throw fail('drive.share_inside');
  const before = await sharesOf(work.tx, id);
  const chosen = await knownAmong(work, userids, row.userid);
  if (permission >= 0 && chosen.length === 0) return { id, list: before };
  const inner = permission < 0 ? [] : (await listShared(work, id)).filter((each) => each !== id);
  if (inner.length > 0) {
    if (!force) throw fail('drive.shared');
    for (const each of inner) await unshare(work, { ...row, id: each });
  }
  if (permission < 0) await dropShares(work, id, userids);
  else await giveShares(work, id, chosen, permission);
  const list = await sharesOf(work.tx, id);
  if (list.filter((each) => each.userid > 0).length > MAX_SHARED_WITH) {
    throw fail('drive.share_people', { limit: MAX_SHARED_WITH });
  }
  // Nothing is written if nothing changes, because something inside may have shares of its own.
  if (list.length > 0 !== isShared(row)) await markShared(work, id, list.length > 0 ? id : 0);
  await announceShares(work, row, before, list);
  return { id, list };
}

/** Returns everybody (0) and the existing accounts among these. */
async function knownAmong(work: Work, userids: readonly number[], owner: number): Promise<number[]> {
  const people = await listActiveIds(
    work.tx,
    userids.filter((userid) => userid > 0 && userid !== owner),
  );
  return userids.includes(0) ? [0, ...people] : people;
}

const dropShares = (work: Work, id: number, userids: readonly number[]) => deleteSharesFor(work.tx, id, userids);

const giveShares = (work: Work, id: number, userids: readonly number[], permission: number) =>
  putShares(work.tx, id, permission, userids);

const markShared = (work: Work, id: number, pshare: number) => setShareRoot(work.tx, pshare, id);

async function unshare(work: Work, { id, ...row }: DriveRow): Promise<void> {
  const fresh = await reloadRow(work, { ...row, id });
  await announceDeletion(work, fresh);
  await deleteShares(work.tx, id);
  await markShared(work, id, 0);
  await announceFile(work, 'updated', await reloadRow(work, fresh));
}

type List = readonly { userid: number; permission: number }[];

/**
 * Announces the file as removed to people who lose access, as added to people who gain it, and as changed to the
 * others.
 */
async function announceShares(work: Work, row: DriveRow, before: List, after: List): Promise<void> {
  const had = new Set(before.map(({ userid }) => userid));
  const has = new Set(after.map(({ userid }) => userid));
  const lost = [...had].filter((userid) => !has.has(userid));
  const gained = [...has].filter((userid) => !had.has(userid));
  const isOpen = has.has(0);
  if (lost.includes(0)) work.emit(driveDeleted, { aud: 'all' }, { id: row.id, pid: 0 });
  else if (lost.length > 0 && !isOpen) work.emit(driveDeleted, toUsers(...lost), { id: row.id, pid: 0 });
  const fresh = await reloadRow(work, row);
  if (gained.length > 0 && !isOpen) {
    const shown = presentDrive({ ...fresh, permission: PERMISSION.read }, 0);
    const given = new Map(after.map(({ userid, permission }) => [userid, permission]));
    const writers = gained.filter((userid) => given.get(userid) === PERMISSION.write);
    const variants = writers.length > 0 ? [{ users: writers, patch: { permission: PERMISSION.write } }] : [];
    work.emit(driveAdded, toUsers(...gained), shown, variants);
  }
  await announceFile(work, lost.includes(0) || gained.includes(0) ? 'added' : 'updated', fresh);
}

export async function leaveShare(work: Work, { id }: InputOf<typeof contract.driveShareOut>) {
  await lockTrees(work);
  const row = await driveFor(work, id, 'read');
  const { userid } = work.caller;
  if (row.userid === userid || !isShared(row)) throw fail('drive.share_owner');
  const list = await sharesOf(work.tx, id);
  if (list.some((each) => each.userid === 0)) throw fail('drive.share_everyone');
  await dropShares(work, id, [userid]);
  const after = await sharesOf(work.tx, id);
  await markShared(work, id, after.length > 0 ? id : 0);
  await announceShares(work, row, list, after);
  return { id };
}

/** Returns the caller's public link, which opens the file while the caller may read it. */
export async function linkFor(
  work: Work,
  { id, refresh }: InputOf<typeof contract.driveLink>,
): Promise<OutputOf<typeof contract.driveLink>> {
  const link = await linkOf(work, id, 'anyone', refresh === 'yes');
  return { id, url: `${work.app.publicUrl}/single/file/${link.code}`, code: link.code, num: link.num };
}
