import { driveTypeOf, fullName } from '@atrium/contract/files/driveTypes.ts';
import { isWhole } from '#modules/files/files.service';
import { requestIndexing } from '#modules/searchIndex/requestIndexing.service';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { countVersions, updateDriveContent } from './content.queries.ts';
import { fileIn, folderIn, write } from './content.service.ts';
import { type DriveRow, driveFor, type Place, placeFor } from './drive.access.ts';
import { announceDeletion, announceFile } from './drive.events.ts';
import {
  insertDrive,
  insertVersion,
  lockFolder,
  lockTrees,
  nameIn,
  requireRoom,
  type Stored,
} from './drive.queries.ts';
import { moveDrive, removeDrive } from './drive.service.ts';
import { cleanedName, splitName } from './names.ts';
import { deleteRow, findOwnContent, listTree, lockContent, setNewestExt } from './tree.queries.ts';

// These functions are for programs that give complete names, as a file system does. Files that people add on the screen
// get free names instead.

/** A name with its extension, for a file or a folder. Undefined if the file area would store another one. */
export function exactName(text: string, isFolder: boolean): { name: string; ext: string } | undefined {
  const parts = isFolder ? { name: cleanedName(text), ext: '' } : splitName(text);
  return fullName(parts).toLowerCase() === text.toLowerCase() ? parts : undefined;
}
function nameParts(text: string, isFolder: boolean) {
  const parts = exactName(text, isFolder);
  if (!parts) throw fail('drive.name');
  return parts;
}

/** Blocks other changes of trees until the transaction ends. */
export const lockDrive = (work: Work) => lockTrees(work);

/** Writes the content of a file, or a new file. @throws drive.name, drive.full */
export async function putFile(work: Work, pid: number, known: DriveRow | undefined, text: string, stored: Stored) {
  if (known) return write(work, await driveFor(work, known.id, 'write'), known.ext, stored);
  return fileIn(work, await placeFor(work, pid), nameParts(text, false), stored, false);
}

/** @throws drive.name, drive.full */
export async function makeFolder(work: Work, pid: number, text: string): Promise<DriveRow> {
  return (await folderIn(work, await placeFor(work, pid), nameParts(text, true).name)).row;
}

/** Gives a file or folder another name, its extension included. */
export async function renameAs(work: Work, id: number, text: string): Promise<DriveRow> {
  await lockTrees(work);
  const before = await driveFor(work, id, 'write');
  const { name, ext } = nameParts(text, before.type === 'folder');
  const place = { id: before.pid, userid: before.userid, pids: [], pshare: 0 };
  const isFile = before.type !== 'folder';
  await updateDriveContent(
    work.tx,
    {
      name: await nameIn(work, place, name, ext, id),
      updated_at: work.now,
      ...(isFile && ext !== before.ext && { ext, type: driveTypeOf(ext) }),
    },
    id,
  );
  if (isFile && ext !== before.ext) await setNewestExt(work.tx, id, ext);
  const row = await driveFor(work, id, 'read');
  await announceFile(work, 'updated', row);
  return row;
}

/** Moves a file or folder into a folder (0: the caller's top level) under a name. */
export async function moveAs(work: Work, id: number, pid: number, text: string): Promise<void> {
  const row = await driveFor(work, id, 'write');
  // The name is checked first, so that a move does not happen in part.
  nameParts(text, row.type === 'folder');
  const isSamePlace = row.pid === pid && (pid > 0 || row.userid === work.caller.userid);
  if (!isSamePlace) await moveDrive(work, { ids: [id], ...(pid > 0 && { pid }) });
  if (fullName(row) !== text || !isSamePlace) await renameAs(work, id, text);
}

/** A file's content becomes the newest version of another file, which keeps its shares and links. */
export async function replaceContent(work: Work, source: DriveRow, target: DriveRow): Promise<void> {
  await lockTrees(work);
  const stored = { id: source.stored_id, size: Number(source.size) };
  await write(work, await driveFor(work, target.id, 'write'), target.ext, stored);
}

/**
 * Deletes a file whose content has moved into another one. Programs save by writing beside a file and moving that over
 * it: what has no history of its own would only fill the bin.
 */
export async function dropMoved(work: Work, id: number): Promise<void> {
  const row = await driveFor(work, id, 'full');
  if ((await countVersions(work.tx, id)) > 1) {
    await removeDrive(work, { ids: [id] });
    return;
  }
  await announceDeletion(work, row);
  await deleteRow(work.tx, id);
  await requestIndexing(work, 'file', [id]);
}

interface Copying {
  /** True to list everything in a folder, at all levels. */
  isDeep: boolean;
  /** The most files and folders to return. */
  most: number;
}

/**
 * Copies a file or folder under a name. What the caller may not read is left out.
 *
 * @returns the id of each copy by that of its source
 * @throws drive.copied  if it contains more
 */
export async function copyAs(work: Work, id: number, pid: number, text: string, { isDeep, most }: Copying) {
  const source = await driveFor(work, id, 'read');
  const isFolder = source.type === 'folder';
  const named = nameParts(text, isFolder);
  await lockFolder(work, pid);
  const place = await placeFor(work, pid);
  if (place.id === id || place.pids.includes(id)) throw fail('drive.inside');
  await requireRoom(work, place);
  const rows = isFolder && isDeep ? await listTree(work, id, most + 1) : [source];
  if (rows.length > most) throw fail('drive.copied', { limit: most });
  const copies = new Map<number, Place>();
  for (const row of rows) {
    if (row.permission < 0) continue;
    const isRoot = row.id === id;
    const into = isRoot ? place : copies.get(row.pid);
    if (into) copies.set(row.id, await copyRow(work, row, into, isRoot ? named : row));
  }
  const ids = new Map([...copies].map(([from, { id: to }]) => [from, to]));
  await announceFile(work, 'added', await driveFor(work, ids.get(id) ?? 0, 'read'));
  await requestIndexing(work, 'file', [...ids.values()]);
  return ids;
}

async function copyRow(work: Work, row: DriveRow, into: Place, named: { name: string; ext: string }): Promise<Place> {
  const { stored_id, size } = row;
  const { ext } = named;
  const type = row.type === 'folder' ? 'folder' : driveTypeOf(ext);
  const name = await nameIn(work, into, named.name, ext);
  const copy = await insertDrive(work, into, { name, ext, type, stored_id, size, cid: row.id });
  if (type !== 'folder') await insertVersion(work, copy, ext, { id: stored_id, size: Number(size) });
  return { ...into, id: copy, pids: [...into.pids, copy] };
}

/** Content with this checksum that the caller has stored or may read in the file area. */
export const ownContent = (view: View, hash: string, size: number): Promise<Stored | undefined> =>
  findOwnContent(view, hash, size);

/** True if content that was found can be placed in this transaction: it is there, and is not being collected. */
export async function holdContent(work: Work, { id }: Stored): Promise<boolean> {
  if (id === null) return true;
  const row = await lockContent(work.tx, id);
  return row !== undefined && isWhole(work.app, row);
}
