import { isIPv6 } from 'node:net';

/**
 * Sliding windows of attempts, in memory. With several nodes each tells the others what it has counted, so that a limit
 * holds for all of them together; attempts at several nodes within a few milliseconds may exceed it.
 */
export interface Limiter {
  /** Counts one attempt; false if the window has `limit` already. What concerns one node alone is not shared. */
  take(key: string, limit: number, windowMs: number, of?: 'workspace' | 'node'): boolean;
  /** The number of attempts left of `limit`, and the time until the window ends. */
  left(key: string, limit: number, windowMs: number): { left: number; resetMs: number };
  /** Removes the last attempt from the count. */
  giveBack(key: string): void;
  /** Adds attempts that another node has counted. */
  add(key: string, count: number, windowMs: number): void;
}

/** Tells the other nodes what was counted here. */
export type ShareAttempts = (key: string, count: number, windowMs: number) => void;

/**
 * Limits of a hundred or more are shared with the other nodes in steps of this part of the limit, because a message for
 * each attempt is too much.
 */
const STEPS = 50;

/**
 * The network that counts as one caller for limits. A household or a rented machine has a whole IPv6 /64 and could
 * otherwise use another address for each attempt.
 */
export function neighbourhood(ip: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [front = '', back = ''] = (ip.split('%')[0] ?? '').split('::');
  const [left, right] = [groupsOf(front), groupsOf(back)];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}

/** The wider network, for telling whether somebody is at a usual place: an IPv4 /24 or an IPv6 /48. */
export function networkOf(ip: string): string {
  const near = neighbourhood(ip);
  if (near.endsWith('::/64')) return `${near.split(':').slice(0, 3).join(':')}::/48`;
  return near.includes('.') ? `${near.split('.').slice(0, 3).join('.')}.0/24` : near;
}

const groupsOf = (part: string): string[] =>
  part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16).toString(16)] : []));

const MAX_KEYS = 50_000;

interface Window {
  start: number;
  used: number;
  before: number;
  windowMs: number;
  /** Attempts that were counted here and not sent to the other nodes yet. */
  untold: number;
}

export function makeLimiter(now: () => number = Date.now, share?: ShareAttempts): Limiter {
  const windows = new Map<string, Window>();
  const windowFor = (key: string, windowMs: number): Window => {
    const at = now();
    let window = windows.get(key);
    if (!window || at - window.start >= 2 * windowMs) window = { start: at, used: 0, before: 0, windowMs, untold: 0 };
    else if (at - window.start >= windowMs) {
      window = { ...window, start: window.start + windowMs, used: 0, before: window.used, windowMs };
    }
    windows.delete(key);
    windows.set(key, window);
    if (windows.size > MAX_KEYS) {
      const oldest = windows.keys().next().value;
      if (oldest !== undefined) windows.delete(oldest);
    }
    return window;
  };
  return {
    take(key, limit, windowMs, of = 'workspace') {
      const window = windowFor(key, windowMs);
      // The share of the previous window that is still within the last `windowMs`.
      const carried = window.before * (1 - (now() - window.start) / windowMs);
      if (window.used + carried >= limit) return false;
      window.used++;
      if (!share || of === 'node' || ++window.untold < limit / STEPS) return true;
      share(key, window.untold, windowMs);
      window.untold = 0;
      return true;
    },
    left(key, limit, windowMs) {
      const window = windowFor(key, windowMs);
      const passed = now() - window.start;
      const carried = window.before * (1 - passed / windowMs);
      return { left: Math.max(0, Math.floor(limit - window.used - carried)), resetMs: Math.max(0, windowMs - passed) };
    },
    giveBack(key) {
      const window = windows.get(key);
      if (!window || window.used === 0) return;
      window.used--;
      share?.(key, -1, window.windowMs);
    },
    add(key, count, windowMs) {
      const window = windowFor(key, windowMs);
      window.used = Math.max(0, window.used + count);
    },
  };
}
