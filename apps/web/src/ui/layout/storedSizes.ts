import type { CacheSnapshot } from 'virtua';

export type Key = string | number;

/** The measured rows of a list that was left. */
export interface MeasuredRows {
  keys: readonly Key[];
  sizes: CacheSnapshot;
}
/** In px along a list: the average size of a row, and the visible length. */
export interface RecentSize {
  size: number;
  room: number;
}

/** The time after a render until nothing moves anymore. */
export const SETTLED_MS = 200;

/** The sizes by list; the oldest first. */
const left = new Map<string, MeasuredRows>();
const MOST_LEFT = 50;

/** Recent row sizes by kind. */
const lately = new Map<string, RecentSize>();

/** The known sizes of a list. They are by position, and apply if the current rows begin like those then. */
export function knownSizes(of: string, keys: readonly Key[]): CacheSnapshot | undefined {
  restoreSizes();
  const known = left.get(of);
  if (!known || keys.length === 0) return undefined;
  const both = Math.min(keys.length, known.keys.length);
  for (let place = 0; place < both; place++) if (keys[place] !== known.keys[place]) return undefined;
  return known.sizes;
}
export function storeSizesOnLeave(of: string, rows: MeasuredRows): void {
  left.delete(of);
  left.set(of, rows);
  for (const oldest of left.keys()) if (left.size > MOST_LEFT) left.delete(oldest);
}

/** The recent sizes of the first of these kinds that has any. */
export function recentSizes(kinds: readonly string[]): RecentSize | undefined {
  restoreSizes();
  return lately.get(kinds.find((kind) => lately.has(kind)) ?? '');
}

// Across reloads ------------------------------------------------------------------------------------------------------

/** The data that the next page restores. */
interface StoredSizes {
  /** The width of the list, because at another width rows have other heights. */
  width: number;
  lists: [of: string, rows: MeasuredRows][];
  seen: [kind: string, seen: RecentSize][];
}
/**
 * The storage key. It names the version of virtua, because another one may not read the sizes (`rowHeights.test.tsx`).
 */
const KEPT = 'sizes 0.54';
const MOST_KEPT = 12;
/** The number of first rows that identify a list. */
const KEYS_KEPT = 40;
/** The longest stored record in characters: a list of thousands is measured again. */
const LONGEST_KEPT = 8000;

let isTaken = false;
function restoreSizes(): void {
  if (isTaken) return;
  isTaken = true;
  const { width, lists, seen } = readStored();
  if (width !== window.innerWidth) return;
  for (const [of, rows] of lists) left.set(of, rows);
  for (const [kind, each] of seen) lately.set(kind, each);
}

/** @param kinds the kinds of the rows, most specific first: across a reload only the last one is stored */
export function recordSizes(kinds: readonly string[], now: RecentSize): void {
  for (const kind of kinds) lately.set(kind, now);
  const kind = kinds.at(-1) ?? '';
  keep(({ lists, seen }) => ({ lists, seen: [...seen.filter(([name]) => name !== kind), [kind, now]] }));
}
export function storeSizes(of: string, { keys, sizes }: MeasuredRows): void {
  if (JSON.stringify(sizes).length >= LONGEST_KEPT) return;
  const rows = { keys: keys.slice(0, KEYS_KEPT), sizes };
  keep(({ lists, seen }) => ({ lists: [...lists.filter(([name]) => name !== of), [of, rows]], seen }));
}

function keep(change: (kept: Omit<StoredSizes, 'width'>) => Omit<StoredSizes, 'width'>): void {
  const width = window.innerWidth;
  const before = readStored();
  const { lists, seen } = change(before.width === width ? before : { lists: [], seen: [] });
  const kept: StoredSizes = { width, lists: lists.slice(-MOST_KEPT), seen };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // If the storage is full, rows are measured again.
  }
}

function readStored(): StoredSizes {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '') as StoredSizes;
    if (Array.isArray(kept.lists) && Array.isArray(kept.seen)) return kept;
  } catch {
    // The stored sizes are missing, or of another version.
  }
  return { width: 0, lists: [], seen: [] };
}
