import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { plainTel } from '@atrium/contract/formats.ts';
import { createAccount } from '#modules/auth/signUp/account.service';
import { takeOver } from '#modules/auth/takeOver.service';
import { allowAvatar, jpegOf } from '#modules/avatars/avatars.service';
import { storePicture } from '#modules/files/files.service';
import type { Directory } from '#modules/users/directories.service';
import { checkEmail } from '#modules/users/fields.service';
import { enqueueNotice } from '#modules/users/notices.service';
import type { UserRecord } from '#modules/users/present.service';
import { requireFreeTel, saveUser } from '#modules/users/profile.service';
import { findUser, findUserByEmail, lockUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { callerFor } from '#platform/callers';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork, type Work } from '#platform/work';
import { findPerson, hasPassword, type Person, withDirectory, writePerson } from './connection.service.ts';
import { ldapOf, type StoredLdap } from './setting.service.ts';

/** The identity of accounts whose password is in the directory. */
const LDAP = 'ldap';
export const PROFILE_JOB = 'ldap_profile';
/** The longest name that a profile takes. */
const NAME_CHARS = 20;
/** The limit is low, because directories are not made for large pictures. */
const MAX_PHOTO_BYTES = 200_000;
const WRITTEN_BACK = ['nickname', 'tel', 'profession', 'userimg'] as const;

/** An administrator with a password of our own signs in with it, also while the directory does not respond. */
const hasOwnWay = ({ identity, password }: UserRecord) => identity.includes('admin') && password !== '';
const isKept = (setting: StoredLdap, user: UserRecord | undefined) =>
  setting.ldap_open === 'open' && (!user || (user.identity.includes(LDAP) && !hasOwnWay(user)));

export const ldapDirectory: Directory = {
  keeps: async (app, user) => isKept(await ldapOf(app), user),

  async signIn(direct, { email, password, user }) {
    const { app } = direct;
    if (user?.disable_at) return null;
    const setting = await ldapOf(app);
    const person = await personWith(app, setting, email, password);
    if (!person) return null;
    return (
      user ??
      (await createPerson(direct, email, person).catch((error: unknown) => findCreatedMeanwhile(app, email, error)))
    );
  },

  async link({ app, caller }, user, password) {
    const setting = await ldapOf(app);
    if (setting.ldap_open !== 'open' || !mayLink(user)) return null;
    if (!(await personWith(app, setting, user.email, password))) return null;
    return performWork(app, caller, async (work) => linkNow(work, user));
  },

  async verify(app, user, password) {
    return (await personWith(app, await ldapOf(app), user.email, password)) !== null;
  },

  setPassword: async (app, user, password) => {
    await changeEntry(app, user, { userPassword: password });
  },

  async adopt({ app, caller }, user, password) {
    const setting = await ldapOf(app);
    if (setting.ldap_open !== 'open' || setting.ldap_sync_local !== 'open' || !mayLink(user)) return;
    try {
      await withDirectory(app, setting, async (client) => {
        // Somebody with this address is in the directory already, and Atrium may not replace their password.
        if (await findPerson(client, setting, user.email)) return;
        await client.add(
          `${setting.ldap_login_attr}=${escaped(user.email)},${setting.ldap_base_dn}`,
          entryOf(setting, user, password),
        );
        await performWork(app, caller, async (work) => joinDirectory(work, await unchanged(work, user)));
      });
    } catch (error) {
      // The sign-in itself does not need the entry, which is created at the next one.
      app.log.warn({ err: error, userid: user.userid }, 'could not create an account in the directory (LDAP)');
    }
  },

  async saved(work, user, fields) {
    if (!WRITTEN_BACK.some((name) => name in fields)) return;
    if (isKept(await ldapOf(work.app), user)) work.enqueue(PROFILE_JOB, { userid: user.userid });
  },
};

/** An administrator is not linked, because their sign-in must not depend on the directory. */
const mayLink = ({ identity, disable_at, delete_at }: UserRecord) =>
  !identity.includes('admin') && !disable_at && !delete_at;

/**
 * Returns the account as it is now, locked: an administrator or another sign-in may have changed it while the directory
 * responded. Null if it must not be linked anymore.
 */
async function unchanged(work: Work, { userid, email }: UserRecord): Promise<UserRecord | null> {
  const user = await lockUser(work.tx, userid);
  return user && mayLink(user) && user.email.toLowerCase() === email.toLowerCase() ? user : null;
}

async function linkNow(work: Work, known: UserRecord): Promise<UserRecord | null> {
  const user = await unchanged(work, known);
  return joinDirectory(work, user && !user.email_verity ? await takeOver(work, user) : user);
}

async function joinDirectory(work: Work, user: UserRecord | null): Promise<UserRecord | null> {
  if (!user || user.identity.includes(LDAP)) return user;
  const linked = await saveUser(work, user.userid, { identity: [...user.identity, LDAP] });
  noteLink(work, user);
  return linked;
}

