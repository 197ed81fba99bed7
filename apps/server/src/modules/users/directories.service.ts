import type { App } from '#platform/app';
import { verifyPassword } from '#platform/crypto';
import { ExtensionPoint } from '#platform/extensionPoint';
import type { Direct } from '#platform/http/route';
import type { Work } from '#platform/work';
import type { UserRecord } from './present.service.ts';

/** A service outside Atrium that stores accounts with their passwords, such as LDAP. */
export interface Directory {
  /** True if it stores this account's password; without an account, if it may know one. */
  keeps(app: App, user: UserRecord | undefined): Promise<boolean>;
  /** Signs in an account of the directory, and creates it here if it is new. Null if the password is wrong. */
  signIn(
    direct: Direct,
    input: { email: string; password: string; user: UserRecord | undefined },
  ): Promise<UserRecord | null>;
  /** Links an account that it does not keep yet, if it has a person with this address and password; otherwise null. */
  link(direct: Direct, user: UserRecord, password: string): Promise<UserRecord | null>;
  /** True if the password of an account that it stores is right. */
  verify(app: App, user: UserRecord, password: string): Promise<boolean>;
  /** Replaces the password of an account that it keeps. */
  setPassword(app: App, user: UserRecord, password: string): Promise<void>;
  /** Called when somebody has signed in with a password of Atrium's own. */
  adopt(direct: Direct, user: UserRecord, password: string): Promise<void>;
  /** Called when fields of an account have changed. */
  saved(work: Work, user: UserRecord, fields: Partial<UserRecord>): Promise<void>;
}
export const directories = new ExtensionPoint<Directory>();

/** Finds the directory that stores an account's password, if one does. */
export async function directoryOf(app: App, user: UserRecord | undefined): Promise<Directory | undefined> {
  for (const each of directories.of(app)) if (await each.keeps(app, user)) return each;
  return undefined;
}

/** True if a password is the account's, here or in a directory. */
export async function isOwnPassword(app: App, user: UserRecord | undefined, password: string): Promise<boolean> {
  const directory = user && (await directoryOf(app, user));
  return directory ? directory.verify(app, user, password) : verifyPassword(user?.password ?? null, password);
}
