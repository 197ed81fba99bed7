import { dequal } from 'dequal/lite';
import { type Draft, keyOf, messageOrder, type Rows, TABLES, type TableDraft, type TableName } from './rows.ts';
import { UnreadCounts } from './unreadCounts.ts';
import { Windows } from './windows.ts';

/** The optimistic state of a pending mutation. It runs again on the newest base state whenever that changes. */
export interface Overlay {
  id: string;
  apply(draft: Draft): void;
}

type Listener = (changed: ReadonlySet<TableName>) => void;
type Base = { readonly [T in TableName]: Map<number, Rows[T]> };
type Shade = { readonly [T in TableName]: Map<number, Rows[T] | null> };

const tables = <V>(make: (table: TableName) => V) =>
  Object.fromEntries(TABLES.map((table) => [table, make(table)])) as Record<TableName, V>;

/**
 * Server state (the base) with the optimistic state of pending mutations on top. Reads see both. Overlays are functions
 * of the base, so nothing is ever undone by hand: a refused one is removed from the list.
 *
 * Rows are never changed in place: an unchanged row is the same object.
 */
export class Store {
  /** Writes server state. */
  readonly base: Draft;
  readonly windows = new Windows();
  readonly unreadCounts = new UnreadCounts();
  /** Temporary ids and their final ids, in both directions. */
  readonly aliases = new Map<number, number>();
  /** Called when a row got its final id. */
  onAlias: (temporary: number, id: number) => void = () => {};
  readonly #origins = new Map<number, number>();

  readonly #rows: Base = tables(() => new Map()) as unknown as Base;
  readonly #shade: Shade = tables(() => new Map()) as unknown as Shade;
  #overlays: readonly Overlay[] = [];
  #isShadeStale = false;
  readonly #versions = tables(() => 1);
  readonly #lists = tables<{ version: number; rows: readonly unknown[] }>(() => ({ version: 0, rows: [] }));
  readonly #messageIds = new Map<number, number[]>();
  readonly #messageLists = new Map<number, { version: number; rows: readonly Rows['message'][] }>();
  readonly #listeners = new Set<Listener>();
  #changed = new Set<TableName>();

