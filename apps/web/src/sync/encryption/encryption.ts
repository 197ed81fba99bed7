import type { ClientHost, RequestLike, ResponseLike, SocketLike } from '@atrium/client/host.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { keyClient } from '@atrium/contract/people/transport.ts';
import { encryptHeader } from '@atrium/transport/armor.ts';
import type { KeyPair, PrivateKey, PublicKey } from '@atrium/transport/pgp.ts';
import { isEncrypting, onEncryption } from './state.ts';

/**
 * Encrypts the calls that carry passwords and messages, and the events of conversations, if the workspace wants it
 * (`e2e_message`). The key pair is the page's own: it is never stored.
 */

const SECRET = new RegExp(
  '^(system/license|users/(login|editpass|operation|delete/account|bot/[a-z]{1,20})|dialog/msg/[a-z_/]{1,40}' +
    // Calls that are encrypted although the protocol does not name them: others with passwords or codes, and messages
    // that are being written.
    '|users/(login/factor|password/reset|prove|createuser|email/(edit|verification)|invitation/accept)' +
    '|dialog/draft/(save|lists))$',
);
/** Maximum size of an answer. */
const MOST_BYTES = 64 * 1024 * 1024;

type ServerAnswer = OutputOf<typeof keyClient>;
type Http = Pick<ClientHost, 'fetch'>;
interface ServerKey {
  id: string;
  key: PublicKey;
}
interface OwnKey {
  publicKey: string;
  privateKey: PrivateKey;
}

const pgp = () => import('@atrium/transport/pgp.ts');

let own: Promise<OwnKey> | undefined;
const ownKey = (): Promise<OwnKey> => (own ??= makeOwnKey());
async function makeOwnKey(): Promise<OwnKey> {
  const { makeKeyPair, readOwnKey } = await pgp();
  const pair: KeyPair = await makeKeyPair('Atrium');
  return { publicKey: pair.publicKey, privateKey: await readOwnKey(pair.privateKey) };
}

/** Makes an id of six characters, new for each page. */
const clientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('');

/** `fetch` of a host, which encrypts secret parameters. */
export function encryptedFetch({ fetch }: Http): ClientHost['fetch'] {
  const client_id = clientId();
  let serverKey: Promise<ServerKey | null> | undefined;
  const askKey = async (like: RequestLike): Promise<ServerKey | null> => {
    const body = JSON.stringify({ client_id });
    const answer = await fetch(`/api/${keyClient.path}`, { method: 'POST', headers: plainHeaders(like), body });
    const { ret, data } = JSON.parse(await answer.text()) as { ret: number; data: Partial<ServerAnswer> };
    const { id, key } = data ?? {};
    if (ret !== 1 || !id || !key) return null;
    return { id, key: await (await pgp()).readPublicKey(key) };
  };
  const send = async (url: string, init: RequestLike): Promise<ResponseLike> => {
    serverKey ??= askKey(init).catch((error: unknown) => {
      serverKey = undefined;
      throw error;
    });
    const server = await serverKey;
    // The workspace has stopped encrypting since this browser's last request.
    if (!server) return await fetch(url, init);
    const { sealText, openText } = await pgp();
    const { publicKey, privateKey } = await ownKey();
    const encrypted = await sealText(init.body, server.key);
    const headers = { ...init.headers, encrypt: encryptHeader(server.id, publicKey) };
    const response = await fetch(url, { ...init, headers, body: JSON.stringify({ encrypted }) });
    const sealed = sealedIn(await response.text());
    const text =
      sealed.encrypted === undefined ? sealed.text : await openText(sealed.encrypted, [privateKey], MOST_BYTES);
    return { status: response.status, text: async () => text };
  };
  return async (url, init) => {
    const path = /^\/api\/([a-z0-9_/]{1,80})$/.exec(url)?.[1] ?? '';
    if (!isEncrypting() || !SECRET.test(path)) return await fetch(url, init);
    const response = await send(url, init);
    if (!(await response.text()).includes('"transport.unreadable"')) return response;
    // The server's key has been replaced.
    serverKey = undefined;
    return await send(url, init);
  };
}

const plainHeaders = ({ headers }: RequestLike): Record<string, string> => {
  const { mutation: _mutation, ...rest } = headers;
  return rest;
};

function sealedIn(text: string): { text: string; encrypted?: string } {
  if (!text.startsWith('{"encrypted":')) return { text };
  const { encrypted } = JSON.parse(text) as { encrypted: string };
  return { text, encrypted };
}

/**
 * Wraps a live connection whose events of conversations arrive encrypted, and passes them on decrypted, in order. It
 * can begin in the middle of a connection, when this browser learns that the workspace encrypts.
 */
export function encryptedSocket(socket: SocketLike): SocketLike {
  let [isOpen, hasGivenKey] = [false, false];
  let last: Promise<void> = Promise.resolve();
  const outer: SocketLike = {
    send: (text) => socket.send(text),
    close: () => {
      unsubscribe();
      socket.close();
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
  };
  const fail = () => {
    // A frame that cannot be read must not be skipped, so the connection is opened again and resumes.
    outer.close();
    outer.onerror?.({} as never);
  };
  const inOrder = (run: () => void | Promise<void>) => {
    last = last.then(run).catch(fail);
  };
  const giveKey = () => {
    if (!isOpen || hasGivenKey || !isEncrypting()) return;
    hasGivenKey = true;
    inOrder(async () => {
      const { publicKey } = await ownKey();
      socket.send(JSON.stringify({ type: 'encrypt', data: { type: 'pgp', key: publicKey } }));
    });
  };
  const unsubscribe = onEncryption(giveKey);
  socket.onopen = (event) => outer.onopen?.(event);
  socket.onmessage = ({ data }) => {
    const text = String(data);
    if (!hasGivenKey) {
      isOpen ||= text.startsWith('{"type":"open"');
      outer.onmessage?.({ data });
      return giveKey();
    }
    inOrder(async () => {
      outer.onmessage?.({ data: text.startsWith('{"type":"encrypt"') ? await opened(text) : text });
    });
  };
  socket.onclose = (event) => {
    unsubscribe();
    if (hasGivenKey) inOrder(() => outer.onclose?.(event));
    else outer.onclose?.(event);
  };
  socket.onerror = (event) => outer.onerror?.(event);
  return outer;
}

async function opened(data: string): Promise<string> {
  const { encrypted } = JSON.parse(data) as { encrypted: string };
  const [{ openText }, { privateKey }] = await Promise.all([pgp(), ownKey()]);
  return await openText(encrypted, [privateKey], MOST_BYTES);
}
