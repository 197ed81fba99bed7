import type { Language } from '@atrium/i18n/languages.ts';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { newToken, tokenHash } from '#platform/crypto';
import type { Identity, Session, SignIns } from '#platform/module';
import type { Caller, Work } from '#platform/work';
import { accessOf, isAccessToken, noteTokenUse } from './accessTokens.service.ts';
import { factorDue, isFactorRequired } from './factorRule.service.ts';
import {
  deleteExpiredDevices,
  deleteOldDevices,
  findSignIn,
  insertDevice,
  limitDevices,
  noteDeviceUse,
  setDeviceToken,
  updateSeen,
} from './sessions.queries.ts';
import { describeAgent } from './userAgent.service.ts';

const DAY_MS = 86_400_000;
const CACHE_MS = 30_000;
const CACHED_SESSIONS = 20_000;
/** Minimum interval between writes of last-seen. */
const SEEN_MS = 30_000;
/** Minimum interval between writes of a device's last use. */
const USED_MS = 5 * 60_000;
/** The interval for a change of language is shorter, but there is one, because two devices may disagree. */
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
  readonly #used = new Map<number, number>();
  readonly #writing = new Set<Promise<unknown>>();
  /** Counts events that end or change sign-ins: a sign-in that was read before such an event must not be cached. */
  #changes = 0;

  constructor(app: App) {
    this.#app = app;
    app.bus.subscribe('session', ({ userid }) => {
      this.#changes++;
      for (const [hash, { identity }] of this.#cache) {
        if (identity?.session.userid === userid) this.#cache.delete(hash);
      }
    });
    // The settings decide which sessions are restricted for lack of a second factor.
    app.bus.subscribe('settingRead', ({ name }) => {
      if (name !== 'system') return;
      this.#changes++;
      this.#cache.clear();
    });
    app.bus.subscribe('line', ({ userid, online, isHere }) => {
      if (!online && isHere) this.#writeSeen(userid);
    });
  }

  /** The session of a token, for everything but calls: an account with a temporary password has no access there. */
  async authenticate(token: string, scopes: readonly string[] = []): Promise<Session | undefined> {
    const identity = await this.identify(token);
    if (!identity || identity.heldBack) return undefined;
    const { session } = identity;
    const access = session.accessToken;
    if (!access) return session;
    return !access.isForTools && !access.davId && scopes.some((scope) => access.scopes.includes(scope))
      ? session
      : undefined;
  }

  /** The session of a token, for calls, each of which knows whether a temporary password is enough. */
  async identify(token: string): Promise<Identity | undefined> {
    if (token.length > 200) return undefined;
    const hash = tokenHash(token);
    const known = this.#cache.get(hash);
    if (known && known.until > Date.now()) return known.identity;
    const before = this.#changes;
    const identity = isAccessToken(token)
      ? await findAccess(this.#app, token)
      : await findBy(this.#app, { tokenHash: hash });
    if (this.#changes !== before) return this.identify(token);
    const expiry = identity?.session.accessToken?.expiredAt?.getTime() ?? Number.POSITIVE_INFINITY;
    this.#cache.set(hash, { until: Math.min(Date.now() + CACHE_MS, expiry), identity });
    if (this.#cache.size > CACHED_SESSIONS) {
      const oldest = this.#cache.keys().next().value;
      if (oldest !== undefined) this.#cache.delete(oldest);
    }
    return identity;
  }

  /** Records last-seen, and the language if the call names one, without delaying the call. */
  noteCall({ userid, deviceId, ip, namedLang, accessToken }: Caller): void {
    const at = Date.now();
    // A program with a token does not make its person count as present.
    if (accessToken) return this.#noteTokenUse(accessToken.id, ip, at);
    this.#noteUse(deviceId, ip, at);
    const before = this.#seen.get(userid);
    const isNewLang = namedLang !== undefined && namedLang !== before?.lang;
    if (before && at - before.at < (isNewLang ? LANG_MS : SEEN_MS)) return;
    this.#seen.set(userid, { at, lang: namedLang ?? before?.lang });
    this.#write(userid, { line_at: new Date(at), line_ip: ip, ...(namedLang && { lang: namedLang }) });
  }

  #noteUse(deviceId: number, ip: string, at: number): void {
    if (at - (this.#used.get(deviceId) ?? 0) < USED_MS) return;
    if (this.#used.size > CACHED_SESSIONS) this.#used.clear();
    this.#used.set(deviceId, at);
    const { db } = this.#app;
    this.#keep(sessionDays(this.#app).then((days) => noteDeviceUse(db, deviceId, ip, new Date(at), days)));
  }

  #noteTokenUse(id: number, ip: string, at: number): void {
    // The ids of tokens are negative here, so that they differ from those of devices.
    if (at - (this.#used.get(-id) ?? 0) < SEEN_MS) return;
    if (this.#used.size > CACHED_SESSIONS) this.#used.clear();
    this.#used.set(-id, at);
    this.#keep(noteTokenUse(this.#app, id, ip, new Date(at)));
  }

  /** Waits until everything is written: called before the database stops. */
  async settled(): Promise<void> {
    await Promise.all(this.#writing);
  }

  #writeSeen(userid: number): void {
    this.#write(userid, { line_at: new Date() });
  }

  #write(userid: number, fields: { line_at: Date; line_ip?: string; lang?: Language }): void {
    this.#keep(updateSeen(this.#app.db, fields, userid));
  }

  #keep(write: Promise<unknown>): void {
    const writing: Promise<unknown> = write
      .catch((error: unknown) => this.#app.log.warn({ err: error }, 'could not store when a person was last seen'))
      .finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }
}

/** The session of a device, for keys given to that device. */
export async function sessionOfDevice(app: App, deviceId: number): Promise<Session | undefined> {
  const identity = await findBy(app, { deviceId });
  return identity?.heldBack ? undefined : identity?.session;
}

async function findBy(app: App, which: Parameters<typeof findSignIn>[2]): Promise<Identity | undefined> {
  const now = app.clock.now();
  const row = await findSignIn(app.db, now, which);
  if (!row) return undefined;
  const { deviceId, userid, identity, nickname, tel } = row;
  return {
    session: { deviceId, userid, identity, nickname, tel, isBot: row.bot > 0 },
    heldBack: row.changepass === 1 ? 'password.temporary' : await lacksFactor(app, row, now),
  };
}

async function findAccess(app: App, token: string): Promise<Identity | undefined> {
  const now = app.clock.now();
  const row = await accessOf(app, token, now);
  if (!row) return undefined;
  const { tokenId: id, app: ofApp, scopes, expiredAt, userid, identity, nickname, tel, bot } = row;
  const accessToken = { id, app: ofApp, scopes, expiredAt, isForTools: row.resource === 'mcp', davId: row.davId };
  return {
    session: { deviceId: 0, userid, identity, nickname, tel, isBot: bot > 0, accessToken },
    heldBack: row.changepass === 1 ? 'password.temporary' : await lacksFactor(app, row, now),
  };
}

/** A person without the second factor that the workspace requires is held back once the days of grace are over. */
async function lacksFactor(
  app: App,
  row: { identity: string[]; bot: number; has_factor: boolean; created_at: Date },
  now: Date,
): Promise<'factor.required' | null> {
  if (row.has_factor || row.bot > 0) return null;
  const settings = await settingsOf(app);
  if (!isFactorRequired(settings, row.identity)) return null;
  return factorDue(settings, row.created_at) <= now ? 'factor.required' : null;
}

/** Gives the device a new token. The old one ends, and so does everything that was opened with it. */
export async function renewSession(work: Work): Promise<string> {
  const { userid, deviceId } = work.caller;
  const token = newToken();
  await setDeviceToken(work.tx, tokenHash(token), deviceId);
  work.tellNodes('session', { userid, deviceId, ended: false, renewed: true });
  return token;
}

async function sessionDays(app: App) {
  const { session_idle_days: idle, session_max_days: max } = await settingsOf(app);
  return { idle, max };
}

/** The end of sign-ins without limits. */
const FOR_GOOD = new Date('2200-01-01T00:00:00Z');

interface NewSession {
  userid: number;
  ip: string;
  userAgent: string;
  /** True if the person has just proved their identity. */
  isProved: boolean;
}

/** A sign-in for a bot's programs, until it is revoked. */
export async function openBotSession(tx: Work['tx'], userid: number): Promise<string> {
  const token = newToken();
  await insertDevice(tx, {
    userid,
    token_hash: tokenHash(token),
    detail: JSON.stringify(describeAgent('')),
    expired_at: FOR_GOOD,
  });
  return token;
}

/** Signs a device in; the token is returned once and stored only as its hash. */
export async function openSession(
  { tx, app, now }: Pick<Work, 'tx' | 'app' | 'now'>,
  { userid, ip, userAgent, isProved }: NewSession,
): Promise<string> {
  const token = newToken();
  const { idle, max } = await sessionDays(app);
  await insertDevice(tx, {
    userid,
    token_hash: tokenHash(token),
    detail: JSON.stringify({ ip, ...describeAgent(userAgent) }),
    used_ip: ip,
    proved_at: isProved ? now : null,
    expired_at: new Date(now.getTime() + DAY_MS * (max > 0 ? Math.min(idle, max) : idle)),
  });
  await deleteOldDevices(tx, userid);
  return token;
}

/** Applies the workspace's limits to devices that are signed in. */
export async function applySessionLimits(app: App): Promise<void> {
  await limitDevices(app.db, await sessionDays(app));
}

/** Deletes sign-ins that ended more than a day ago. */
export async function forgetExpired({ db }: App): Promise<void> {
  await deleteExpiredDevices(db);
}
