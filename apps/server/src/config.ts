import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import type { RedisOptions } from 'ioredis';
import { readRedisAddress } from '#platform/cluster/redisAddress';
import { addressesOf } from '#platform/db/hosts';
import { readStorageAddress, type StorageAddress } from '#platform/files/storageAddress';

/** Everything that can be configured, all optional. The only reader of `process.env`; README.md documents each. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The storage for files: a folder or a bucket. */
  storage: StorageAddress;
  /** The storage from which files are still read while they are moved; null otherwise. */
  oldStorage: StorageAddress | null;
  /** The storage for backups (`ATRIUM_BACKUP`): a folder or a bucket. */
  backup: StorageAddress;
  /** Public base of links in emails and answers, without a trailing slash. */
  publicUrl: string;
  /** False where `publicUrl` is only the default. */
  hasPublicUrl: boolean;
  /** Bearer token for `/metrics`; null allows only this machine. */
  metricsToken: string | null;
  /** Addresses or networks of trusted proxies, besides this machine's own. */
  proxies: string[];
  /** Private hosts that assistants may be asked at, as `host:port`. */
  localHosts: string[];
  /** Ports of meetings, the names under which others reach this machine, and relays. */
  meet: {
    port: number;
    tcpPort: number | null;
    hosts: string[];
    turn: { urls: string[]; secret: string } | null;
    /** Carries meetings instead of the built-in unit. */
    livekit: { url: string; key: string; secret: string } | null;
  };
  databaseUrl: string | null;
  /** A standby of that database, for reads that may be a second old. */
  databaseReadUrl: string | null;
  /** The Redis in which several servers of this workspace find each other; null for a single server. */
  cluster: { redis: RedisOptions; nodeUrl: string; drainMs: number } | null;
  smtpUrl: string | null;
  /** Encrypt stored secrets, the current one first; null = the keys in the data folder. */
  secretKeys: string[] | null;
  /** Delete stored secrets that none of the keys opens. */
  forgetSecrets: boolean;
  /** Creates the first administrator unattended. */
  admin: { email: string; password: string } | null;
  logLevel: string;
  /** An OpenTelemetry collector, by the variables that all its programs read. */
  tracing: { endpoint: string; serviceName: string; ratio: number } | null;
  /** Folder of the built web client. */
  webDir: string;
}

export class ConfigError extends Error {}

const appDir = path.resolve(import.meta.dirname, '../..');

/** The log library's names. */
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

const isAddress = (text: string, schemes: readonly string[]) =>
  schemes.some((scheme) => text.startsWith(`${scheme}://`)) && URL.canParse(text);

/**
 * Environment variables for PostgreSQL's own programs (PGSSLMODE, PGOPTIONS and the like) concern another database than
 * the embedded one: the driver would use them for whatever the address leaves open.
 */
function forgetDefaults(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (name.startsWith('PG')) delete env[name];
}

/** Far from the UDP port, beside which other servers of this machine may listen. */
const TCP_DISTANCE = 1000;

function meetTcpPort(text: string | undefined, udpPort: number): number | null {
  if (text === 'none') return null;
  const beside = udpPort + TCP_DISTANCE > 65535 ? udpPort - TCP_DISTANCE : udpPort + TCP_DISTANCE;
  const port = text ? Number(text) : udpPort && beside;
  if ((text && !/^\d+$/.test(text)) || port > 65535) {
    throw new ConfigError(
      `ATRIUM_MEET_TCP_PORT must be a port number from 0 to 65535 or "none", not "${text ?? port}".`,
    );
  }
  return port;
}

/** `LIVEKIT_URL` and the rest, named as LiveKit's own tools name them. */
function liveKit({ LIVEKIT_URL: text, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret }: NodeJS.ProcessEnv) {
  if (!text) return null;
  const url = text.replace(/^http/, 'ws').replace(/\/+$/, '');
  if (!isAddress(url, ['ws', 'wss']) || new URL(url).pathname !== '/')
    throw new ConfigError(`LIVEKIT_URL must be an address like wss://livekit.example.org, not "${text}".`);
  if (!key || !secret) throw new ConfigError('LIVEKIT_URL needs LIVEKIT_API_KEY and LIVEKIT_API_SECRET as well.');
  return { url, key, secret };
}

