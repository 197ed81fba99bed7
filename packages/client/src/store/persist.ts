import type { Profile } from '@atrium/contract/people/profile.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import type { ClientHost, Timer } from '../host.ts';
import { type Columns, fromColumns, toColumns } from '../projects/columns.ts';
import { type Rows, TABLES, type TableName } from './rows.ts';
import type { Store } from './store.ts';
import { isDocument, isWorkspace, isWritten, META, TABLE, UNSENT_OF } from './storedKeys.ts';

/** The cache of another version is deleted. */
export const CACHE_VERSION = 'v17';
const SAVE_MS = 600;

export interface Meta {
  version: string;
  /** The owner of the cache, without storing the token a second time. */
  owner: string;
  cursor: string;
  /** The highest event id in the stored data; absent in older versions. */
  seen?: number;
  user: Profile | null;
  setting: SettingsAnswer | null;
}

/** A table, and additional data. */
interface StoredTable<T> {
  columns?: Columns;
  /** The format of older versions. */
  rows?: T[];
  extra?: never;
}

/** A hash of a token. */
export function fingerprint(token: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const letter of token)
    hash = ((hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16);
}

/**
 * Stores data across reloads. Tables are written before the cursor, so that after a crash the cursor is never newer
 * than the rows: events in between are applied a second time, which changes nothing.
 */
export class Persistence {
  readonly #host: ClientHost;
  readonly #store: Store;
  readonly #meta: () => Omit<Meta, 'version'> | undefined;
  readonly #dirty = new Set<TableName>();
  #isMetaDirty = false;
  /** True for the one page that stores shared data: one page's tables and another's cursor do not match. */
  #isLeading: boolean;
  #timer: Timer | undefined;
  #isStopped = false;
  #keptFor = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(host: ClientHost, store: Store, meta: () => Omit<Meta, 'version'> | undefined) {
    this.#host = host;
    this.#store = store;
    this.#meta = meta;
    this.#isLeading = !host.tabs;
  }

  /** Makes this page store all of the shared data from now on. */
  lead(): void {
    this.#isLeading = true;
    this.changed(TABLES);
  }

  /** The person whose data or unsent changes were stored at the start, shown or not; 0 if nobody's were. */
  get keptFor(): number {
    return this.#keptFor;
  }

  /** Restores stored data; undefined if none is valid. */
  async restore(token: string): Promise<Meta | undefined> {
    this.#isStopped = false;
    const { storage } = this.#host;
    const meta = (await storage.get(META)) as Meta | undefined;
    this.#keptFor = meta?.user?.userid ?? ((await storage.get(UNSENT_OF)) as number | undefined) ?? 0;
    if (!meta) return undefined;
    if (meta.version !== CACHE_VERSION) {
      // Unsent changes are not deleted, because they are no cache.
      for (const key of await storage.keys()) if (isWorkspace(key)) await storage.delete(key);
      return undefined;
    }
    if (meta.owner !== fingerprint(token)) return undefined;
    const tables = await Promise.all(TABLES.map(async (table) => [table, await storage.get(TABLE + table)] as const));
    for (const [table, kept] of tables) this.#load(table, kept);
    return meta;
  }

  #load<T extends TableName>(table: T, kept: unknown): void {
    const { columns = [], rows, extra } = (kept ?? {}) as StoredTable<Rows[T]>;
    this.#store.replace(table, rows ?? fromColumns<Rows[T]>(columns));
    if (table === 'dialog') this.#store.unreadCounts.restore(extra ?? []);
    if (table === 'message') this.#store.windows.restore(extra ?? []);
  }

  /** Deletes all data except what this person has written and the server may not have. */
  async keepWritten(userid: number): Promise<void> {
    const { storage } = this.#host;
    await this.#writing;
    // The owner is stored first, so that what remains always has one, even if the page ends in between.
    await storage.set(UNSENT_OF, userid);
    for (const key of await storage.keys()) {
      if (key !== UNSENT_OF && !(await this.#isUnsent(key))) await storage.delete(key);
    }
  }
  /** Of documents, only those that have changes count which the server does not have. */
  async #isUnsent(key: string): Promise<boolean> {
    if (!isDocument(key)) return isWritten(key);
    return ((await this.#host.storage.get(key)) as { isUnsent?: boolean } | undefined)?.isUnsent === true;
  }
  /** Deletes what another person has written, because somebody else has signed in. */
  async deleteWritten(): Promise<void> {
    const { storage } = this.#host;
    for (const key of await storage.keys()) if (isWritten(key)) await storage.delete(key);
  }

  changed(tables: Iterable<TableName>): void {
    for (const table of tables) this.#dirty.add(table);
    this.#plan();
  }
  metaChanged(): void {
    this.#isMetaDirty = true;
    this.#plan();
  }
  /** Stops storing: later data, such as a late answer, would overwrite what the next page stores. */
  stop(): void {
    this.#isStopped = true;
    this.#rest();
  }
  #rest(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }

  /** Writes all changes now. */
  flush(): Promise<void> {
    this.#rest();
    this.#writing = this.#writing.then(() => this.#write()).catch(() => {});
    return this.#writing;
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#timer ??= this.#host.setTimer(() => void this.flush(), SAVE_MS);
  }

  async #write(): Promise<void> {
    const meta = this.#meta();
    if (!meta || !this.#isLeading) return;
    if (this.#host.tabs?.isLeading?.() === false) {
      // All tables are written if this page leads again, because another page's data must not be mixed with its own.
      for (const table of TABLES) this.#dirty.add(table);
      return;
    }
    const { unreadCounts, windows } = this.#store;
    const tables = [...this.#dirty];
    this.#dirty.clear();
    const extras = { dialog: () => unreadCounts.snapshot(), message: () => windows.snapshot() };
    const values = tables.map((table) => ({
      table,
      value: { columns: toColumns(this.#store.dump(table)), extra: extras[table as 'dialog']?.() },
    }));
    if (tables.length === 0 && !this.#isMetaDirty) return;
    this.#isMetaDirty = false;
    for (const { table, value } of values) await this.#host.storage.set(TABLE + table, value);
    await this.#host.storage.set(META, { version: CACHE_VERSION, ...meta } satisfies Meta);
  }
}
