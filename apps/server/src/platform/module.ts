import type { FastifyInstance } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { App } from './app.ts';
import type { Follower } from './events/eventLog.ts';
import type { Contribution } from './extensionPoint.ts';
import type { Route } from './http/route.ts';
import type { LoadMembers } from './realtime/hub.ts';
import type { Caller } from './work.ts';

/** The person and the device of a token. */
export type Session = Omit<Caller, 'lang' | 'fd' | 'ip' | 'userAgent' | 'token'>;

/** Answers who a token belongs to. */
export interface Authenticator {
  authenticate(token: string): Promise<Session | undefined>;
}

/**
 * What one module adds to the server. `modules/modules.ts` lists the modules in order, and a module imports only
 * earlier modules; what an earlier one needs from a later one is contributed to an `ExtensionPoint`.
 */
export interface Module {
  /** Its folder. */
  name: string;
  /** Its calls. */
  routes?: readonly Route[];
  /** Adds endpoints other than calls: downloads, pictures, devices. */
  http?: (server: FastifyInstance, app: App, sessions: Authenticator) => void;
  /** Opens its WebSocket. Returns a function that closes it to new connections. */
  sockets?: (server: FastifyInstance, app: App, sessions: Authenticator) => () => void;
  /** Looks up the receivers of events addressed to one of its things. */
  members?: { of: 'dialog' | 'project'; load: (app: App) => LoadMembers };
  /** Fills caches that its answers need, before the server accepts requests. */
  warmUp?: (app: App) => Promise<void>;
  /**
   * Repairs what a previous server left incomplete, before the server accepts requests. With several nodes only the
   * first one does, before it admits the others.
   */
  recover?: (app: App) => Promise<void>;
  /** Runs when a standby has replaced the database. */
  promoted?: (app: App) => Promise<void>;
  /** The handlers of its background jobs, by name. */
  jobs?: (app: App) => TaskList;
  /** The schedule of jobs, as lines of a crontab. One of several servers runs each of them. */
  schedules?: readonly string[];
  /** Deletes expired data. Runs hourly, unless the clock is not trusted. */
  forgetOld?: (app: App) => Promise<void>;
  /** Its followers of the event log. */
  followers?: readonly Follower[];
  contributions?: readonly Contribution[];
  /** Stops background work before the database is closed. */
  stop?: (app: App) => Promise<void>;
}
