import { isIP } from 'node:net';
import tls from 'node:tls';
import { Attribute, Change, Client, type Entry, EqualityFilter, ResultCodeError } from 'ldapts';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { refusalOf } from '#platform/outside/refusal';
import type { StoredLdap } from './setting.service.ts';

const TIMEOUT_MS = 5000;

/** The attributes of a person that Atrium reads from a directory and writes back. */
export interface Person {
  dn: string;
  name: string;
  tel: string;
  picture: Buffer | undefined;
}

/**
 * Runs steps on one connection, signed in as the account that searches.
 *
 * @throws ldap.unreachable, ldap.bind
 */
export async function withDirectory<T>(app: App, setting: StoredLdap, run: (client: Client) => Promise<T>): Promise<T> {
  const client = await open(app, setting);
  try {
    await signInSearcher(client, setting);
    return await run(client);
  } finally {
    await client.unbind().catch(() => undefined);
  }
}

async function open(app: App, { ldap_host: host, ldap_port: port, ldap_secure: secure }: StoredLdap): Promise<Client> {
  const security = { host, ...(isIP(host) === 0 && { servername: host }) };
  try {
    // The guard has checked this connection's address; the library must not resolve the name again.
    const socket = await app.connect(host, port);
    const client = new Client({
      url: `${secure === 'tls' ? 'ldaps' : 'ldap'}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      timeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
      createConnection: () => socket,
      ...(secure === 'tls' && { createSecureConnection: () => tls.connect({ socket, ...security }) }),
    });
    if (secure === 'starttls') await client.startTLS(security);
    return client;
  } catch (error) {
    throw unreachable(app, error);
  }
}

function unreachable(app: App, error: unknown) {
  app.log.warn({ err: error }, 'the directory (LDAP) does not answer');
  return refusalOf(error) ?? fail('ldap.unreachable', { reason: (error as Error).message.slice(0, 200) });
}

async function signInSearcher(client: Client, { ldap_user_dn: dn, ldap_password: password }: StoredLdap) {
  if (!dn) return;
  try {
    await client.bind(dn, password);
  } catch (error) {
    throw fail('ldap.bind', { reason: (error as Error).message.slice(0, 200) });
  }
}

/** Finds the entry of an email address; undefined if there is none, or more than one. @throws ldap.base */
export async function findPerson(client: Client, setting: StoredLdap, email: string): Promise<Person | undefined> {
  const { ldap_base_dn: base, ldap_login_attr: attribute } = setting;
  try {
    const { searchEntries } = await client.search(base, {
      scope: 'sub',
      // The value is encoded, not pasted into a filter's text.
      filter: new EqualityFilter({ attribute, value: email }),
      attributes: [...new Set([attribute, 'displayName', 'cn', 'mobile', 'jpegPhoto'])],
      explicitBufferAttributes: ['jpegPhoto'],
      sizeLimit: 2,
    });
    const [entry, other] = searchEntries;
    return entry && !other && isOf(entry, attribute, email) ? presentEntry(entry) : undefined;
  } catch (error) {
    throw fail('ldap.base', { reason: (error as Error).message.slice(0, 200) });
  }
}

/**
 * True if an entry has exactly this address. Some directories also find an address that differs in an accent or the
 * width of a letter, which belongs to a different account here. An entry without the attribute is accepted.
 */
function isOf(entry: Entry, attribute: string, email: string): boolean {
  const name = Object.keys(entry).find((each) => each.toLowerCase() === attribute.toLowerCase());
  const values = name === undefined ? [] : [entry[name]].flat();
  return values.length === 0 || values.some((each) => String(each).toLowerCase() === email.toLowerCase());
}

function presentEntry(entry: Entry): Person {
  const text = (name: string) => {
    const [first] = [entry[name]].flat();
    return typeof first === 'string' ? first : '';
  };
  const [picture] = [entry['jpegPhoto']].flat();
  const name = text('displayName') || text('cn');
  return { dn: entry.dn, name, tel: text('mobile'), picture: Buffer.isBuffer(picture) ? picture : undefined };
}

/** True if the entry accepts this password. */
export async function hasPassword(client: Client, dn: string, password: string): Promise<boolean> {
  // A directory accepts an empty password as an anonymous sign-in.
  if (password === '') return false;
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    // The answer is the same for an account that the directory has locked, or whose password has expired there.
    if (error instanceof ResultCodeError) return false;
    throw fail('ldap.unreachable', { reason: (error as Error).message.slice(0, 200) });
  }
}

/** Replaces attributes of an entry; an empty value removes one. */
export async function writePerson(
  client: Client,
  dn: string,
  fields: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  await client.modify(
    dn,
    Object.entries(fields).map(
      ([type, value]) =>
        new Change({
          operation: 'replace',
          modification: new Attribute({ type, values: (value.length > 0 ? [value] : []) as string[] | Buffer[] }),
        }),
    ),
  );
}
