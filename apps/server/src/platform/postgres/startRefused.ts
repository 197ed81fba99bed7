import { dirname } from 'node:path';

/** The server cannot start; `message` is one sentence for the operator with the reason and the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Another process uses this data folder. The caller words the error. */
export class DataInUse extends StartRefused {
  override name = 'DataInUse';
}

export function storageSentence(folder: string, code: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${folder} is full: free at least 50 MB and start Atrium again; nothing was changed.`;
    case 'EROFS':
      return `The disk that holds ${folder} is read-only: mount it writable, or set ATRIUM_DATA to a folder that is.`;
    case 'EACCES':
    case 'EPERM':
      return `Atrium may not write to ${folder}: give that folder to the user who starts Atrium, or set ATRIUM_DATA to another one.`;
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is not a folder: set ATRIUM_DATA to one.`;
    default:
      return `Atrium cannot use ${folder} for its data (${code}): set ATRIUM_DATA to a folder it can write to.`;
  }
}

export function folderInUseSentence(cluster: string): string {
  return `Another Atrium is running on ${dirname(cluster)}: stop it first, or set ATRIUM_DATA to another folder.`;
}

export function failureSentence(cluster: string, output: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(output)) return storageSentence(cluster, 'ENOSPC');
  if (/Read-only file system/i.test(output)) return storageSentence(cluster, 'EROFS');
  if (/lock file "postmaster.pid" already exists/i.test(output)) return folderInUseSentence(cluster);
  if (/pre-existing shared memory block/i.test(output)) {
    return `Processes of an earlier database server still use ${cluster}: end them (or restart the machine), then start Atrium again.`;
  }
  const lines = output.split('\n').filter(Boolean);
  const line =
    lines.find((each) => /PANIC/.test(each)) ??
    lines.findLast((each) => /FATAL|error:/i.test(each)) ??
    lines.at(-1) ??
    'it said nothing';
  if (/PANIC:/.test(line)) {
    return `The database in ${cluster} is damaged (${line.replace(/^.*?PANIC:\s*/i, '')}): restore it from your backup.`;
  }
  return `The database in ${cluster} does not start: ${line.replace(/^.*?(FATAL|PANIC|error):\s*/i, '')}.`;
}
