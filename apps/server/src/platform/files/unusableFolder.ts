import { StorageRefused } from './storage.ts';

/** Advice for a folder that cannot be used, by the code of the error. */
const REASONS: Record<string, string> = {
  EEXIST: 'it is a file. Choose another folder.',
  ENOTDIR: 'it, or a part of its path, is a file. Choose another folder.',
  EACCES: 'Atrium may not write there. Give the folder to the account that runs Atrium, or choose another one.',
  EPERM: 'Atrium may not write there. Give the folder to the account that runs Atrium, or choose another one.',
  EROFS: 'the disk is read-only. Mount it writable, or choose another folder.',
  ENOSPC: 'the disk is full. Free some space, or choose another folder.',
  ENOENT: 'it does not exist, and cannot be made. Choose another folder.',
};

/** The refusal for the operator; errors that say nothing about the folder stay as they are. */
export function unusableFolder(folder: string, use: string, error: unknown): unknown {
  const why = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return why ? new StorageRefused(`Can't use ${folder} as ${use}: ${why}`, { cause: error }) : error;
}
