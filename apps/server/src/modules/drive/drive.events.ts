import {
  driveAdded,
  driveCommented,
  driveDeleted,
  driveUpdated,
  driveWritten,
  PERMISSION,
} from '@atrium/contract/files/drive.ts';
import type { Audience, Variant } from '#platform/events/events';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { type DriveRow, isShared } from './drive.access.ts';
import { presentDrive } from './drive.present.ts';
import { findFreshRow, listSharesOfRoot, listWithStored } from './drive.queries.ts';

/** The people with access: the owner, and those it is shared with, by permission. */
interface Receivers {
  owner: number;
  isForAll: boolean;
  given: { userid: number; permission: number }[];
}

async function receiversOf(
  tx: View['tx'],
  { userid, pshare }: Pick<DriveRow, 'userid' | 'pshare'>,
): Promise<Receivers> {
  const given = pshare === 0 ? [] : await listSharesOfRoot(tx, pshare);
  return { owner: userid, isForAll: given.some((each) => each.userid === 0), given };
}

const audienceOf = ({ owner, isForAll, given }: Receivers): Audience =>
  isForAll ? { aud: 'all' } : { aud: 'users', users: [...new Set([owner, ...given.map(({ userid }) => userid)])] };

/** A shared item is shown at the top level to the people it is shared with. */
const shownPid = (row: DriveRow) => (isShared(row) ? 0 : row.pid);
const ownPlace = (row: DriveRow): Variant[] =>
  isShared(row) && row.pid > 0 ? [{ users: [row.userid], patch: { pid: row.pid } }] : [];

const KINDS = { added: driveAdded, updated: driveUpdated } as const;

/** Announces a change to people who may open the file. If that is everyone, temporary accounts get no name. */
export async function announceFile(work: Work, kind: keyof typeof KINDS, row: DriveRow): Promise<void> {
  const hearers = await receiversOf(work.tx, row);
  if (hearers.isForAll) {
    work.emit(KINDS[kind], { aud: 'all' }, { id: row.id, pid: shownPid(row) }, ownPlace(row));
    return;
  }
  const common = presentDrive({ ...row, permission: PERMISSION.read }, 0);
  const full = { ...presentDrive({ ...row, permission: PERMISSION.full }, row.userid) };
  const may = (permission: number) => hearers.given.filter((each) => each.permission === permission);
  const writers = may(PERMISSION.write).map(({ userid }) => userid);
  const maker = hearers.given.some(({ userid }) => userid === row.created_id) ? [row.created_id] : [];
  const variants: Variant[] = [
    { users: writers.filter((userid) => !maker.includes(userid)), patch: { permission: PERMISSION.write } },
    { users: maker, patch: { permission: PERMISSION.full } },
    { users: [row.userid], patch: { pid: full.pid, pids: full.pids, permission: PERMISSION.full } },
  ];
  work.emit(
    KINDS[kind],
    audienceOf(hearers),
    common,
    variants.filter(({ users }) => users.length > 0),
  );
}

/** Called before the deletion, while rights can still be looked up. `row` is the state before. */
export async function announceDeletion(work: Work, row: DriveRow): Promise<void> {
  const hearers = await receiversOf(work.tx, row);
  work.emit(driveDeleted, audienceOf(hearers), { id: row.id, pid: shownPid(row) }, ownPlace(row));
}

export async function announceContent(work: Work, row: DriveRow): Promise<void> {
  const { userid, nickname } = work.caller;
  const data = { id: row.id, pid: shownPid(row), userid, nickname, time: wireTime(work.now) };
  work.emit(driveWritten, audienceOf(await receiversOf(work.tx, row)), data, ownPlace(row));
}

export async function announceComments(work: Work, row: DriveRow): Promise<void> {
  const data = { id: row.id, pid: shownPid(row) };
  work.emit(driveCommented, audienceOf(await receiversOf(work.tx, row)), data, ownPlace(row));
}

/** Announces the files that have this stored file: it has a thumbnail now. */
export async function announceThumb(work: Work, storedId: number): Promise<void> {
  for (const row of await listWithStored(work.tx, storedId)) await announceFile(work, 'updated', row);
}

/** Reads the root of a tree as it is stored, for the events after a change. */
export async function reloadRow(work: Work, row: DriveRow): Promise<DriveRow> {
  return (await findFreshRow(work.tx, row.permission, row.id)) ?? row;
}
