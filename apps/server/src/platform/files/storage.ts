import type { Readable } from 'node:stream';

/** Permanent storage of files. Keys are paths without a leading slash. */
export interface Storage {
  /** The name that administrators see: the folder, or `s3://bucket/folder`. */
  readonly name: string;
  /**
   * Stores a local file or a stream completely or not at all, and hashes it (SHA-256) on the way. When it resolves, the
   * storage has confirmed the content.
   *
   * @param expected  the hash that the content must have
   * @throws FileDamaged  if it has another one; nothing is stored then
   */
  put(key: string, from: string | Readable, expected?: string): Promise<StoredContent>;
  /** Reads a file or a part of it; `start` and `end` are inclusive. Fails with code ENOENT if there is none. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** Finds a file; undefined if there is none. The hash is null if the file must be read to know it. */
  find(key: string): Promise<{ size: number; hash: string | null } | undefined>;
  delete(key: string): Promise<void>;
  /** Lists all files whose key begins with a prefix, which ends with a slash. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Parts of unfinished uploads, which any server that uses this storage can continue. */
  parts: Parts;
  /** A short-lived address that downloads a file from the storage itself; null if this is off. */
  addressOf(key: string, as: { type: string; disposition: string }): Promise<string | null>;
  /** Deletes incomplete files that were started before `then`: their process ended before they were complete. */
  collect(before: Date): Promise<void>;
  /** Tests every operation with a small file. @throws if any of them fails */
  check(): Promise<StorageState>;
  close(): void;
}

export interface ListedFile {
  key: string;
  size: number;
  at: Date;
}

export interface StoredContent {
  size: number;
  hash: string;
}

export interface StorageState {
  /** The folder, or the address of the bucket. */
  folder: string;
  is_bucket: boolean;
  /** Free bytes; 0 for a bucket, which does not say. */
  free: number;
}

export interface Parts {
  /**
   * Stores one part of an upload; a repeated one replaces itself.
   *
   * @param start  its first byte in the whole file
   * @throws an error with code ENOENT if an earlier part is missing
   */
  put(id: string, part: { index: number; start: number; isFirst: boolean }, from: string): Promise<void>;
  /**
   * Puts the upload together as a local file. `drop` deletes what was copied for this; the parts stay.
   *
   * @param folder  for a local copy, if one is needed
   * @throws an error with code ENOENT if a part is missing
   */
  assemble(id: string, count: number, folder: string): Promise<{ path: string; drop(): Promise<void> }>;
  delete(id: string): Promise<void>;
}

/** Raised when content does not have its hash. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/** Raised when the storage cannot be used. `message` is a sentence for the operator. */
export class StorageRefused extends Error {
  override name = 'StorageRefused';
}
