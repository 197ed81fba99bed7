import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { keyClient } from '@atrium/contract/people/transport.ts';
import { parseEncryptHeader } from '@atrium/transport/armor.ts';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { rawFromJson } from '#platform/http/params';
import type { Direct } from '#platform/http/route';
import { neighbourhood } from '#platform/limiter';
import type { RequestCipher } from '#platform/module';
import { pgp, serverKeys } from './keys.service.ts';

/** The limit per network: clients ask once per page. */
const KEYS_PER_NETWORK = 600;
const WINDOW_MS = 60_000;

/**
 * True if requests may be encrypted. Not while the server logs in detail: people who look for a mistake want to read
 * them.
 */
const isOpen = async (app: App): Promise<boolean> =>
  (await settingsOf(app)).e2e_message === 'open' && !app.log.isLevelEnabled('debug');

/** @throws rate.limited */
export async function giveKey(
  { app, caller, now }: Direct,
  { client_id = '' }: InputOf<typeof keyClient>,
): Promise<OutputOf<typeof keyClient>> {
  if (!(await isOpen(app))) return { type: 'none', id: client_id, key: '' };
  if (!app.limiter.take(`keys:${neighbourhood(caller.ip)}`, KEYS_PER_NETWORK, WINDOW_MS)) throw fail('rate.limited');
  const { publicKey } = await serverKeys(app, now.getTime());
  return { type: 'pgp', id: `${client_id}${caller.userid}`, key: publicKey };
}

/**
 * Decrypts requests and encrypts answers (`users/key/client`). It works without a sign-in, and for a client that does
 * not know yet that the workspace no longer encrypts: its key stays valid.
 */
export const requestCipher: RequestCipher = {
  async open(app, header, raw, mostBytes) {
    const wish = parseEncryptHeader(header);
    const { encrypted, ...rest } = raw;
    if (!wish?.id || typeof encrypted !== 'string') return raw;
    let text: string;
    try {
      const { own } = await serverKeys(app, Date.now());
      text = await (await pgp()).openText(encrypted, own, mostBytes);
    } catch {
      // The error does not say why: the difference would help somebody who tries out messages.
      throw fail('transport.unreadable');
    }
    return { ...rest, ...rawFromJson(text) };
  },
  async seal(header, text) {
    const wish = parseEncryptHeader(header);
    if (!wish?.clientKey) return text;
    const { readPublicKey, sealText } = await pgp();
    try {
      return JSON.stringify({ encrypted: await sealText(text, await readPublicKey(wish.clientKey)) });
    } catch {
      // A key that cannot be used counts as none, because its sender could read no other answer.
      return text;
    }
  },
};

/**
 * The function that encrypts frames of a live connection for the key that its client has sent. Undefined if the
 * workspace does not encrypt, or if the key cannot be used.
 */
export async function frameCipher(app: App, key: unknown): Promise<((text: string) => Promise<string>) | undefined> {
  if (typeof key !== 'string' || !(await isOpen(app))) return undefined;
  const { readPublicKey, sealText } = await pgp();
  try {
    const to = await readPublicKey(key);
    return (text) => sealText(text, to);
  } catch {
    return undefined;
  }
}
