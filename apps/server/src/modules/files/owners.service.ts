import { ExtensionPoint } from '#platform/extensionPoint';
import type { View, WritingView } from '#platform/work';
import type { Shown } from './files.queries.ts';
import type { FileKey } from './keys.service.ts';

/** A file in one of the places where the viewer may read it. */
export interface OpenedFile {
  /** What it is called there, if not as it was uploaded. */
  name?: string;
  /** Remembers that the viewer looked at it there. */
  note?: (view: WritingView) => Promise<void>;
}

/** A module that keeps files: in tasks, in messages, in the file area. */
export interface FileOwner {
  /** The file as the viewer may read it; undefined where the owner does not have it, or they may not. */
  open: (view: View, file: Shown) => Promise<OpenedFile | undefined>;
  /** The same for the holder of a key to this one file. */
  openByKey?: (view: View, file: Shown, key: FileKey) => Promise<OpenedFile | undefined>;
}

export const fileOwners = new ExtensionPoint<FileOwner>();
