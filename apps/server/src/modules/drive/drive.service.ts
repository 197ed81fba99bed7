import type * as contract from '@atrium/contract/files/drive.ts';
import { type DriveFile, type FoundFile, MAX_IN_FOLDER } from '@atrium/contract/files/drive.ts';
import { EXT_OF_NEW, firstByName, fullName, isOfficeType } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { localeOf } from '@atrium/i18n/languages.ts';
import { hasPairs, matchScore, searchTerms } from '@atrium/richtext/search/searchTerms.ts';
import { dropOrphans } from '#modules/files/files.service';
import { excerptsOf } from '#modules/fileTexts/texts.service';
import { awaitOwnChange } from '#modules/searchIndex/match.service';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { blankFile } from '#platform/files/blankFile';
import type { Direct } from '#platform/http/route';
import { performWork, type View, type Work } from '#platform/work';
import { storeText } from './content.service.ts';
import { type DriveRow, driveAll, driveByHandle, driveFor, isShared, placeFor } from './drive.access.ts';
import { announceDeletion, announceFile, reloadRow } from './drive.events.ts';
import { presentDrive } from './drive.present.ts';
import {
  clearEmptyShares,
  clearEmptySharesOf,
  deleteDeletedFiles,
  deleteOwnShares,
  deleteSharesWith,
  insertDrive,
  insertVersion,
  listShared,
  listTopFiles,
  lockFolder,
  lockTrees,
  moveTree,
  nameIn,
  removeTree,
  requireRoom,
  type Stored,
  sumDeletedBytes,
  transferFiles,
  updateDriveName,
} from './drive.queries.ts';
import { listById, listFound, listInPlace, listNamesInPlace, listSeen, listSharedWith } from './listing.queries.ts';
import { validName } from './names.ts';

const shownTo = (view: View, rows: readonly DriveRow[]) => rows.map((row) => presentDrive(row, view.caller.userid));

export async function listFolder(
  view: View,
  { pid = 0, take }: InputOf<typeof contract.driveLists>,
): Promise<DriveFile[]> {
  if (!pid) return shownTo(view, [...(await listPlace(view, 0, take)), ...(await listSharedWith(view))]);
  const folder = await driveFor(view, pid, 'read');
  if (folder.type !== 'folder') throw fail('drive.folder');
  const children = await listPlace(view, pid, take);
  const above = await listSeen(view, [...folder.pids, folder.id]);
  return shownTo(view, [...children, ...above]);
}

/** Lists all items of a place, or the first ones in the order of the caller's screen. */
async function listPlace(view: View, pid: number, take = MAX_IN_FOLDER): Promise<DriveRow[]> {
  if (take === MAX_IN_FOLDER) return listInPlace(view, pid);
  const names = await listNamesInPlace(view, pid);
  const first = firstByName(names, localeOf[view.caller.lang], take);
  return listById(
    view,
    first.map(({ id }) => id),
  );
}

/** The given files and folders that the caller may see. */
export async function listSeenDrive(view: View, ids: readonly number[]): Promise<DriveFile[]> {
  if (ids.length === 0) return [];
  return shownTo(view, await listSeen(view, ids));
}

