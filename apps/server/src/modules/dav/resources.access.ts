import { DAV_ROOTS } from '@atrium/contract/files/dav.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { DriveRow } from '#modules/drive/drive.access';
import type { View } from '#platform/work';
import { listById, listChildren, listNamed, listSharedRoot, listSharedRoots } from './dav.queries.ts';

/**
 * The resource at an address. `top` has the two roots, which nobody changes; `own` are the caller's files; `shared`
 * lists the items that others share with them, each with its id in its name, because two people may share files of one
 * name.
 */
export type Resource = { kind: 'top' } | { kind: 'own' } | { kind: 'shared' } | { kind: 'item'; row: DriveRow };

export interface FoundResource {
  parts: readonly string[];
  /** The item at the address; undefined if there is none. */
  at: Resource | undefined;
  /** The folder that has the item or would have it; undefined if the folder does not exist either. */
  parent: Resource | undefined;
  /** The last part of the path. */
  name: string;
}

const [OWN, SHARED] = DAV_ROOTS;

/** Finds what the caller may read at an address. What they may not read is not there. */
export async function find(view: View, parts: readonly string[]): Promise<FoundResource> {
  let at: Resource | undefined = { kind: 'top' };
  let parent: Resource | undefined;
  for (const part of parts) {
    parent = at;
    at = parent && (await childOf(view, parent, part));
  }
  return { parts, at, parent, name: parts.at(-1) ?? '' };
}

async function childOf(view: View, parent: Resource, part: string): Promise<Resource | undefined> {
  if (parent.kind === 'top') {
    const name = part.toLowerCase();
    if (name === OWN) return { kind: 'own' };
    return name === SHARED ? { kind: 'shared' } : undefined;
  }
  if (parent.kind === 'item' && parent.row.type !== 'folder') return undefined;
  const marked = MARKED.exec(part);
  const id = Number(marked?.[2] ?? 0);
  if (parent.kind === 'shared') return itemOf(id ? await listSharedRoot(view, id) : [], part);
  const pid = parent.kind === 'item' ? parent.row.id : 0;
  const named = readable(await listNamed(view, pid, part));
  if (named[0]) return { kind: 'item', row: named[0] };
  return itemOf(id ? await listById(view, pid, id) : [], part);
}

const MARKED = /^(.+) \[#(\d{1,9})\](?:\.[^.]+)?$/u;
const readable = (rows: readonly DriveRow[]) => rows.filter(({ permission }) => permission >= 0);
function itemOf(rows: readonly DriveRow[], part: string): Resource | undefined {
  const [row] = readable(rows);
  return row && compared(markedName(row)) === compared(part) ? { kind: 'item', row } : undefined;
}

const compared = (text: string) => text.normalize('NFC').toLowerCase();
const markedName = (row: DriveRow) => fullName({ name: `${row.name} [#${row.id}]`, ext: row.ext });

/** Makes names unique: of several items with the same name, all but the oldest get their number in it. */
export function shownNames(rows: readonly DriveRow[]): Map<number, string> {
  const taken = new Set<string>();
  const names = new Map<number, string>();
  for (const row of [...rows].sort((a, b) => a.id - b.id)) {
    const name = fullName(row);
    names.set(row.id, taken.has(compared(name)) ? markedName(row) : name);
    taken.add(compared(name));
  }
  return names;
}

/** The content of a folder, with the names that clients see. */
export async function listIn(view: View, folder: Resource): Promise<{ name: string; at: Resource }[]> {
  switch (folder.kind) {
    case 'top':
      return [
        { name: OWN, at: { kind: 'own' } },
        { name: SHARED, at: { kind: 'shared' } },
      ];
    case 'shared':
      return readable(await listSharedRoots(view)).map((row) => ({ name: markedName(row), at: { kind: 'item', row } }));
    default: {
      const rows = readable(await listChildren(view, folder.kind === 'item' ? folder.row.id : 0));
      const names = shownNames(rows);
      return rows.map((row) => ({ name: names.get(row.id) ?? '', at: { kind: 'item', row } }));
    }
  }
}

export const isFolder = (at: Resource): boolean => at.kind !== 'item' || at.row.type === 'folder';

/** The entity tag, which changes with every content. */
export const etagOf = (row: DriveRow): string => `"${row.token ?? `e${row.id}.${row.updated_at.getTime()}`}"`;
