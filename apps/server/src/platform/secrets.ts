import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { FILE_MODE, writeDurably } from './files/durableFile.ts';
import type { Log } from './log.ts';
import { StartRefused } from './postgres/startRefused.ts';

/**
 * Encrypts secrets before they are stored, with a key that is not in the database: a copy of the database alone does
 * not reveal the mail password or a second factor. AES-256-GCM; `about` names what the secret is for and is
 * authenticated, so that a sealed text moved to another place cannot be opened there.
 */
export interface Secrets {
  /** True to delete secrets that no key opens. */
  isForgetful: boolean;
  seal(text: string, about: string): string;
  /**
   * Decrypts a text; one that was never sealed is returned as it is. @throws SecretKeyMissing, or an error if the text
   * was changed
   */
  open(stored: string, about: string): string;
  /** True if one of the keys opens it. */
  canOpen(stored: string): boolean;
  /** True if it is sealed with the current key. */
  isCurrent(stored: string): boolean;
}

/** Thrown when none of this server's keys opens a stored secret. */
export class SecretKeyMissing extends Error {}

export const WRONG_KEY =
  'The secrets in this database were encrypted with another key. Set ATRIUM_SECRET_KEY to it, or put the file secret.key back into the data folder. If it is lost, see docs/secrets.md.';
const noKey = (dataDir: string) =>
  `The secret key of this workspace is missing. Put its secret.key into ${dataDir}, or set ATRIUM_SECRET_KEY. If it is lost, see docs/secrets.md.`;

/** The prefix of every sealed text. */
export const SEALED = 'sealed:1:';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export const isSealed = (stored: string): boolean => stored.startsWith(SEALED);

/**
 * @param keys  the current one first, then earlier ones, which only open what they sealed
 * @param isForgetful  opens what no key opens as '', so that it is deleted
 */
export function makeSecrets(keys: readonly string[], isForgetful = false): Secrets {
  const ring = keys.map(derive);
  const [current] = ring;
  if (!current) throw new Error('there is no secret key');
  return {
    isForgetful,
    seal(text, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv);
      cipher.setAAD(Buffer.from(about));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${SEALED}${current.id}:${sealed.toString('base64url')}`;
    },
    open(stored, about) {
      if (!isSealed(stored)) return stored;
      const [id, text = ''] = stored.slice(SEALED.length).split(':');
      const used = ring.find((each) => each.id === id);
      if (!used && isForgetful) return '';
      if (!used) throw new SecretKeyMissing(`no key opens the secret of ${about}`);
      const sealed = Buffer.from(text, 'base64url');
      const opener = createDecipheriv('aes-256-gcm', used.key, sealed.subarray(0, IV_BYTES));
      opener.setAAD(Buffer.from(about));
      opener.setAuthTag(sealed.subarray(-TAG_BYTES));
      return Buffer.concat([opener.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), opener.final()]).toString('utf8');
    },
    canOpen: (stored) => !isSealed(stored) || ring.some(({ id }) => stored.startsWith(`${SEALED}${id}:`)),
    isCurrent: (stored) => stored.startsWith(`${SEALED}${current.id}:`),
  };
}

function derive(text: string): { id: string; key: Buffer } {
  const key = Buffer.from(hkdfSync('sha256', text, '', 'atrium secrets', KEY_BYTES));
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}

const FILE = 'secret.key';
/** The file with the keys, one per line, the current one first. */
export const secretKeyFile = (dataDir: string): string => path.join(dataDir, FILE);
export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * Reads the keys from the data folder, where the first start makes one.
 *
 * @param needsKnown  whether the database has secrets, which a new key could not open
 * @throws StartRefused
 */
export async function keysInFolder(dataDir: string, needsKnown: () => Promise<boolean>): Promise<string[]> {
  const kept = await readKeys(dataDir);
  if (kept.length > 0) return kept;
  if (await needsKnown()) throw new StartRefused(noKey(dataDir));
  return addKey(dataDir);
}

/** Takes the key file away from other accounts, for which it may have been copied back readable. */
export async function closeKeyFile(dataDir: string, log: Pick<Log, 'warn'>): Promise<void> {
  const file = secretKeyFile(dataDir);
  const found = await stat(file).catch(() => null);
  // Windows has no such file modes.
  if (!found || process.platform === 'win32' || (found.mode & 0o077) === 0) return;
  const isClosed = await chmod(file, FILE_MODE).then(
    () => true,
    () => false,
  );
  log.warn(
    { file },
    isClosed ? 'other accounts could read the secret key: closed' : 'other accounts can read the secret key',
  );
}

async function readKeys(dataDir: string): Promise<string[]> {
  try {
    return linesOf(await readFile(secretKeyFile(dataDir), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Gives another data folder the keys of this one, if it has any and the other has none. */
export async function copyKeys(from: string, to: string): Promise<boolean> {
  if ((await readKeys(to)).length > 0) return true;
  const keys = await readKeys(from);
  if (keys.length === 0) return false;
  await writeDurably(secretKeyFile(to), Readable.from([`${keys.join('\n')}\n`]));
  return true;
}

/** Puts a new key before the earlier ones, readable by this account only. */
export async function addKey(dataDir: string): Promise<string[]> {
  const keys = [newSecretKey(), ...(await readKeys(dataDir))];
  await writeDurably(secretKeyFile(dataDir), Readable.from([`${keys.join('\n')}\n`]));
  return keys;
}
