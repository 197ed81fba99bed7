import type { Profile } from '@atrium/contract/people/users.ts';
import type { SettingsAnswer } from '@atrium/contract/workspace/system.ts';
import type { ClientHost, Timer } from '../host.ts';
import { type Columns, fromColumns, toColumns } from '../projects/columns.ts';
import { type Rows, TABLES, type TableName } from './rows.ts';
import type { Store } from './store.ts';

/** Another version's cache is thrown away. */
export const CACHE_VERSION = 'v17';
const SAVE_MS = 600;
const META = 'meta';
const TABLE = 'table:';
/** Whether a storage key holds data from the server, which one page stores for all. */
export const isWorkspace = (key: string): boolean => key === META || key.startsWith(TABLE);

export interface Meta {
  version: string;
  /** Whose cache it is, without keeping the token a second time. */
  owner: string;
  cursor: string;
  /** The highest event id that is in what is kept; absent in what older versions kept. */
  seen?: number;
  user: Profile | null;
  setting: SettingsAnswer | null;
}

/** A table, and what is known beside its rows. */
interface Kept<T> {
  columns?: Columns;
  /** As they were kept before there were columns. */
  rows?: T[];
  extra?: never;
}

/** A name for a token that does not give it away. */
export function fingerprint(token: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const letter of token)
    hash = ((hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16);
}

/**
 * Keeps the store across reloads. Tables are written before the cursor, so that after a crash the cursor is never newer
 * than the rows: events between the two are applied a second time, which changes nothing.
 */
export class Persistence {
  readonly #host: ClientHost;
  readonly #store: Store;
  readonly #meta: () => Omit<Meta, 'version'> | undefined;
  readonly #dirty = new Set<TableName>();
  #isMetaDirty = false;
  /** Of several pages one keeps what they know: the tables of one and the cursor of another do not fit together. */
  #isLeading: boolean;
  #timer: Timer | undefined;
  #isStopped = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(host: ClientHost, store: Store, meta: () => Omit<Meta, 'version'> | undefined) {
    this.#host = host;
    this.#store = store;
    this.#meta = meta;
    this.#isLeading = !host.tabs;
  }

  /** From now on it is this page that keeps the store: what it knows, whole. */
  lead(): void {
    this.#isLeading = true;
    this.changed(TABLES);
  }

  /** Paints what was there; undefined where nothing fits. */
  async restore(token: string): Promise<Meta | undefined> {
    this.#isStopped = false;
    const { storage } = this.#host;
    const meta = (await storage.get(META)) as Meta | undefined;
    if (!meta) return undefined;
    if (meta.version !== CACHE_VERSION) {
      // Not what was written and has not been sent: that is nobody's cache.
      for (const key of await storage.keys()) if (isWorkspace(key)) await storage.delete(key);
      return undefined;
    }
    if (meta.owner !== fingerprint(token)) return undefined;
    const tables = await Promise.all(TABLES.map(async (table) => [table, await storage.get(TABLE + table)] as const));
    for (const [table, kept] of tables) this.#load(table, kept);
    return meta;
  }

  #load<T extends TableName>(table: T, kept: unknown): void {
    const { columns = [], rows, extra } = (kept ?? {}) as Kept<Rows[T]>;
    this.#store.replace(table, rows ?? fromColumns<Rows[T]>(columns));
    if (table === 'dialog') this.#store.ledger.restore(extra ?? []);
    if (table === 'message') this.#store.windows.restore(extra ?? []);
  }

  changed(tables: Iterable<TableName>): void {
    for (const table of tables) this.#dirty.add(table);
    this.#plan();
  }
  metaChanged(): void {
    this.#isMetaDirty = true;
    this.#plan();
  }
  /** What comes yet, an answer that was on its way, is not kept any more: it would replace what the next page keeps. */
  stop(): void {
    this.#isStopped = true;
    this.#rest();
  }
  #rest(): void {
    this.#host.clearTimer(this.#timer);
    this.#timer = undefined;
  }

  /** Writes what has changed, now. */
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
      // Should it be this page again, what another one has kept meanwhile is not mixed with what this one knows.
      for (const table of TABLES) this.#dirty.add(table);
      return;
    }
    const { ledger, windows } = this.#store;
    const tables = [...this.#dirty];
    this.#dirty.clear();
    const extras = { dialog: () => ledger.snapshot(), message: () => windows.snapshot() };
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
