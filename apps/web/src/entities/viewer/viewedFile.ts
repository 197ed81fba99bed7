import type { IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ShownFile } from '#entities/message/files/fileShown.ts';
import { useFileAddress } from '#sync/files.ts';
import type { Command } from '#ui/keys/commands.ts';

/** A file in the viewer, from a chat, a task or the file area. */
export interface ViewedFile {
  /** An id that is unique in its list. */
  id: number;
  file: ShownFile;
  /** The key of a link, for people who may not be signed in. */
  key?: string;
  /** True if it is shown without having been opened: its reader is not recorded. */
  isPreview?: boolean;
  /** Commands for the file besides downloading. */
  commands?: readonly Command[];
  /** The panel beside the file. */
  panel?: ViewerPanel;
}

export interface ViewerPanel {
  label: string;
  icon: typeof IconMessage;
  isOpen: boolean;
  render: (onClose: () => void) => ReactNode;
}

/** The parameter of an address that is loaded for a preview. */
export const PREVIEW = '&look=no';

/** The address of the file with its key; '' until there is a key. */
export function useViewedAddress({ file, key, isPreview }: ViewedFile, more = ''): string {
  const own = useFileAddress(key === undefined ? file.url : '', isPreview ? `${more}${PREVIEW}` : more);
  if (key === undefined) return own;
  return file.path ? `/${file.path}?key=${encodeURIComponent(key)}${more}` : '';
}
