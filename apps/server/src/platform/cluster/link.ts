import type { Redis, RedisOptions } from 'ioredis';
import type { Log } from '../log.ts';

/** Longest pause between attempts to reconnect. */
const RETRY_MS = 500;
const CONNECT_MS = 2000;
const COMMAND_MS = 1000;

/** A channel to all nodes, and keys that expire. Messages are not stored for a node that is not connected. */
export interface Link {
  /** Sends to all nodes, this one included. The text is dropped while there is no connection. */
  send(text: string): void;
  /** Calls `listener` for each text that any node sent. */
  onText(listener: (text: string) => void): void;
  set(key: string, value: string, ms: number): Promise<void>;
  get(key: string): Promise<string | null>;
  /** Reads and deletes a key in one step. */
  take(key: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  /** The error of the last connection; '' if there is none. */
  trouble(): string;
  close(): void;
}

/**
 * A link over Redis: one connection to send, one to receive. It never throws for a lost connection and reconnects
 * forever; the cluster notices a dead link by its own heartbeat, which must come back.
 *
 * @param scope  separates workspaces that share a Redis
 */
export async function openRedisLink(options: RedisOptions, scope: string, log: Log): Promise<Link> {
  const { Redis } = await import('ioredis');
  const channel = `${scope}:bus`;
  const listeners: ((text: string) => void)[] = [];
  const common: RedisOptions = {
    ...options,
    connectionName: 'atrium',
    connectTimeout: CONNECT_MS,
    commandTimeout: COMMAND_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy: (times) => Math.min(50 * times, RETRY_MS),
    sentinelRetryStrategy: (times) => Math.min(50 * times, RETRY_MS),
  };
  const sender = new Redis(common);
  const hearer = new Redis({ ...common, autoResubscribe: false });
  let trouble = '';
  for (const each of [sender, hearer]) {
    each.on('error', (error: Error) => {
      trouble = error.message;
      log.debug({ err: error }, 'Redis');
    });
  }
  hearer.on('ready', () => {
    hearer.subscribe(channel).catch((error: unknown) => {
      log.debug({ err: error }, 'Redis did not accept the subscription');
      hearer.disconnect(true);
    });
  });
  hearer.on('message', (_channel: string, text: string) => {
    for (const listener of listeners) listener(text);
  });
  // The server starts even if Redis is away.
  for (const each of [sender, hearer]) each.connect().catch(() => undefined);
  const isReady = (redis: Redis) => redis.status === 'ready';
  const keyOf = (key: string) => `${scope}:${key}`;
  return {
    send(text) {
      if (isReady(sender)) sender.publish(channel, text).catch(() => undefined);
    },
    onText: (listener) => void listeners.push(listener),
    set: async (key, value, ms) => void (await sender.set(keyOf(key), value, 'PX', ms)),
    get: (key) => sender.get(keyOf(key)),
    take: (key) => sender.getdel(keyOf(key)),
    delete: async (key) => void (await sender.del(keyOf(key))),
    trouble: () => trouble,
    close() {
      for (const each of [sender, hearer]) each.disconnect();
    },
  };
}
