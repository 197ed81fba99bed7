import { isIPv6 } from 'node:net';

/**
 * Sliding windows of attempts, in memory. With several nodes each counts separately: the limit is then per node, which
 * still reduces a guessing attack from thousands of tries a second to a handful.
 */
export interface Limiter {
  /** Counts one attempt; false if the window has `limit` already. */
  take(key: string, limit: number, windowMs: number): boolean;
  /** Removes the last attempt from the count. */
  giveBack(key: string): void;
}

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

const groupsOf = (part: string): string[] =>
  part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16).toString(16)] : []));

const MAX_KEYS = 50_000;

export function makeLimiter(now: () => number = Date.now): Limiter {
  const windows = new Map<string, { start: number; used: number; before: number; windowMs: number }>();
  return {
    take(key, limit, windowMs) {
      const at = now();
      let window = windows.get(key);
      if (!window || at - window.start >= 2 * windowMs) window = { start: at, used: 0, before: 0, windowMs };
      else if (at - window.start >= windowMs) {
        window = { start: window.start + windowMs, used: 0, before: window.used, windowMs };
      }
      // The share of the previous window that is still within the last `windowMs`.
      const carried = window.before * (1 - (at - window.start) / windowMs);
      const allowed = window.used + carried < limit;
      if (allowed) window.used++;
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > MAX_KEYS) {
        const oldest = windows.keys().next().value;
        if (oldest !== undefined) windows.delete(oldest);
      }
      return allowed;
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window && window.used > 0) window.used--;
    },
  };
}