function turnServers(urls: string | undefined, secret: string | undefined) {
  const named = (urls ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  if (named.length === 0) return null;
  const odd = named.find((each) => !/^turns?:[^\s/@]+$/.test(each));
  if (odd) {
    throw new ConfigError(`ATRIUM_TURN_URL must list addresses like turn:turn.example.org:3478, not "${odd}".`);
  }
  if (!secret) throw new ConfigError('ATRIUM_TURN_URL needs ATRIUM_TURN_SECRET, the shared secret of the TURN server.');
  return { urls: named, secret };
}

/**
 * The hosts at which browsers reach meetings. By default the host of the workspace's own address, which usually leads
 * to this machine.
 */
function meetHosts(text: string | undefined, publicUrl: string): string[] {
  const own = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const named = (text ?? (isLocal(own) ? '' : own)).split(',').map((each) => each.trim());
  const hosts = named.filter(Boolean);
  for (const each of hosts) {
    if (!isIP(each) && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(each)) {
      throw new ConfigError(`ATRIUM_MEET_HOST must name hosts or addresses like meet.example.org, not "${each}".`);
    }
  }
  return hosts;
}
const isLocal = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A node that stops answers "not ready" for this long first, so that the load balancer sends it no more requests. */
const DRAIN_SECONDS = 5;

/** The name under which others reach a server that listens on all addresses. */
const ownHost = (host: string) =>
  host === '0.0.0.0' || host === '::' ? hostname() : isIPv6(host) ? `[${host}]` : host;

/**
 * Reads the address of a storage that a variable or a command line names.
 *
 * @throws ConfigError
 */
export function storageAt(text: string, name: string, env: NodeJS.ProcessEnv = process.env): StorageAddress {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, ATRIUM_S3_DIRECT: direct } = env;
  if (Boolean(id) !== Boolean(secret)) {
    throw new ConfigError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: set both or neither.');
  }
  if (direct && direct !== '1') throw new ConfigError(`ATRIUM_S3_DIRECT must be 1 or unset, not "${direct}".`);
  try {
    return readStorageAddress(text, { keys: id && secret ? { id, secret } : null, isDirect: direct === '1' });
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}.`);
  }
}

/** Shorter ones could be guessed by somebody with a copy of the database. */
const SECRET_CHARS = 32;

function readSecretKeys(env: NodeJS.ProcessEnv, isCluster: boolean): string[] | null {
  const old = (env.ATRIUM_SECRET_KEY_OLD ?? '').split(',').map((each) => each.trim());
  const keys = [env.ATRIUM_SECRET_KEY ?? '', ...old].filter(Boolean);
  if (keys.some((key) => key.length < SECRET_CHARS)) {
    throw new ConfigError(
      `ATRIUM_SECRET_KEY must have at least ${SECRET_CHARS} characters. Make one with: openssl rand -base64 32`,
    );
  }
  if (env.ATRIUM_SECRET_KEY) return keys;
  if (old.some(Boolean))
    throw new ConfigError('ATRIUM_SECRET_KEY_OLD needs ATRIUM_SECRET_KEY, the key that follows it.');
  if (isCluster) {
    throw new ConfigError(
      'Several servers need the same ATRIUM_SECRET_KEY. If one of them has a file secret.key, use the key in it; else make one with: openssl rand -base64 32',
    );
  }
  return null;
}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = env.ATRIUM_PORT ? Number(env.ATRIUM_PORT) : 8080;
  // Number() takes blanks for 0 and "8e3" for 8000.
  if ((env.ATRIUM_PORT && !/^\d+$/.test(env.ATRIUM_PORT)) || port > 65535) {
    throw new ConfigError(`ATRIUM_PORT must be a port number from 0 to 65535, not "${env.ATRIUM_PORT}".`);
  }
  const meetPort = env.ATRIUM_MEET_PORT ? Number(env.ATRIUM_MEET_PORT) : port;
  if ((env.ATRIUM_MEET_PORT && !/^\d+$/.test(env.ATRIUM_MEET_PORT)) || meetPort > 65535) {
    throw new ConfigError(`ATRIUM_MEET_PORT must be a port number from 0 to 65535, not "${env.ATRIUM_MEET_PORT}".`);
  }
  const logLevel = env.ATRIUM_LOG || 'info';
  if (!LOG_LEVELS.includes(logLevel)) {
    throw new ConfigError(`ATRIUM_LOG must be one of ${LOG_LEVELS.join(', ')}, not "${env.ATRIUM_LOG}".`);
  }
  const host = env.ATRIUM_HOST || '127.0.0.1';
  const publicUrl = (env.ATRIUM_URL || `http://localhost:${port}`).replace(/\/+$/, '');
  if (!isAddress(publicUrl, ['http', 'https'])) {
    throw new ConfigError(
      `ATRIUM_URL must be a full address like https://atrium.example.org, not "${env.ATRIUM_URL}".`,
    );
  }
  if (env.ATRIUM_METRICS_TOKEN && !/^[\x21-\x7e]{16,}$/.test(env.ATRIUM_METRICS_TOKEN)) {
    throw new ConfigError('ATRIUM_METRICS_TOKEN must be at least 16 characters without spaces.');
  }
  if (Boolean(env.ATRIUM_ADMIN_EMAIL) !== Boolean(env.ATRIUM_ADMIN_PASSWORD)) {
    throw new ConfigError('ATRIUM_ADMIN_EMAIL and ATRIUM_ADMIN_PASSWORD go together: set both or neither.');
  }
  if (env.DATABASE_URL && !addressesOf(env.DATABASE_URL).every((each) => isAddress(each, ['postgres', 'postgresql']))) {
    throw new ConfigError('DATABASE_URL must be an address like postgres://user:password@host:5432/database.');
  }
  if (env.DATABASE_READ_URL && !isAddress(env.DATABASE_READ_URL, ['postgres', 'postgresql'])) {
    throw new ConfigError('DATABASE_READ_URL must be an address like postgres://user:password@standby:5432/database.');
  }
  if (env.DATABASE_READ_URL && !env.DATABASE_URL) {
    throw new ConfigError('DATABASE_READ_URL names a standby of the database at DATABASE_URL: set both or neither.');
  }
  const redis = env.REDIS_URL ? readRedisAddress(env.REDIS_URL) : null;
  if (env.REDIS_URL && !redis) {
    throw new ConfigError(
      'REDIS_URL must be an address like redis://:password@host:6379 or redis+sentinel://one:26379,two:26379/name.',
    );
  }
  if (redis && !env.DATABASE_URL) {
    throw new ConfigError(
      'REDIS_URL is for several servers on one database: set DATABASE_URL to that database as well, or leave both unset.',
    );
  }
  const nodeUrl = (env.ATRIUM_NODE_URL || `http://${ownHost(host)}:${port}`).replace(/\/+$/, '');
  if (!isAddress(nodeUrl, ['http', 'https'])) {
    throw new ConfigError(
      `ATRIUM_NODE_URL must be the address at which the other servers reach this one, like http://10.0.0.5:8080, not "${env.ATRIUM_NODE_URL}".`,
    );
  }
  if (env.ATRIUM_DRAIN && !/^\d{1,3}$/.test(env.ATRIUM_DRAIN)) {
    throw new ConfigError(`ATRIUM_DRAIN must be a number of seconds from 0 to 999, not "${env.ATRIUM_DRAIN}".`);
  }
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '';
  if (endpoint && !isAddress(endpoint, ['http', 'https'])) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318.');
  }
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG || 1);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1.');
  }
  if (env.SMTP_URL && !isAddress(env.SMTP_URL, ['smtp', 'smtps'])) {
    throw new ConfigError('SMTP_URL must be an address like smtp://user:password@mail.example.org:587.');
  }
  const proxies = (env.ATRIUM_PROXY ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
  for (const each of proxies) {
    const [address = '', bits, ...rest] = each.split('/');
    const most = isIPv6(address) ? 128 : 32;
    const isNet = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0);
    if (!isIP(address) || !isNet) {
      throw new ConfigError(`ATRIUM_PROXY must name addresses or nets like 10.0.0.5 or 172.16.0.0/12, not "${each}".`);
    }
  }
  const localHosts = (env.ATRIUM_LOCAL_HOSTS ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
  for (const each of localHosts) {
    if (!URL.canParse(`http://${each}`) || new URL(`http://${each}`).host !== each) {
      throw new ConfigError(`ATRIUM_LOCAL_HOSTS must name hosts like 127.0.0.1:11434 or models.lan, not "${each}".`);
    }
  }
  if (!env.DATABASE_URL) forgetDefaults(env);
  const dataDir = path.resolve(env.ATRIUM_DATA || path.join(appDir, '../data'));
  return {
    port,
    host,
    dataDir,
    storage: storageAt(env.ATRIUM_STORAGE || path.join(dataDir, 'files'), 'ATRIUM_STORAGE', env),
    oldStorage: env.ATRIUM_STORAGE_OLD ? storageAt(env.ATRIUM_STORAGE_OLD, 'ATRIUM_STORAGE_OLD', env) : null,
    backup: storageAt(env.ATRIUM_BACKUP || path.join(dataDir, 'backups'), 'ATRIUM_BACKUP', env),
    publicUrl,
    hasPublicUrl: Boolean(env.ATRIUM_URL),
    metricsToken: env.ATRIUM_METRICS_TOKEN || null,
    proxies,
    localHosts,
    meet: {
      port: meetPort,
      tcpPort: meetTcpPort(env.ATRIUM_MEET_TCP_PORT, meetPort),
      hosts: meetHosts(env.ATRIUM_MEET_HOST, publicUrl),
      turn: turnServers(env.ATRIUM_TURN_URL, env.ATRIUM_TURN_SECRET),
      livekit: liveKit(env),
    },
    databaseUrl: env.DATABASE_URL || null,
    databaseReadUrl: env.DATABASE_READ_URL || null,
    cluster: redis && { redis, nodeUrl, drainMs: 1000 * Number(env.ATRIUM_DRAIN || DRAIN_SECONDS) },
    smtpUrl: env.SMTP_URL || null,
    secretKeys: readSecretKeys(env, redis !== null),
    forgetSecrets: env.ATRIUM_SECRET_FORGET === '1',
    admin:
      env.ATRIUM_ADMIN_EMAIL && env.ATRIUM_ADMIN_PASSWORD
        ? { email: env.ATRIUM_ADMIN_EMAIL, password: env.ATRIUM_ADMIN_PASSWORD }
        : null,
    logLevel,
    tracing: endpoint ? { endpoint, serviceName: env.OTEL_SERVICE_NAME || 'atrium', ratio } : null,
    webDir: path.join(appDir, 'web/dist'),
  };
}
