import { createHash } from 'node:crypto';
import type { Partition, SequenceState, TableShape } from '#platform/db/snapshot';

/** This number is raised when an older Atrium could not read the backup. */
export const FORMAT = 1;

/** The list of a backup's content. It is written last: a backup without a manifest is not finished. */
export interface Manifest {
  format: number;
  /** The name: the time of the snapshot, as `2026-11-25T06-50-00Z`. */
  id: string;
  at: string;
  workspace: string;
  atrium: string;
  postgres: string;
  migrations: readonly string[];
  tables: readonly TableDump[];
  partitions: readonly Partition[];
  sequences: readonly SequenceState[];
  /** Waiting jobs, one per line. */
  jobs: Stored & { count: number };
  /** The list of files, one per line: `{key, hash, size}`. */
  files: Stored & { count: number; total: number };
  /** Files that were missing or damaged in the storage. */
  problems: readonly { key: string; what: string; why?: string }[];
}

/** An object in the backup, with the SHA-256 of its bytes. */
interface Stored {
  size: number;
  hash: string;
}

export interface TableDump extends TableShape, Stored {
  rows: number;
  /** Checksum of the uncompressed rows: equal rows in equal order have equal checksums. */
  checksum: string;
}

/** A file in the list of a backup. */
export interface FileEntry {
  key: string;
  hash: string;
  size: number;
}

export const idOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the manifest as text, with its own checksum in the first line. */
export function printManifest(manifest: Manifest): string {
  const text = JSON.stringify(manifest);
  return `${sumOf(text)}\n${text}\n`;
}

/** @returns undefined if the text is damaged */
export function parseManifest(text: string): Manifest | undefined {
  const [sum, json = ''] = text.split('\n');
  return sumOf(json) === sum ? (JSON.parse(json) as Manifest) : undefined;
}
