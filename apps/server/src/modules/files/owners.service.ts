import { ExtensionPoint } from '#platform/extensionPoint';
import type { View, WritingView } from '#platform/work';
import type { FileWithUses } from './files.queries.ts';
import type { FileKey } from './keys.service.ts';

/** A file in one of the places where the viewer may read it. */
export interface OpenedFile {
  /** The name there, if different from the uploaded one. */
  name?: string;
  /** Records that the viewer opened it there. */
  note?: (view: WritingView) => Promise<void>;
}

/** A module that owns files: in tasks, in messages, in the file area. */
export interface FileOwner {
  /** The file if the viewer may read it here; undefined if this owner does not have it, or they may not. */
  open: (view: View, file: FileWithUses) => Promise<OpenedFile | undefined>;
  /** The same for the holder of a key to this one file. */
  openByKey?: (view: View, file: FileWithUses, key: FileKey) => Promise<OpenedFile | undefined>;
}

export const fileOwners = new ExtensionPoint<FileOwner>();

/** The file as its owning module shows it to the viewer: the first owner that has a name of its own for it wins. */
export async function openedBy(view: View, file: FileWithUses, key?: FileKey): Promise<OpenedFile | undefined> {
  const owners = fileOwners.of(view.app);
  const asked = owners.map(async (owner) => (key ? owner.openByKey?.(view, file, key) : owner.open(view, file)));
  const opened = (await Promise.all(asked)).filter((each) => each !== undefined);
  const [first] = opened;
  if (!first) return undefined;
  const name = opened.find((each) => each.name !== undefined)?.name;
  return { ...first, ...(name !== undefined && { name }) };
}
