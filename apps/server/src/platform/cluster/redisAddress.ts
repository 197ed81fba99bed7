import type { RedisOptions } from 'ioredis';

const SENTINEL_PORT = 26_379;

/**
 * The connection options of `REDIS_URL`: `redis://[user:password@]host:6379[/db]`, `rediss://` for TLS, or
 * `redis+sentinel://[user:password@]host:26379,host2:26379/name[/db]` for the primary that these Sentinels name. Null if
 * the text is none of them.
 */
export function readRedisAddress(text: string): RedisOptions | null {
  try {
    return read(text);
  } catch {
    // The user name or password has a stray percent sign.
    return null;
  }
}

function read(text: string): RedisOptions | null {
  if (text.startsWith('redis+sentinel://')) return readSentinelAddress(text);
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  const db = databaseOf(pathname.slice(1));
  if (!hostname || db === null) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 6379),
    ...(protocol === 'rediss:' && { tls: { servername: hostname } }),
    ...signIn(username, password),
    db,
  };
}

/** Reads an address of several hosts, which `URL` cannot. */
function readSentinelAddress(text: string): RedisOptions | null {
  const match = /^redis\+sentinel:\/\/(?:([^@/]*)@)?([^@/]+)\/([\w.-]+)(?:\/(\d+))?$/.exec(text);
  if (!match) return null;
  const [, user = '', hosts = '', name = '', db = ''] = match;
  const sentinels = hosts.split(',').map((each) => {
    const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:]+)(?::(\d+))?$/.exec(each) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port || SENTINEL_PORT) };
  });
  if (sentinels.some(({ host }) => host === '')) return null;
  const [username = '', ...rest] = user.split(':');
  const password = rest.join(':');
  return { sentinels, name, ...signIn(username, password), db: databaseOf(db) ?? 0 };
}

const databaseOf = (text: string): number | null => (/^\d{0,4}$/.test(text) ? Number(text) : null);

const signIn = (username: string, password: string) => ({
  ...(username && { username: decodeURIComponent(username) }),
  ...(password && { password: decodeURIComponent(password) }),
});
