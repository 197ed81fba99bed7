import type { Answer } from '@atrium/contract/shell/bridge.ts';

/**
 * Google's and Apple's services do not speak web push. A relay that does (docs/shells.md) takes the server's encrypted
 * message at an address with this device's token, and passes it on: it learns when a device gets a message, not what is
 * in it.
 */
export function relayAddress(relay: string, platform: 'android' | 'ios', token: string): string {
  const url = new URL(`${relay.replace(/\/{1,9}$/, '')}/${platform}`);
  url.searchParams.set('token', token);
  return url.href;
}

const base64url = (bytes: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
const fromBase64url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

/** This device's keys; they never leave it, apart from the public one. */
export interface DeviceKeys {
  private_key: JsonWebKey;
  p256dh: string;
  auth: string;
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };

export async function makeKeys(): Promise<DeviceKeys> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits']);
  return {
    private_key: await crypto.subtle.exportKey('jwk', pair.privateKey),
    p256dh: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)),
    auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
  };
}

export const subscriptionOf = (address: string, { p256dh, auth }: DeviceKeys): Answer<'push'> => ({
  endpoint: address,
  p256dh,
  auth,
});

async function derive(secret: ArrayBuffer | Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number) {
  const key = await crypto.subtle.importKey('raw', secret as BufferSource, 'HKDF', false, ['deriveBits']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: salt as BufferSource, info: info as BufferSource };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, bytes * 8));
}

const text = (words: string) => new TextEncoder().encode(words);
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));

/** Decrypts a message that the relay passed on (RFC 8291, one record). @throws if it was not made for these keys */
export async function readPush(body: Uint8Array, keys: DeviceKeys): Promise<string> {
  const salt = body.slice(0, 16);
  const idLength = body[20] ?? 0;
  const theirs = body.slice(21, 21 + idLength);
  const sealed = body.slice(21 + idLength);
  const own = await crypto.subtle.importKey('jwk', keys.private_key, CURVE, false, ['deriveBits']);
  const other = await crypto.subtle.importKey('raw', theirs, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const info = joined(text('WebPush: info\0'), fromBase64url(keys.p256dh), theirs);
  const secret = await derive(shared, fromBase64url(keys.auth), info, 32);
  const contentKey = await derive(secret, salt, text('Content-Encoding: aes128gcm\0'), 16);
  const iv = await derive(secret, salt, text('Content-Encoding: nonce\0'), 12);
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt']);
  const plain = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
  // 2 ends the last record; zeros after it only hide its length.
  return new TextDecoder().decode(plain.slice(0, plain.lastIndexOf(2)));
}
