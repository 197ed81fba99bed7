import type { davConflictRename, davConflicts } from '@atrium/contract/files/dav.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { driveFor } from '#modules/drive/drive.access';
import { listSeenDrive } from '#modules/drive/drive.service';
import { exactName, renameAs } from '#modules/drive/tree.service';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { listConflicting, listNamed } from './dav.queries.ts';
import { shownNames } from './resources.access.ts';

const comparable = (text: string) => text.normalize('NFC').toLowerCase();

/** A file and a folder may have the same name in the file area, but not in a file system. */
export async function listConflicts(view: View): Promise<OutputOf<typeof davConflicts>> {
  const rows = await listConflicting(view);
  const groups = Map.groupBy(rows, (row) => `${row.pid}/${comparable(fullName(row))}`);
  const folders = await listSeenDrive(view, [...new Set(rows.map(({ pid }) => pid))]);
  const nameOf = new Map(folders.map(({ id, name }) => [id, name]));
  return {
    list: [...groups.values()].flatMap((same) => {
      const [first] = same;
      if (!first || same.length < 2) return [];
      const names = shownNames(same);
      const items = same.map(({ id, type }) => ({ id, type, shown: names.get(id) ?? '' }));
      return [{ pid: first.pid, folder: nameOf.get(first.pid) ?? '', name: fullName(first), items }];
    }),
  };
}

const MOST_TRIES = 1000;

/** @throws drive.name  if another one has the name already */
export async function renameConflict(work: Work, { id, name }: InputOf<typeof davConflictRename>) {
  const row = await driveFor(work, id, 'owner');
  const isFree = async (text: string) =>
    (await listNamed(work, row.pid, text)).every((each) => each.id === id || each.permission < 0);
  const isFolder = row.type === 'folder';
  if (name) {
    if (!exactName(name, isFolder) || !(await isFree(name))) throw fail('drive.name');
    return { id, name: fullName(await renameAs(work, id, name)) };
  }
  for (let n = 2; n < MOST_TRIES; n++) {
    const text = fullName({ name: `${row.name} (${n})`, ext: row.ext });
    if (exactName(text, isFolder) && (await isFree(text)))
      return { id, name: fullName(await renameAs(work, id, text)) };
  }
  throw fail('drive.name');
}
