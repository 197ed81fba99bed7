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

/** A module that owns files: of tasks, messages, the file area, approvals or reports from people. */
export interface FileOwner {
  /** The file if the viewer may read it here; undefined if this owner does not have it, or they may not. */
  open: (view: View, file: FileWithUses) => Promise<OpenedFile | undefined>;
  /** Does the same for the holder of a key to this one file. */
  openByKey?: (view: View, file: FileWithUses, key: FileKey) => Promise<OpenedFile | undefined>;
}

export const fileOwners = new ExtensionPoint<FileOwner>();

/**
 * The file as its owning module shows it to the viewer. The first owner that opens it notes that it was seen; its name is
 * that of the first owner that has one.
 */
export async function openedBy(view: View, file: FileWithUses, key?: FileKey): Promise<OpenedFile | undefined> {
  const owners = fileOwners.of(view.app);
  const asked = owners.map(async (owner) => (key ? owner.openByKey?.(view, file, key) : owner.open(view, file)));
  const opened = (await Promise.all(asked)).filter((each) => each !== undefined);
  const [first] = opened;
  if (!first) return undefined;
  const name = opened.find((each) => each.name !== undefined)?.name;
  return { ...first, ...(name !== undefined && { name }) };
}
