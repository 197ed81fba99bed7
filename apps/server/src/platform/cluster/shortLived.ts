import type { Link } from './link.ts';

const MAX_KEYS = 10_000;

/** Values that expire, shared by all nodes. If one is lost, a person must try again, and nothing else happens. */
export interface ShortLived {
  set(key: string, value: string, ms: number): Promise<void>;
  get(key: string): Promise<string | null>;
  /** Reads and deletes a value, so that only one caller gets it. */
  take(key: string): Promise<string | null>;
  delete(key: string): Promise<void>;
}

/** Stores values in this process's memory; the oldest are dropped beyond ten thousand. */
export function inMemory(now: () => number = Date.now): ShortLived {
  const values = new Map<string, { value: string; until: number }>();
  const read = (key: string) => {
    const found = values.get(key);
    return found && found.until > now() ? found.value : null;
  };
  return {
    set: async (key, value, ms) => {
      values.delete(key);
      values.set(key, { value, until: now() + ms });
      if (values.size <= MAX_KEYS) return;
      const oldest = values.keys().next().value;
      if (oldest !== undefined) values.delete(oldest);
    },
    get: async (key) => read(key),
    take: async (key) => {
      const value = read(key);
      values.delete(key);
      return value;
    },
    delete: async (key) => void values.delete(key),
  };
}

/** Stores values in Redis, and in this process's memory while Redis is away. */
export function redisShortLived(link: Link): ShortLived {
  const local = inMemory();
  const either = async <T>(remote: () => Promise<T>, here: () => Promise<T>): Promise<T> => {
    try {
      return await remote();
    } catch {
      return here();
    }
  };
  return {
    set: (key, value, ms) =>
      either(
        async () => {
          await link.set(key, value, ms);
          await local.delete(key);
        },
        () => local.set(key, value, ms),
      ),
    get: async (key) => (await local.get(key)) ?? (await link.get(key).catch(() => null)),
    take: async (key) => (await local.take(key)) ?? (await link.take(key).catch(() => null)),
    delete: async (key) => {
      await Promise.all([local.delete(key), link.delete(key).catch(() => undefined)]);
    },
  };
}
