import {
  createMessage,
  decrypt,
  encrypt,
  generateKey,
  type PrivateKey,
  type PublicKey,
  readKey,
  readMessage,
  readPrivateKey,
} from 'openpgp';
import { bodyOf, MOST_KEY_CHARS, messageOf } from './armor.ts';

export type { PrivateKey, PublicKey };

export interface KeyPair {
  /** Armored. */
  publicKey: string;
  /** Armored, without a passphrase. */
  privateKey: string;
}

/**
 * A new key pair on Curve25519, in the form that every OpenPGP program reads.
 *
 * @param name  whose it is; nobody checks it
 */
export async function makeKeyPair(name: string): Promise<KeyPair> {
  const { publicKey, privateKey } = await generateKey({
    type: 'ecc',
    curve: 'curve25519Legacy',
    userIDs: [{ name }],
    format: 'armored',
  });
  return { publicKey, privateKey };
}

/** @throws if the text is no public key that can encrypt */
export async function readPublicKey(armored: string): Promise<PublicKey> {
  if (armored.length > MOST_KEY_CHARS + 200) throw new Error('the key is too long');
  const key = await readKey({ armoredKey: armored });
  await key.getEncryptionKey();
  return key;
}

export const readOwnKey = (armored: string): Promise<PrivateKey> => readPrivateKey({ armoredKey: armored });

/** Encrypts a text. @returns the message without its armor lines */
export async function sealText(text: string, to: PublicKey): Promise<string> {
  const message = await createMessage({ text });
  return bodyOf(await encrypt({ message, encryptionKeys: to, format: 'armored' }));
}

/**
 * Decrypts a message, with or without its armor lines.
 *
 * @param mostBytes  of the text, which may be compressed in the message
 * @throws if none of the keys opens it, or if it was changed
 */
export async function openText(body: string, keys: PrivateKey[], mostBytes: number): Promise<string> {
  const config = { maxDecompressedMessageSize: mostBytes };
  const message = await readMessage({ armoredMessage: messageOf(body), config });
  const { data } = await decrypt({ message, decryptionKeys: keys, config, format: 'utf8' });
  return data;
}
