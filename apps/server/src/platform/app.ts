import type pg from 'pg';
import type { Announcer } from './announcer.ts';
import type { Assistant } from './assistant.ts';
import type { SteadyClock } from './clock.ts';
import type { Db } from './db/pool.ts';
import type { DatabaseWatch } from './db/watch.ts';
import type { EventBus } from './events.ts';
import type { Contribution } from './extensionPoint.ts';
import type { Interpreter } from './interpreter.ts';
import type { Limiter } from './limiter.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail.ts';
import type { MeetEngine } from './meet/engine.ts';
import type { Metrics } from './metrics.ts';
import type { Download, Outbound } from './outbound.ts';
import type { OwnWrites } from './ownWrites.ts';
import type { Pictures } from './pictures.ts';
import type { Hub } from './realtime/hub.ts';
import type { Storage } from './storage.ts';

/** The resources of one running server. Modules keep what they cache per server in a `WeakMap` by this. */
export interface App {
  db: Db;
  pool: pg.Pool;
  /** Whether the database answers. */
  database: DatabaseWatch;
  bus: EventBus;
  /** Hands committed events to the bus, by the event log. */
  announcer: Announcer;
  ownWrites: OwnWrites;
  clock: SteadyClock;
  hub: Hub;
  /** A connection whose reader makes no progress for this long is dropped. */
  socketStallMs: number;
  log: Log;
  metrics: Metrics;
  limiter: Limiter;
  mailer: Mailer;
  /** The mail server that whoever runs this server has set. */
  smtpUrl: string | null;
  /** The one way to addresses that somebody else named. */
  outbound: Outbound;
  download: Download;
  interpreter: Interpreter;
  /** Asks a model, wherever the workspace says that it stands. */
  assistant: Assistant;
  /** Carries what is said and shown in meetings. */
  meet: MeetEngine;
  /** Hosts beside this server that may be asked. */
  localHosts: readonly string[];
  /** Public base of links, without a closing slash. */
  publicUrl: string;
  /** Nobody has said under which address people come: those of this machine all count. */
  acceptsAnyOwnAddress: boolean;
  version: string;
  /** Where the built web client stands; null where somebody else serves it. */
  webDir: string | null;
  /** Where files lie while they are received and until they are used up. */
  uploadDir: string;
  /** Where they lie for good. */
  storage: Storage;
  /** What modules add to the extension points of others. */
  contributions: readonly Contribution[];
  pictures: Pictures;
}
