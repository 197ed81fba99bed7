import type pg from 'pg';
import type { Cluster } from './cluster/cluster.ts';
import type { ShortLived } from './cluster/shortLived.ts';
import type { Db } from './db/pool.ts';
import type { Replica } from './db/replica.ts';
import type { DatabaseWatch } from './db/watch.ts';
import type { Announcer } from './events/announcer.ts';
import type { EventBus } from './events/events.ts';
import type { OwnWrites } from './events/ownWrites.ts';
import type { Contribution } from './extensionPoint.ts';
import type { Pictures } from './files/pictures.ts';
import type { Storage } from './files/storage.ts';
import type { StorageAddress } from './files/storageAddress.ts';
import type { Limiter } from './limiter.ts';
import type { Log } from './log.ts';
import type { MeetEngine, TurnServers } from './meet/engine.ts';
import type { Metrics } from './metrics.ts';
import type { Assistant } from './outside/assistant.ts';
import type { Interpreter } from './outside/interpreter.ts';
import type { Mailer } from './outside/mail.ts';
import type { Connect, Download, OpenStream, Outbound } from './outside/outbound.ts';
import type { Hub } from './realtime/hub.ts';
import type { Secrets } from './secrets.ts';
import type { SteadyClock } from './time/clock.ts';
import type { Tracing } from './tracing.ts';

/** The resources of one running server. Modules store their caches in a `WeakMap` keyed by it. */
export interface App {
  db: Db;
  /**
   * The database for reads that may be a second old: the replica of `DATABASE_READ_URL` while it is up to date, else
   * `db`.
   */
  readonly readDb: Db;
  replica: Replica | null;
  pool: pg.Pool;
  /** Watches the connection to the database. */
  database: DatabaseWatch;
  bus: EventBus;
  /** This node among the others; null for a single server. */
  cluster: Cluster | null;
  /** Values that expire, shared by all nodes. */
  shortLived: ShortLived;
  /** Publishes committed events on the bus, in the order of the event log. */
  announcer: Announcer;
  ownWrites: OwnWrites;
  clock: SteadyClock;
  hub: Hub;
  /** A connection whose reader makes no progress for this long is dropped. */
  socketStallMs: number;
  log: Log;
  metrics: Metrics;
  /** Null unless an OpenTelemetry collector is configured. */
  tracing: Tracing | null;
  limiter: Limiter;
  /** Encrypts what must not be readable in the database. */
  secrets: Secrets;
  mailer: Mailer;
  /** The mail server from `SMTP_URL`; null if it is set on a screen or not at all. */
  smtpUrl: string | null;
  /** The only way to fetch addresses that users or other servers named. */
  outbound: Outbound;
  download: Download;
  /** Opens streams of services that administrators name. */
  openStream: OpenStream;
  /** A guarded connection for protocols other than http. */
  connect: Connect;
  interpreter: Interpreter;
  /** Asks an AI model at the address from the workspace's settings. */
  assistant: Assistant;
  /** Carries audio and video of meetings. */
  meet: MeetEngine;
  /** Relays for networks that let nothing else through; null = none. */
  turn: TurnServers | null;
  /** Private hosts that may be fetched, as `host:port`. */
  localHosts: readonly string[];
  /** Public base of links, without a closing slash. */
  publicUrl: string;
  /** True if `ATRIUM_URL` is unset. Every address of this machine then counts as ours. */
  acceptsAnyOwnAddress: boolean;
  version: string;
  /** The folder of the built web client; null if another server serves it. */
  webDir: string | null;
  /** Folder for uploads until they are stored. */
  uploadDir: string;
  /** Permanent storage of files. */
  storage: Storage;
  /** The storage for backups unless the settings name a bucket. */
  backup: StorageAddress;
  /** The address of the database, for connections of backups. */
  databaseUrl: string;
  /** The contributions of modules to the extension points of others. */
  contributions: readonly Contribution[];
  pictures: Pictures;
}