function noteLink(work: Work, { userid, email }: UserRecord): void {
  enqueueNotice(work, userid, 'directory');
  const target = { type: 'user', id: userid, name: email } as const;
  work.audit({ action: 'identity.linked', by: userid, target, detail: { provider: 'LDAP' } });
}

async function personWith(app: App, setting: StoredLdap, email: string, password: string): Promise<Person | null> {
  return withDirectory(app, setting, async (client) => {
    const person = await findPerson(client, setting, email);
    return person && (await hasPassword(client, person.dn, password)) ? person : null;
  });
}

/** Finds the account that a simultaneous first sign-in has created. */
async function findCreatedMeanwhile(app: App, email: string, error: unknown): Promise<UserRecord | null> {
  if (!(error instanceof Failure) || error.code !== 'reg.taken') throw error;
  const user = await findUserByEmail(app.db, email);
  return user && user.identity.includes(LDAP) && !user.disable_at ? user : null;
}

async function createPerson(direct: Direct, email: string, person: Person): Promise<UserRecord> {
  const { app, caller } = direct;
  checkEmail(email);
  const tel = plainTel(person.tel);
  const user = await performWork(app, caller, async (work) => {
    const created = await createAccount(work, {
      email,
      passwordHash: '',
      nickname: person.name.length >= 2 ? person.name.slice(0, NAME_CHARS) : '',
      lang: caller.lang,
      ip: caller.ip,
    });
    return saveUser(work, created.userid, { identity: [...created.identity, LDAP], email_verity: 1 });
  });
  for (const copy of [() => copyNumber(app, user, tel), () => copyPicture(app, user, person.picture)]) {
    // A sign-in is not refused for these problems.
    await copy().catch((error: unknown) =>
      app.log.warn({ err: error, userid: user.userid }, 'could not copy a profile from the directory (LDAP)'),
    );
  }
  return user;
}

async function copyNumber(app: App, user: UserRecord, tel: string): Promise<void> {
  if (tel.length < 6 || tel.length > 20) return;
  await performWork(app, callerFor(user.userid), async (work) => {
    await requireFreeTel(work, tel, user.userid);
    await saveUser(work, user.userid, { tel });
  });
}

async function copyPicture(app: App, user: UserRecord, picture: Buffer | undefined): Promise<void> {
  if (!picture) return;
  const face = await storeFace(app, user, picture);
  await performWork(app, callerFor(user.userid), async (work) => {
    await saveUser(work, user.userid, { userimg: await allowAvatar(work.tx, face, user.userid) });
  });
}

async function storeFace(app: App, user: UserRecord, picture: Buffer) {
  const folder = await mkdtemp(path.join(app.uploadDir, 'ldap-'));
  try {
    const file = path.join(folder, 'photo.jpg');
    await writeFile(file, picture);
    return await storePicture(app, user.userid, { path: file, name: 'photo.jpg', size: picture.length });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function changeEntry(
  app: App,
  user: UserRecord,
  fields: Readonly<Record<string, string | Buffer>>,
): Promise<void> {
  const setting = await ldapOf(app);
  await withDirectory(app, setting, async (client) => {
    const person = await findPerson(client, setting, user.email);
    if (!person) throw fail('ldap.refused', { reason: `no entry for ${user.email}` });
    try {
      await writePerson(client, person.dn, fields);
    } catch (error) {
      throw fail('ldap.refused', { reason: (error as Error).message.slice(0, 200) });
    }
  });
}

/** Runs the job: writes a person's profile to their entry. */
export async function writeProfile(app: App, payload: unknown): Promise<void> {
  const { userid } = payload as { userid: number };
  const user = await findUser(app.db, userid);
  if (!user || user.delete_at || !isKept(await ldapOf(app), user)) return;
  const picture = await jpegOf(app, user.userimg, MAX_PHOTO_BYTES);
  await changeEntry(app, user, {
    mobile: user.tel,
    displayName: user.nickname || user.email,
    employeeType: user.profession,
    ...(picture && { jpegPhoto: picture }),
  });
}

/** Escapes a value within a distinguished name (RFC 4514). */
const escaped = (value: string) => value.replaceAll(/[\\",+<>;=#]/g, (each) => `\\${each}`);

function entryOf(setting: StoredLdap, user: UserRecord, password: string): Record<string, string | string[]> {
  const name = user.nickname || user.email;
  return {
    objectClass: ['inetOrgPerson'],
    cn: setting.ldap_login_attr.toLowerCase() === 'cn' ? user.email : name,
    sn: name,
    mail: user.email,
    displayName: name,
    userPassword: password,
    ...(setting.ldap_login_attr.toLowerCase() === 'uid' && { uid: user.email }),
    ...(user.tel && { mobile: user.tel }),
    ...(user.profession && { employeeType: user.profession }),
  };
}
