import type { KeyPair, PrivateKey } from '@atrium/transport/pgp.ts';
import type { App } from '#platform/app';
import { deleteKey, deleteKeysBefore, insertKey, listKeys } from './transport.queries.ts';

const DAY_MS = 86_400_000;
/** A key is given out for this long. */
const PERIOD_MS = 90 * DAY_MS;
/** Pages that are open when a key is replaced use it this much longer. */
const GRACE_MS = 7 * DAY_MS;
/** A node uses its copy of the keys for this long, although another node may have replaced them. */
const COPY_MS = 60_000;

const periodOf = (at: number): number => Math.floor(at / PERIOD_MS);
const about = (period: number) => `transport.${period}`;

/** The library is loaded on first use: OpenPGP is 400 KB of code that most workspaces never need. */
export const pgp = () => import('@atrium/transport/pgp.ts');

interface Keys {
  /** The current public key, armored. */
  publicKey: string;
  /** The private keys, the current one first. */
  own: PrivateKey[];
  readAt: number;
}
const copies = new WeakMap<App, Promise<Keys>>();

/** The server's keys as of now, made on first use. */
export async function serverKeys(app: App, now: number): Promise<Keys> {
  const copy = copies.get(app);
  const known = await copy?.catch(() => undefined);
  if (known && now - known.readAt < COPY_MS && periodOf(known.readAt) === periodOf(now)) return known;
  // Requests that arrive meanwhile share one reading.
  if (copies.get(app) === copy) copies.set(app, readKeys(app, now));
  return await (copies.get(app) as Promise<Keys>);
}

async function readKeys(app: App, now: number): Promise<Keys> {
  const period = periodOf(now);
  const oldest = periodOf(now - GRACE_MS);
  for (;;) {
    const { readOwnKey } = await pgp();
    const own: PrivateKey[] = [];
    let publicKey = '';
    for (const row of await listKeys(app.db, oldest)) {
      const pair = await opened(app, row.period, row.private_key);
      if (pair === undefined) continue;
      own.push(await readOwnKey(pair));
      if (row.period === period) publicKey = row.public_key;
    }
    if (publicKey) return { publicKey, own, readAt: now };
    await insertKey(app.db, sealed(app, period, await (await pgp()).makeKeyPair('Atrium')));
  }
}

const sealed = (app: App, period: number, { publicKey, privateKey }: KeyPair) => ({
  period,
  public_key: publicKey,
  private_key: app.secrets.seal(privateKey, about(period)),
});

/** Opens a stored key. If no key of this server can, the key is replaced, and clients fetch the new one. */
async function opened(app: App, period: number, stored: string): Promise<string | undefined> {
  try {
    return app.secrets.open(stored, about(period)) || undefined;
  } catch (error) {
    app.log.warn({ err: error }, 'a key for encrypted requests could not be opened and is replaced');
    await deleteKey(app.db, period);
    return undefined;
  }
}

export const forgetOldKeys = async (app: App): Promise<void> => {
  await deleteKeysBefore(app.db, periodOf(Date.now() - GRACE_MS));
};