  constructor() {
    this.base = Object.fromEntries(TABLES.map((table) => [table, this.#baseTable(table)])) as unknown as Draft;
  }

  get<T extends TableName>(table: T, id: number): Rows[T] | undefined {
    this.#settle();
    const shaded = this.#shade[table].get(id);
    if (shaded !== undefined) return (shaded ?? undefined) as Rows[T] | undefined;
    return this.#rows[table].get(id) as Rows[T] | undefined;
  }

  /** All rows, in no particular order; the same array until the table changes. */
  all<T extends TableName>(table: T): readonly Rows[T][] {
    const version = this.version(table);
    const known = this.#lists[table];
    if (known.version !== version) {
      const shade = this.#shade[table] as Map<number, Rows[T] | null>;
      const rows =
        shade.size === 0
          ? [...this.#rows[table].values()]
          : [...merged(this.#rows[table] as Map<number, Rows[T]>, shade)];
      this.#lists[table] = { version, rows };
    }
    return this.#lists[table].rows as readonly Rows[T][];
  }

  /** A number that increases whenever the table looks different. */
  version(table: TableName): number {
    this.#settle();
    return this.#versions[table];
  }

  /** The loaded messages of a dialog, oldest first, gaps included; pending ones come last. */
  messagesOf(dialogId: number): readonly Rows['message'][] {
    const version = this.version('message');
    const known = this.#messageLists.get(dialogId);
    if (known?.version === version) return known.rows;
    const rows: Rows['message'][] = [];
    for (const id of this.#messageIds.get(dialogId) ?? []) {
      const row = this.get('message', id);
      if (row) rows.push(row);
    }
    for (const [id, row] of this.#shade.message) {
      if (row?.dialog_id === dialogId && !this.#rows.message.has(id)) rows.push(row);
    }
    rows.sort((a, b) => messageOrder(a.id) - messageOrder(b.id));
    // The array stays the same if nothing of this dialog changed, because other dialogs' messages count in the version
    // too.
    const same = known && known.rows.length === rows.length && known.rows.every((row, index) => row === rows[index]);
    const list = { version, rows: same ? known.rows : rows };
    this.#messageLists.set(dialogId, list);
    return list.rows;
  }

  /** Does the same for the base state only, for events: an overlay is not what the server knows. */
  baseMessagesOf(dialogId: number): Rows['message'][] {
    const rows: Rows['message'][] = [];
    for (const id of this.#messageIds.get(dialogId) ?? []) {
      const row = this.#rows.message.get(id);
      if (row) rows.push(row);
    }
    return rows;
  }

  /** A permanent key of a row: its temporary id, if it had one. */
  stableKey(id: number): number {
    return this.#origins.get(id) ?? id;
  }
  alias(temporary: number, id: number): void {
    this.aliases.set(temporary, id);
    this.#origins.set(id, temporary);
    this.onAlias(temporary, id);
  }

  /** `listener` runs once per batch of changes, after the code that made them. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setOverlays(overlays: readonly Overlay[]): void {
    this.#overlays = overlays;
    this.#isShadeStale = true;
    this.#touch(...TABLES.filter((table) => this.#shade[table].size > 0));
    if (overlays.length > 0) this.#touch();
  }

  /** Called when the known range of a conversation changed without any row: it is empty, or its messages were known. */
  stretched(): void {
    this.#touch('message');
  }

  /** Base rows for storage. */
  dump<T extends TableName>(table: T): Rows[T][] {
    return [...this.#rows[table].values()] as Rows[T][];
  }
  baseSize(table: TableName): number {
    return this.#rows[table].size;
  }

  /** Sets a table to exactly these rows. */
  replace<T extends TableName>(table: T, rows: readonly Rows[T][]): void {
    const draft = this.base[table] as TableDraft<Rows[T]>;
    const wanted = new Set(rows.map((row) => keyOf(table, row)));
    for (const id of [...this.#rows[table].keys()]) if (!wanted.has(id)) draft.remove(id);
    for (const row of rows) draft.put(row);
  }

  clear(): void {
    for (const table of TABLES) this.replace(table, []);
    this.windows.clear();
    this.unreadCounts.clear();
  }

  #baseTable<T extends TableName>(table: T): TableDraft<Rows[T]> {
    const rows = this.#rows[table] as Map<number, Rows[T]>;
    return {
      get: (id) => rows.get(id),
      all: () => rows.values(),
      put: (row) => {
        const id = keyOf(table, row);
        const known = rows.get(id);
        // Most reloaded rows are unchanged, and must not be redrawn.
        if (known && dequal(known, row)) return;
        if (table === 'message' && !known) this.#index(row as Rows['message']);
        rows.set(id, row);
        this.#touch(table);
      },
      patch: (id, fields) => {
        const row = rows.get(id);
        if (!row || !differs(row, fields)) return;
        rows.set(id, { ...row, ...fields });
        this.#touch(table);
      },
      remove: (id) => {
        const row = rows.get(id);
        if (!row) return;
        rows.delete(id);
        if (table === 'message') this.#unindex(row as Rows['message']);
        this.#touch(table);
      },
    };
  }

  #index(message: Rows['message']): void {
    const ids = this.#messageIds.get(message.dialog_id) ?? [];
    this.#messageIds.set(message.dialog_id, ids);
    let at = ids.length;
    while (at > 0 && (ids[at - 1] ?? 0) > message.id) at--;
    ids.splice(at, 0, message.id);
  }
  #unindex(message: Rows['message']): void {
    const ids = this.#messageIds.get(message.dialog_id);
    const at = ids?.indexOf(message.id) ?? -1;
    if (ids && at >= 0) ids.splice(at, 1);
    if (ids?.length === 0) this.#messageIds.delete(message.dialog_id);
  }

  #touch(...touched: TableName[]): void {
    if (this.#overlays.length > 0) this.#isShadeStale = true;
    for (const table of touched) this.#versions[table]++;
    if (this.#changed.size === 0) void Promise.resolve().then(() => this.#notify());
    for (const table of touched) this.#changed.add(table);
  }

  #notify(): void {
    this.#settle();
    const changed = this.#changed;
    this.#changed = new Set();
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
  }

  /** Runs the overlays again if the base has changed below them. */
  #settle(): void {
    if (!this.#isShadeStale) return;
    this.#isShadeStale = false;
    const before = tables((table) => new Map<number, unknown>(this.#shade[table]));
    for (const table of TABLES) this.#shade[table].clear();
    const draft = Object.fromEntries(TABLES.map((table) => [table, this.#shadeTable(table)])) as unknown as Draft;
    for (const overlay of this.#overlays) overlay.apply(draft);
    for (const table of TABLES) {
      if (before[table].size === 0 && this.#shade[table].size === 0) continue;
      keepSame(this.#shade[table] as Map<number, unknown>, before[table]);
      this.#versions[table]++;
      if (this.#changed.size === 0) void Promise.resolve().then(() => this.#notify());
      this.#changed.add(table);
    }
  }

  #shadeTable<T extends TableName>(table: T): TableDraft<Rows[T]> {
    const rows = this.#rows[table] as Map<number, Rows[T]>;
    const shade = this.#shade[table] as Map<number, Rows[T] | null>;
    const get = (id: number) => {
      const shaded = shade.get(id);
      return shaded === undefined ? rows.get(id) : (shaded ?? undefined);
    };
    return {
      get,
      all: () => merged(rows, shade),
      put: (row) => void shade.set(keyOf(table, row), row),
      patch: (id, fields) => {
        const row = get(id);
        if (row) shade.set(id, { ...row, ...fields });
      },
      remove: (id) => void shade.set(id, null),
    };
  }
}

/** Returns the earlier row if it looks the same, because overlays create new rows with every change. */
function keepSame(rows: Map<number, unknown>, before: ReadonlyMap<number, unknown>): void {
  for (const [id, row] of rows) {
    const known = before.get(id);
    if (known && dequal(known, row)) rows.set(id, known);
  }
}

function* merged<R>(rows: Map<number, R>, shade: Map<number, R | null>): Generator<R> {
  for (const [id, row] of rows) {
    const shaded = shade.get(id);
    if (shaded === undefined) yield row;
    else if (shaded) yield shaded;
  }
  for (const [id, row] of shade) if (row && !rows.has(id)) yield row;
}

const differs = <R extends object>(row: R, fields: Partial<R>) =>
  (Object.keys(fields) as (keyof R)[]).some((key) => !dequal(row[key], fields[key]));
