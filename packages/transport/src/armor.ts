/** The form of OpenPGP keys and messages in requests: without the lines around them. */

/** The longest key that is read: one of this kind has 700 characters. */
export const MOST_KEY_CHARS = 4000;

/** The body of an armored block, without its first and last line and its headers. */
export function bodyOf(armored: string): string {
  const lines = armored
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trim());
  // Headers, such as the version of a program, have a colon; base64 never has one.
  return lines.filter((line) => line !== '' && !line.startsWith('-----') && !line.includes(':')).join('\n');
}

const block = (kind: string, body: string) =>
  `-----BEGIN PGP ${kind}-----\n\n${bodyOf(body)}\n-----END PGP ${kind}-----\n`;

export const messageOf = (body: string): string => block('MESSAGE', body);

/** A public key for a header: its body with other signs for those that a header or an address would change. */
export const keyForHeader = (armored: string): string =>
  bodyOf(armored).replaceAll('+', '-').replaceAll('/', '_').replaceAll('\n', '$');

export const keyFromHeader = (text: string): string =>
  block('PUBLIC KEY BLOCK', text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('$', '\n'));

/** The fields of a request's header `encrypt`. */
export interface EncryptHeader {
  /** The key of the server for which the parameters are encrypted; '' if they are not. */
  id: string;
  /** The client's public key, armored, for which the answer is encrypted; '' for a plain answer. */
  clientKey: string;
}

/** `encrypt_type=pgp;encrypt_id=ID;client_type=pgp;client_key=KEY`. Undefined if neither part is of this kind. */
export function parseEncryptHeader(header: string): EncryptHeader | undefined {
  const parts = new Map(
    header.split(';').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
  const isSealed = parts.get('encrypt_type') === 'pgp';
  const key = parts.get('client_key') ?? '';
  const wantsSealed = parts.get('client_type') === 'pgp' && key !== '' && key.length <= MOST_KEY_CHARS;
  if (!isSealed && !wantsSealed) return undefined;
  return { id: isSealed ? (parts.get('encrypt_id') ?? '') : '', clientKey: wantsSealed ? keyFromHeader(key) : '' };
}

/** The header for a request; without an id for one without parameters. */
export const encryptHeader = (id: string, clientKey: string): string =>
  [
    ...(id ? ['encrypt_type=pgp', `encrypt_id=${id}`] : []),
    'client_type=pgp',
    `client_key=${keyForHeader(clientKey)}`,
  ].join(';');
