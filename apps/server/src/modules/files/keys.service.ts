import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sessionOfDevice } from '#modules/sessions/sessions.service';
import type { App } from '#platform/app';
import { randomCode, sameText } from '#platform/crypto';
import type { Authenticator, Session } from '#platform/module';
import type { View } from '#platform/work';
import { getSecret, insertSecretOnce } from './files.queries.ts';

/** Keys change on the hour, so that what a browser has kept under an address is found again for a while. */
const STEP_S = 3600;
/** Of what is left at least. */
const LIFE_S = 2 * STEP_S;
const secrets = new WeakMap<App, Promise<string>>();

/** One secret for all servers of a database, created on first use. */
function secretOf(app: App): Promise<string> {
  const known = secrets.get(app);
  if (known) return known;
  const reading = readSecret(app);
  secrets.set(app, reading);
  reading.catch(() => secrets.delete(app));
  return reading;
}

async function readSecret({ db }: App): Promise<string> {
  await insertSecretOnce(db, JSON.stringify(randomCode(32)));
  const row = await getSecret(db);
  return String(row.value);
}

const sign = (secret: string, words: string) => createHmac('sha256', secret).update(words).digest('base64url');

/** For one device: it ends with its sign-in, or within two to three hours. */
export async function giveKey({ app, caller, now }: View): Promise<{ key: string; expired_at: number }> {
  const expired_at = Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LIFE_S + STEP_S;
  const words = `${caller.deviceId}.${expired_at.toString(36)}`;
  return { key: `${words}.${sign(await secretOf(app), words)}`, expired_at };
}

type TicketKind = 'export' | 'pack';

/** A ticket for one thing, for an hour and anyone who has it. Its subject begins with a letter, unlike a device's key. */
export async function giveTicket({ app, now }: View, subject: `${TicketKind}${number}`): Promise<string> {
  const words = `${subject}.${Math.floor(now.getTime() / 1000 + STEP_S).toString(36)}`;
  return `${words}.${sign(await secretOf(app), words)}`;
}

/**
 * Gives keys for single files of messages and tasks to one device, as addresses carry them: such an address is copied
 * and sent on, and must not open anything else. It ends with the sign-in, or within two to three hours; the right to
 * read is asked again each time. It changes on the hour, so that a browser finds again what it has kept.
 */
export async function addressKeys({ app, caller, now }: View): Promise<(token: string) => string> {
  const secret = await secretOf(app);
  const expiry = (Math.floor(now.getTime() / 1000 / STEP_S) * STEP_S + LIFE_S + STEP_S).toString(36);
  return (token) => {
    const words = `file${token}d${caller.deviceId}.${expiry}`;
    return `${words}.${sign(secret, words)}`;
  };
}

/** Whose address it is, as long as its key counts for this file and their device is signed in. */
export async function openAddress(app: App, token: string, key: string, now = new Date()) {
  const [subject = '', expiry = '', mac = ''] = key.slice(0, 200).split('.');
  const [, file, device] = /^file([\w-]{24})d(\d{1,10})$/.exec(subject) ?? [];
  if (!device || file !== token || !(Number.parseInt(expiry, 36) * 1000 >= now.getTime())) return undefined;
  if (!sameText(mac, sign(await secretOf(app), `${subject}.${expiry}`))) return undefined;
  return sessionOfDevice(app, Number(device));
}

/** The holder of a file's key: a signed-in device, the code of a link, or both. */
export interface Holder {
  /** Undefined for a person who is not signed in. */
  session: Session | undefined;
  /** The link that the key came from; undefined where its holder may read the file without one. */
  code: string | undefined;
}

/** What a key to one file of the file area opens, and for whom. */
export interface FileKey {
  fileId: number;
  holder: Holder;
}

/**
 * Gives a key for one file of the file area, for an hour. It ends with the sign-in of the caller's device, and the
 * right to read the file is asked again each time.
 */
export async function giveFileKey({ app, caller, now }: View, fileId: number, code?: string): Promise<string> {
  const device = caller.userid > 0 ? caller.deviceId : 0;
  const subject = `drive${fileId}d${device}${code ? `_${code}` : ''}`;
  const words = `${subject}.${Math.floor(now.getTime() / 1000 + STEP_S).toString(36)}`;
  return `${words}.${sign(await secretOf(app), words)}`;
}

/** What a file's key is for and who was given it; undefined once it has expired or its device is signed out. */
export async function openFileKey(app: App, key: string, now = new Date()): Promise<FileKey | undefined> {
  const [subject = '', expiry = '', mac = ''] = key.slice(0, 300).split('.');
  const [, id, device, code] = /^drive(\d{1,10})d(\d{1,10})(?:_([\w-]{1,200}))?$/.exec(subject) ?? [];
  if (!id || !(Number.parseInt(expiry, 36) * 1000 >= now.getTime())) return undefined;
  if (!sameText(mac, sign(await secretOf(app), `${subject}.${expiry}`))) return undefined;
  const session = Number(device) > 0 ? await sessionOfDevice(app, Number(device)) : undefined;
  if (!session && (Number(device) > 0 || !code)) return undefined;
  return { fileId: Number(id), holder: { session, code } };
}

/** The number of what it is for, as long as it counts. */
export async function openTicket(app: App, kind: TicketKind, ticket: string, now = new Date()) {
  const [subject = '', expiry = '', mac = ''] = ticket.slice(0, 200).split('.');
  const [, id] = new RegExp(`^${kind}(\\d{1,10})$`).exec(subject) ?? [];
  if (!id || !(Number.parseInt(expiry, 36) * 1000 >= now.getTime())) return undefined;
  return sameText(mac, sign(await secretOf(app), `${subject}.${expiry}`)) ? Number(id) : undefined;
}

/** Whose key it is, as long as it counts and their device is signed in. */
export async function openKey(app: App, key: string, now = new Date()): Promise<Session | undefined> {
  const [device = '', expiry = '', mac = ''] = key.slice(0, 200).split('.');
  if (!/^\d{1,10}$/.test(device) || Number.parseInt(expiry, 36) * 1000 < now.getTime()) return undefined;
  if (!sameText(mac, sign(await secretOf(app), `${device}.${expiry}`))) return undefined;
  return sessionOfDevice(app, Number(device));
}

/** Who asks for a file: by a key in its address, as pages do, or by a token, as programs do. */
export async function fileCaller(
  app: App,
  sessions: Authenticator,
  request: Pick<FastifyRequest, 'headers'> & { query: { key?: string } },
): Promise<Session | undefined> {
  const { key } = request.query;
  if (key) return openKey(app, key);
  const { token } = request.headers;
  return typeof token === 'string' ? sessions.authenticate(token) : undefined;
}
