import type { Call } from '@atrium/contract/kit.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TaskList } from 'graphile-worker';
import type { App } from './app.ts';
import type { Follower } from './events/eventLog.ts';
import type { Contribution } from './extensionPoint.ts';
import type { Route } from './http/route.ts';
import type { MailSetup } from './outside/mail.ts';
import type { LoadMembers } from './realtime/hub.ts';
import type { Caller, View } from './work.ts';

/** The person and the device of a token. */
export type Session = Omit<Caller, 'lang' | 'fd' | 'ip' | 'userAgent' | 'token'>;

/** Resolves a token to the session that it belongs to. */
export interface Authenticator {
  /** @param scopes  an access token counts only where it has one of these; nowhere by default */
  authenticate(token: string, scopes?: readonly string[]): Promise<Session | undefined>;
}

/** A sign-in, and the step that its account must take first, as the error that all other calls return. */
export interface Identity {
  session: Session;
  heldBack: 'password.temporary' | 'factor.required' | null;
}

/** The sign-ins of all devices. */
export interface SignIns extends Authenticator {
  /** Identifies the caller for calls, each of which decides if a temporary password is enough. */
  identify(token: string): Promise<Identity | undefined>;
  /** Records last-seen, and the language if the call names one, without delaying the call. */
  noteCall(caller: Caller): void;
  /** Waits until everything is written: called before the database stops. */
  settled(): Promise<void>;
}

/** Encrypts requests and answers for clients that want it. */
export interface RequestCipher {
  /**
   * Returns the parameters of a request, including those that were encrypted for this server.
   *
   * @param header  `encrypt` of the request
   * @throws transport.unreadable, and what reading JSON throws
   */
  open(app: App, header: string, raw: Record<string, unknown>, mostBytes: number): Promise<Record<string, unknown>>;
  /** Encrypts the answer for the key that the header names, if any. */
  seal(header: string, text: string): Promise<string>;
}

/** The functions of modules that every call and the server's own pages use; each comes from exactly one module. */
export interface ProvidedFunctions {
  signIns: (app: App) => SignIns;
  /** Adds keys to the file addresses in an answer, for clients that do not add their own. */
  withAddresses: (view: View, data: unknown) => Promise<unknown>;
  /** The workspace's limit for one file, in bytes. */
  uploadLimit: (app: App) => Promise<number>;
  /** Refuses a request with files that is too long for the caller's storage quota, before its body is read. */
  requireRoom: (app: App, userid: number, requestBytes: number) => Promise<void>;
  /** Finds the person of a request with a token in its header or a key in its address. */
  callerOf: (app: App, signIns: SignIns, request: FastifyRequest) => Promise<Session | undefined>;
  requestCipher: RequestCipher;
  mailSetup: (app: App) => Promise<MailSetup | null>;
  createFirstAdmin: (app: App, admin: { email: string; password: string }) => Promise<void>;
  /** True if the workspace has an account. */
  hasAccounts: (app: App) => Promise<boolean>;
}

/** Puts together what the modules provide. @throws if a part is missing or comes from two modules */
export function providedBy(modules: readonly Module[]): ProvidedFunctions {
  const provided: Partial<ProvidedFunctions> = {};
  for (const { name, provides } of modules) {
    for (const part of Object.keys(provides ?? {})) {
      if (part in provided) throw new Error(`${part} is provided twice, the second time by ${name}`);
    }
    Object.assign(provided, provides);
  }
  const missing = PARTS.filter((part) => !(part in provided));
  if (missing.length > 0) throw new Error(`no module provides ${missing.join(', ')}`);
  return provided as ProvidedFunctions;
}

const PARTS: readonly (keyof ProvidedFunctions)[] = [
  'signIns',
  'withAddresses',
  'uploadLimit',
  'requireRoom',
  'callerOf',
  'requestCipher',
  'mailSetup',
  'createFirstAdmin',
  'hasAccounts',
];

/** Runs the calls of the contract for other protocols than HTTP calls, with the same rules. */
export interface ProgramCalls {
  /**
   * Finds the person of a request's bearer token; undefined without a token, or while the account must do something
   * first.
   */
  callerOf(request: FastifyRequest): Promise<Caller | undefined>;
  /** Makes a call that takes no files. @throws Failure */
  perform(call: Call, raw: Record<string, unknown>, caller: Caller): Promise<unknown>;
}

/**
 * The parts that one module adds to the server. `modules/modules.ts` lists the modules in order, and a module imports
 * only earlier modules; functions that an earlier one needs from a later one are contributed to an `ExtensionPoint`.
 */
export interface Module {
  /** The name of the module's folder. */
  name: string;
  /** The calls of the module. */
  routes?: readonly Route[];
  /** The module's parts of `Provided`. */
  provides?: Partial<ProvidedFunctions>;
  /** Handles requests before the calls do, for an address that answers with a file or with a call's answer. */
  beforeCalls?: (server: FastifyInstance, app: App, sessions: Authenticator) => void;
  /** Adds endpoints other than calls: downloads, pictures, devices. */
  http?: (server: FastifyInstance, app: App, sessions: SignIns, calls: ProgramCalls) => void;
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
  /** Jobs that send something to people or other servers, which a restored copy does not continue. */
  outgoing?: readonly string[];
  /** The schedule of jobs, as lines of a crontab. One of several servers runs each of them. */
  schedules?: readonly string[];
  /** Deletes expired data. Runs hourly, unless the clock is not trusted. */
  forgetOld?: (app: App) => Promise<void>;
  /** The followers of the event log in the module. */
  followers?: readonly Follower[];
  contributions?: readonly Contribution[];
  /** Stops background work before the database is closed. */
  stop?: (app: App) => Promise<void>;
}
