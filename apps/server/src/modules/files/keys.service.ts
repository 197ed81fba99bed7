import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sessionOfDevice } from '#modules/sessions/sessions.service';
import { openSection, sealSection } from '#modules/system/sealedSettings.service';
import type { App } from '#platform/app';
import { randomCode, sameText } from '#platform/crypto';
import type { Authenticator, Session } from '#platform/module';
import type { View } from '#platform/work';
import { FILE_SECRET, getSecret, insertSecretOnce } from './files.queries.ts';

/** Keys change every hour, so that browsers can cache an address for a while. */
const STEP_S = 3600;
/** The minimum remaining lifetime of a key. */
const LIFE_S = 2 * STEP_S;
const secrets = new WeakMap<App, Promise<string>>();

/** Returns the one secret for all servers of a database, which is created on first use. */
function secretOf(app: App): Promise<string> {
  const known = secrets.get(app);
  if (known) return known;
  const reading = readSecret(app);
  secrets.set(app, reading);
  reading.catch(() => secrets.delete(app));
  return reading;
}

async function readSecret(app: App): Promise<string> {
  await insertSecretOnce(app.db, JSON.stringify(sealSection(app, FILE_SECRET, randomCode(32))));
  const row = await getSecret(app.db);
  return String(openSection(app, FILE_SECRET, row.value));
}

const sign = (secret: string, words: string) => createHmac('sha256', secret).update(words).digest('base64url');

/** The subject of a key, `subject.expiry.mac`, that was made here and is still valid; undefined for any other text. */
async function subjectOf(app: App, key: string, now: Date): Promise<string | undefined> {
  const [subject = '', expiry = '', mac = ''] = key.slice(0, KEY_CHARS).split('.');
  // The comparison is not written with `<`, which would accept an expiry that is not a number.
  if (!(Number.parseInt(expiry, 36) * 1000 >= now.getTime())) return undefined;
  return sameText(mac, sign(await secretOf(app), `${subject}.${expiry}`)) ? subject : undefined;
}
const KEY_CHARS = 300;

/** Issues a key for one device. It ends with the sign-in, or within two to three hours. */
export async function issueDeviceKey({ app, caller, now }: View): Promise<{ key: string; expired_at: number }> {
  const expired_at = Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LIFE_S + STEP_S;
  const words = `${caller.deviceId}.${expired_at.toString(36)}`;
  return { key: `${words}.${sign(await secretOf(app), words)}`, expired_at };
}

/** A signature of `subject` that is valid for `seconds`. */
export async function signedFor(app: App, subject: string, seconds: number, now: Date): Promise<string> {
  const expiry = Math.floor(now.getTime() / 1000 + seconds).toString(36);
  return `${expiry}-${sign(await secretOf(app), `${subject}.${expiry}`)}`;
}

/** True if `signature` belongs to `subject` and is still valid. */
export async function isSigned(app: App, subject: string, signature: string, now: Date): Promise<boolean> {
  const [, expiry = '', mac = ''] = /^([0-9a-z]{1,10})-([\w-]{43})$/.exec(signature) ?? [];
  if (!(Number.parseInt(expiry, 36) * 1000 >= now.getTime())) return false;
  return sameText(mac, sign(await secretOf(app), `${subject}.${expiry}`));
}

type TicketKind = 'export' | 'pack';

/**
 * A ticket for one thing, valid for an hour for anyone who has it. Its subject begins with a letter, unlike a device's
 * key.
 */
export async function issueTicket({ app, now }: View, subject: `${TicketKind}${number}`): Promise<string> {
  const words = `${subject}.${Math.floor(now.getTime() / 1000 + STEP_S).toString(36)}`;
  return `${words}.${sign(await secretOf(app), words)}`;
}

/**
 * Gives keys for single files of messages and tasks to one device, as part of addresses. People copy and forward such
 * an address, so it must not open anything else. It ends with the sign-in, or within two to three hours; the right to
 * read is checked each time. It changes every hour, so that browsers can cache the file.
 */
