import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { create } from 'zustand';

/** The file of the file area that is being sent to somebody: asked for in its menu, chosen for in a modal over the screens. */
export const useSendingFile = create<{ file: DriveFile | null }>(() => ({ file: null }));
export const sendDriveTo = (file: DriveFile | null): void => useSendingFile.setState({ file });
