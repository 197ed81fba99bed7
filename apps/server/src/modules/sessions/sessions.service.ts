import type { Language } from '@atrium/i18n/languages.ts';
import type { App } from '#platform/app';
import { newToken, tokenHash } from '#platform/crypto';
import type { Db } from '#platform/db/pool';
import type { Identity, Session, SignIns } from '#platform/module';
import type { Caller, Work } from '#platform/work';
import {
  deleteExpiredDevices,
  deleteOldDevices,
  findSignIn,
  insertDevice,
  setDeviceToken,
  updateSeen,
} from './sessions.queries.ts';
import { describeAgent } from './userAgent.service.ts';

/** A sign-in lasts 30 days from its last renewal. */
const SESSION_MS = 30 * 86_400_000;
const CACHE_MS = 30_000;
const CACHED_SESSIONS = 20_000;
/** Minimum interval between writes of last-seen. */
const SEEN_MS = 30_000;
/** A change of language is written sooner; still limited, for two devices that disagree. */
const LANG_MS = 1000;

interface Cached {
  until: number;
  identity: Identity | undefined;
}

/**
 * Resolves tokens to sign-ins. They are cached for half a minute; anything that ends or changes one is announced on the
 * bus, which clears it everywhere at once and closes its sockets.
 */
export class Sessions implements SignIns {
  readonly #app: App;
  readonly #cache = new Map<string, Cached>();
  readonly #seen = new Map<number, { at: number; lang: Language | undefined }>();
  readonly #writing = new Set<Promise<unknown>>();
  /** Counts events that end or change sign-ins: a look-up overtaken by one must not be cached. */
  #changes = 0;

  constructor(app: App) {
    this.#app = app;
    app.bus.subscribe('session', ({ userid }) => {
      this.#changes++;
      for (const [hash, { identity }] of this.#cache) {
        if (identity?.session.userid === userid) this.#cache.delete(hash);
      }
    });
    app.bus.subscribe('line', ({ userid, online, isHere }) => {
      if (!online && isHere) this.#writeSeen(userid);
    });
  }

  /** The session of a token, for everything but calls: an account with a temporary password has no access there. */
  async authenticate(token: string): Promise<Session | undefined> {
    const identity = await this.identify(token);
    return identity?.hasTemporaryPassword ? undefined : identity?.session;
  }

  /** The session of a token, for calls, each of which knows whether a temporary password is enough. */
  async identify(token: string): Promise<Identity | undefined> {
    if (token.length > 200) return undefined;
    const hash = tokenHash(token);
    const known = this.#cache.get(hash);
    if (known && known.until > Date.now()) return known.identity;
    const before = this.#changes;
    const identity = await findBy(this.#app, { tokenHash: hash });
    if (this.#changes !== before) return this.identify(token);
    this.#cache.set(hash, { until: Date.now() + CACHE_MS, identity });
    if (this.#cache.size > CACHED_SESSIONS) {
      const oldest = this.#cache.keys().next().value;
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    return identity;
  }

  /** Records last-seen, and the language if the call names one, without delaying the call. */
  noteCall({ userid, ip, namedLang }: Caller): void {
    const at = Date.now();
    const before = this.#seen.get(userid);
    const isNewLang = namedLang !== undefined && namedLang !== before?.lang;
    if (before && at - before.at < (isNewLang ? LANG_MS : SEEN_MS)) return;
    this.#seen.set(userid, { at, lang: namedLang ?? before?.lang });
    this.#write(userid, { line_at: new Date(at), line_ip: ip, ...(namedLang && { lang: namedLang }) });
  }

  /** Waits until everything is written: called before the database stops. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #writeSeen(userid: number): void {
    this.#write(userid, { line_at: new Date() });
  }

  #write(userid: number, fields: { line_at: Date; line_ip?: string; lang?: Language }): void {
    const writing: Promise<unknown> = updateSeen(this.#app.db, fields, userid)
      .catch((error: unknown) => this.#app.log.warn({ err: error }, 'could not store when a person was last seen'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

/** The session of a device, for keys given to that device. */
export async function sessionOfDevice(app: App, deviceId: number): Promise<Session | undefined> {
  const identity = await findBy(app, { deviceId });
  return identity?.hasTemporaryPassword ? undefined : identity?.session;
}

async function findBy({ db, clock }: App, which: Parameters<typeof findSignIn>[2]): Promise<Identity | undefined> {
  const row = await findSignIn(db, clock.now(), which);
  if (!row) return undefined;
  const { deviceId, userid, identity, nickname, tel } = row;
  return {
    session: { deviceId, userid, identity, nickname, tel, isBot: row.bot > 0 },
    hasTemporaryPassword: row.changepass === 1,
  };
}

/** The device stays signed in with a new token: the old one ends, with everything opened by it. */
export async function renewSession(work: Work): Promise<string> {
  const { userid, deviceId } = work.caller;
  const token = newToken();
  await setDeviceToken(work.tx, tokenHash(token), deviceId);
  work.tellNodes('session', { userid, deviceId, ended: false, renewed: true });
  return token;
}

/** Signs a device in; the token is returned once and stored only as its hash. */
export async function openSession(tx: Db | Work['tx'], userid: number, ip: string, userAgent: string): Promise<string> {
  const token = newToken();
  await insertDevice(tx, {
    userid,
    token_hash: tokenHash(token),
    detail: JSON.stringify({ ip, ...describeAgent(userAgent) }),
    expired_at: new Date(Date.now() + SESSION_MS),
  });
  await deleteOldDevices(tx, userid);
  return token;
}

/** Deletes sign-ins that ended more than a day ago. */
export async function forgetExpired({ db }: App): Promise<void> {
  await deleteExpiredDevices(db);
}
