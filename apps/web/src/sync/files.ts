import type { Progress } from '@atrium/client/sending/outgoingFiles.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { nowMs } from './clock.ts';
import { client } from './session.ts';
import { storedToken } from './token.ts';

/** The key of this sign-in, with which file addresses open. It is fetched once, and again before it ends. */
interface Key {
  key: string;
  /** Unix milliseconds. */
  until: number;
  /** The last characters of its token: another person's key would open nothing. */
  of: string;
}

const KEPT = 'file.key';
/** The key is renewed this long in advance, so that nothing on the screen waits. */
const AHEAD_MS = 10 * 60_000;
const RETRY_MS = 5000;
const listeners = new Set<() => void>();
let current: Key | null = restore();
let asking = false;

function restore(): Key | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Key | null;
    return kept && kept.of === ownMark() && kept.until > nowMs() ? kept : null;
  } catch {
    return null;
  }
}
function ownMark(): string {
  return storedToken().slice(-8);
}

async function ask(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    const { key, expired_at } = await client.api.read(fileKey, {});
    current = { key, until: expired_at * 1000, of: ownMark() };
    localStorage.setItem(KEPT, JSON.stringify(current));
    for (const listener of listeners) listener();
  } catch {
    setTimeout(() => void ask(), RETRY_MS);
  } finally {
    asking = false;
  }
}

function usable(): string {
  if (current && current.of !== ownMark()) current = null;
  if (!current || current.until - AHEAD_MS < nowMs()) void ask();
  return current && current.until > nowMs() ? current.key : '';
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The address with a key; '' until there is one. */
export function fileAddress(stored: string, more = ''): string {
  const key = usable();
  return stored && key ? `${stored.replace('{{RemoteURL}}', '/')}?key=${encodeURIComponent(key)}${more}` : '';
}
/** Calls back when there is a key, at once if there is one. */
export function onFileKey(run: () => void): () => void {
  const check = () => {
    if (usable() !== '') run();
  };
  check();
  return subscribe(check);
}
/** True if there is a key. It is not needed without an address, and people with a link have none of their own. */
const useHasKey = (stored: string): boolean => useSyncExternalStore(subscribe, () => stored !== '' && usable() !== '');

/** An address that stays the same while shown: the key changes every hour, and a loaded file needs no new one. */
export function useFileAddress(stored: string, more = ''): string {
  const hasKey = useHasKey(stored);
  return useMemo(() => (hasKey ? fileAddress(stored, more) : ''), [hasKey, stored, more]);
}

const locals = new Map<string, string>();
/** A local file for display; '' if it is not (or not yet) in memory. */
export function useLocalFile(file: string): string {
  return useSyncExternalStore(
    (changed) => client.files.subscribe(changed),
    () => localAddress(file),
  );
}
function localAddress(file: string): string {
  const known = locals.get(file);
  if (known || !file) return known ?? '';
  const content = client.files.peek(file);
  if (!content) return '';
  const address = URL.createObjectURL(content);
  locals.set(file, address);
  // The memory is released later; loaded content stays on the screen.
  setTimeout(() => {
    URL.revokeObjectURL(address);
    locals.delete(file);
  }, LOCAL_MS);
  return address;
}
const LOCAL_MS = 10 * 60_000;

export const useProgress = (file: string): Progress | undefined =>
  useSyncExternalStore(
    (changed) => client.files.subscribe(changed),
    () => client.files.progress(file),
  );
