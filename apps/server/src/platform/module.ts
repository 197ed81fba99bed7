import type { FastifyInstance } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { App } from './app.ts';
import type { Follower } from './events/eventLog.ts';
import type { Contribution } from './extensionPoint.ts';
import type { Route } from './http/route.ts';
import type { LoadMembers } from './realtime/hub.ts';
import type { Caller } from './work.ts';

/** The person and the device behind a token. */
export type Session = Omit<Caller, 'lang' | 'fd' | 'ip' | 'userAgent' | 'token'>;

/** Answers who a token belongs to. */
export interface Authenticator {
  authenticate(token: string): Promise<Session | undefined>;
}

/**
 * What one module adds to the server. `modules/modules.ts` lists the modules in their order, and a module imports only
 * modules that come before it; what an earlier one needs from a later one is contributed to an `ExtensionPoint`.
 */
export interface Module {
  /** Its folder. */
  name: string;
  /** Its calls. */
  routes?: readonly Route[];
  /** Adds addresses beside the calls: downloads, pictures, devices. */
  http?: (server: FastifyInstance, app: App, sessions: Authenticator) => void;
  /** Opens its web socket. Returns what closes it to new connections. */
  sockets?: (server: FastifyInstance, app: App, sessions: Authenticator) => () => void;
  /** Who hears the events that are addressed to one of its things. */
  members?: { of: 'dialog' | 'project'; load: (app: App) => LoadMembers };
  /** Reads what its answers need from memory, before anyone is let in. */
  warmUp?: (app: App) => Promise<void>;
  /** Settles what a server that ended before left half done, before anyone is let in. */
  recover?: (app: App) => Promise<void>;
  /** What its background jobs do, by their names. */
  jobs?: (app: App) => TaskList;
  /** When jobs run, as lines of a crontab. One server of several runs each of them. */
  schedules?: readonly string[];
  /** Deletes what is past keeping. Runs hourly, unless the clock is not trusted. */
  forgetOld?: (app: App) => Promise<void>;
  /** Those of its parts that follow the event log. */
  followers?: readonly Follower[];
  contributions?: readonly Contribution[];
  /** Ends what it has running, before the database is closed. */
  stop?: (app: App) => Promise<void>;
}