export async function searchDrive(view: View, input: InputOf<typeof contract.driveSearch>): Promise<FoundFile[]> {
  const { key = '', link = '', take = 50 } = input;
  const code = /\/single\/file\/([\w-]{1,200})(?:[?#]|$)/.exec(link || key)?.[1] ?? (link || '');
  if (code) {
    const found = await driveByHandle(view, code).catch(() => undefined);
    return found ? shownTo(view, [found]) : [];
  }
  if (searchTerms(key).length === 0) return [];
  await awaitOwnChange(view);
  return presentFound(view, key, await listFound(view, key, take));
}

/** Says what was found where. Pairs of characters may be apart in a text: those that are not together are left out. */
async function presentFound(view: View, words: string, rows: readonly DriveRow[]): Promise<FoundFile[]> {
  const isNamed = (row: DriveRow) => matchScore(words, fullName(row)) > 0;
  const others = rows.filter((row) => !isNamed(row));
  const stored = others.flatMap(({ stored_id }) => stored_id ?? []);
  const excerpts = await excerptsOf(view, [...new Set(stored)], words);
  return rows.flatMap((row): FoundFile[] => {
    const file = presentDrive(row, view.caller.userid);
    if (isNamed(row)) return [{ ...file, matched: 'name' }];
    const snippet = excerpts.get(row.stored_id ?? 0);
    if (snippet !== undefined) return [{ ...file, matched: 'content', snippet }];
    // The search also finds names by their sound, such as the pinyin of Chinese ones.
    return hasPairs(words) ? [] : [{ ...file, matched: 'name' }];
  });
}

/** Creates a folder or an empty file, or renames one. An office file has bytes, which are stored outside the transaction. */
export async function addFile(direct: Direct, input: InputOf<typeof contract.driveAdd>): Promise<DriveFile> {
  const { app, caller, mutation } = direct;
  const { type = 'folder', name } = input;
  let stored: Stored | undefined;
  if (!input.id && isOfficeType(type)) {
    if ((await settingsOf(app)).office_server === '') throw fail('office.none');
    await placeFor(direct, input.pid ?? 0);
    stored = await storeText(direct, await blankFile(type), `${validName(name, EXT_OF_NEW[type])}.${EXT_OF_NEW[type]}`);
  }
  return performWork(
    app,
    caller,
    (work) => addDrive(work, input, stored),
    mutation ? { id: mutation, path: 'file/add' } : undefined,
  );
}

/** Creates a folder or an empty file with these bytes, or renames one. */
export async function addDrive(
  work: Work,
  input: InputOf<typeof contract.driveAdd>,
  stored?: Stored,
): Promise<DriveFile> {
  const { id, pid = 0, name, type = 'folder' } = input;
  if (id) return renameDrive(work, id, name);
  const ext = EXT_OF_NEW[type];
  const wanted = validName(name, ext);
  await lockFolder(work, pid);
  const place = await placeFor(work, pid);
  await requireRoom(work, place);
  const content = stored && { stored_id: stored.id, size: stored.size };
  const made = await insertDrive(work, place, { name: await nameIn(work, place, wanted, ext), ext, type, ...content });
  if (stored) await insertVersion(work, made, ext, stored);
  const row = await driveFor(work, made, 'read');
  await announceFile(work, 'added', row);
  return presentDrive(row, work.caller.userid);
}

async function renameDrive(work: Work, id: number, text: string): Promise<DriveFile> {
  await lockTrees(work);
  const before = await driveFor(work, id, 'write');
  const name = validName(text, before.ext);
  const place = { id: before.pid, userid: before.userid, pids: [], pshare: 0 };
  await updateDriveName(work.tx, { name: await nameIn(work, place, name, before.ext, id), updated_at: work.now }, id);
  const row = await driveFor(work, id, 'read');
  await announceFile(work, 'updated', row);
  return presentDrive(row, work.caller.userid);
}

/** A copy has the newest content of its source, and no history. */
export async function copyDrive(work: Work, { id, pid }: InputOf<typeof contract.driveCopy>): Promise<DriveFile> {
  const source = await driveFor(work, id, 'read');
  if (source.type === 'folder') throw fail('drive.file');
  // A copy of another person's shared file is placed at the caller's top level.
  if (pid === undefined && source.userid !== work.caller.userid && isShared(source)) throw fail('forbidden');
  const target = pid ?? source.pid;
  await lockFolder(work, target);
  const place = await placeFor(work, target);
  await requireRoom(work, place);
  const { ext, type, stored_id, size } = source;
  const name = await nameIn(work, place, source.name, ext);
  const made = await insertDrive(work, place, { name, ext, type, stored_id, size, cid: source.id });
  await insertVersion(work, made, ext, { id: stored_id, size: Number(size) });
  const row = await driveFor(work, made, 'read');
  await announceFile(work, 'added', row);
  return presentDrive(row, work.caller.userid);
}

export async function moveDrive(work: Work, input: InputOf<typeof contract.driveMove>): Promise<DriveFile[]> {
  const { ids, pid = 0 } = input;
  await lockTrees(work);
  const chosen = await driveAll(work, ids, 'full');
  const place = await placeFor(work, pid);
  const rows = tops(chosen).filter((row) => row.pid !== place.id || row.userid !== place.userid);
  if (rows.some((row) => place.pids.includes(row.id))) throw fail('drive.inside');
  await requireRoom(work, place, rows.length);
  for (const row of rows) {
    const leavesShare = place.pshare > 0 && place.pshare !== row.pshare;
    if (leavesShare && (await listShared(work, row.id)).length > 0) throw fail('drive.share_move', { name: row.name });
    await announceDeletion(work, row);
    await moveTree(work, row, place, await nameIn(work, place, row.name, row.ext, row.id));
    await announceFile(work, 'added', await reloadRow(work, row));
  }
  return shownTo(work, await driveAll(work, ids, 'read'));
}

/** Drops items that are inside another selected item. */
const tops = (rows: readonly DriveRow[]) => {
  const ids = new Set(rows.map((row) => row.id));
  return rows.filter((row) => !row.pids.some((id) => ids.has(id)));
};

export async function removeDrive(work: Work, { ids }: InputOf<typeof contract.driveRemove>) {
  await lockTrees(work);
  await removeAll(work, tops(await driveAll(work, ids, 'full')));
  return { ids: [...ids] };
}

/** Removes everything in the file area that belongs to a person. It checks no rights. */
export async function removeDriveOf(work: Work, userid: number): Promise<void> {
  await lockTrees(work);
  await removeAll(work, await listTopFiles(work.tx, userid));
}

async function removeAll(work: Work, rows: readonly DriveRow[]): Promise<void> {
  for (const row of rows) {
    await announceDeletion(work, row);
    for (const inner of await listShared(work, row.id)) {
      if (inner !== row.id) await announceDeletion(work, await reloadRow(work, { ...row, id: inner }));
    }
    work.audit({ action: 'file.deleted', target: { type: 'file', id: row.id, name: row.name } });
    await requestIndexing(work, 'file', await removeTree(work, row.id));
  }
}

/** Transfers a person's files; events name the new owner. */
export async function transferDrive(work: Work, leaver: number, receiver: number): Promise<void> {
  await lockTrees(work);
  await transferFiles(work.tx, receiver, leaver);
  // The new owner's share is deleted, because the item is theirs now.
  await deleteOwnShares(work.tx, receiver);
  await clearEmptySharesOf(work.tx, receiver);
  await deleteSharesWith(work.tx, leaver);
  await clearEmptyShares(work.tx);
  const rows = await listTopFiles(work.tx, receiver, leaver);
  for (const row of rows) await announceFile(work, 'added', await reloadRow(work, row));
}

/** The total size of deleted files that a person stored and nothing else uses. */
export const deletedBytes = (app: App, userid: number): Promise<number> => sumDeletedBytes(app.db, userid);

/** Permanently deletes files removed from the file area: those with a version that a person stored, or all. */
export const freeDeleted = (app: App, userid?: number): Promise<void> => free(app, userid);
/** Does the same for all that a person stored or owned. */
export const freeDeletedOf = (app: App, userid: number): Promise<void> => free(app, userid, true);

async function free(app: App, userid?: number, isOwner = false): Promise<void> {
  const ids = await deleteDeletedFiles(app.db, userid, isOwner);
  if (ids.length > 0) await dropOrphans(app, { ids });
}
