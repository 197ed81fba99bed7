import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { create } from 'zustand';

/** The file being sent: set by its menu, read by a modal above the screens. */
export const useSendingFile = create<{ file: DriveFile | null }>(() => ({ file: null }));
export const sendDriveTo = (file: DriveFile | null): void => useSendingFile.setState({ file });