export async function addressKeys({ app, caller, now }: View): Promise<(token: string) => string> {
  const secret = await secretOf(app);
  const expiry = (Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LIFE_S + STEP_S).toString(36);
  return (token) => {
    const words = `file${token}d${caller.deviceId}.${expiry}`;
    return `${words}.${sign(secret, words)}`;
  };
}

/** The session behind an address, while its key is valid for this file and the device is signed in. */
export async function openAddress(app: App, token: string, key: string, now = new Date()) {
  const [, file, device] = /^file([\w-]{24})d(\d{1,10})$/.exec((await subjectOf(app, key, now)) ?? '') ?? [];
  if (!device || file !== token) return undefined;
  return sessionOfDevice(app, Number(device));
}

/** The holder of a file's key: a signed-in device, the code of a link, or both. */
export interface Holder {
  /** The session; undefined for a person who is not signed in. */
  session: Session | undefined;
  /** The link that the key came from; undefined where its holder may read the file without one. */
  code: string | undefined;
}

/**
 * Keys of the kind `drive` are in addresses, which people forward: they only read. Those of the kind `office` also
 * write.
 */
type KeyKind = 'drive' | 'office';

/** The file of the file area that a key opens, and its holder. */
export interface FileKey {
  fileId: number;
  holder: Holder;
}

/**
 * Gives a key for one file of the file area, for an hour by default. It ends with the sign-in of the caller's device,
 * and the right to read the file is checked each time.
 */
export async function issueFileKey(
  { app, caller, now }: View,
  fileId: number,
  { code, kind = 'drive', seconds = STEP_S }: { code?: string | undefined; kind?: KeyKind; seconds?: number } = {},
): Promise<string> {
  const device = caller.userid > 0 ? caller.deviceId : 0;
  const subject = `${kind}${fileId}d${device}${code ? `_${code}` : ''}`;
  const words = `${subject}.${Math.floor(now.getTime() / 1000 + seconds).toString(36)}`;
  return `${words}.${sign(await secretOf(app), words)}`;
}

/** The file and holder of a key of this kind; undefined once it has expired or its device is signed out. */
export async function openFileKey(
  app: App,
  key: string,
  kind: KeyKind = 'drive',
  now = new Date(),
): Promise<FileKey | undefined> {
  const subject = (await subjectOf(app, key, now)) ?? '';
  const [, of, id, device, code] = /^(drive|office)(\d{1,10})d(\d{1,10})(?:_([\w~-]{1,200}))?$/.exec(subject) ?? [];
  if (!id || of !== kind) return undefined;
  const session = Number(device) > 0 ? await sessionOfDevice(app, Number(device)) : undefined;
  if (!session && (Number(device) > 0 || !code)) return undefined;
  return { fileId: Number(id), holder: { session, code } };
}

/** The id of a ticket's subject, while it is valid. */
export async function openTicket(app: App, kind: TicketKind, ticket: string, now = new Date()) {
  const [, id] = new RegExp(`^${kind}(\\d{1,10})$`).exec((await subjectOf(app, ticket, now)) ?? '') ?? [];
  return id === undefined ? undefined : Number(id);
}

/** The session of a key, while it is valid and the device is signed in. */
export async function openKey(app: App, key: string, now = new Date()): Promise<Session | undefined> {
  const device = (await subjectOf(app, key, now)) ?? '';
  return /^\d{1,10}$/.test(device) ? sessionOfDevice(app, Number(device)) : undefined;
}

/** An access token with one of these scopes can fetch files. */
const FILE_SCOPES = ['files:read', 'files:write'];

/** The caller who requests a file: by a key in its address, as pages do, or by a token, as programs do. */
export async function fileCaller(
  app: App,
  sessions: Authenticator,
  request: Pick<FastifyRequest, 'headers'> & { query: { key?: string } },
): Promise<Session | undefined> {
  const { key } = request.query;
  if (key) return openKey(app, key);
  const { token, authorization = '' } = request.headers;
  const given = typeof token === 'string' ? token : /^Bearer (\S{1,200})$/i.exec(authorization)?.[1];
  if (!given) return undefined;
  return sessions.authenticate(given, FILE_SCOPES);
}
