import type { ShownFile } from '#entities/message/files/fileShown.ts';
import { useFileAddress } from '#sync/files.ts';
import type { Command } from '#ui/keys/commands.ts';

/** A file in the viewer, from a chat, a task or the file area. */
export interface ViewedFile {
  /** Unique in its list. */
  id: number;
  file: ShownFile;
  /** The key of a link, for people who may not be signed in. */
  key?: string;
  /** What can be done with it besides downloading. */
  commands?: readonly Command[];
}

/** '' until there is a key. */
export function useViewedAddress({ file, key }: ViewedFile, more = ''): string {
  const own = useFileAddress(key === undefined ? file.url : '', more);
  if (key === undefined) return own;
  return file.path ? `/${file.path}?key=${encodeURIComponent(key)}${more}` : '';
}
