import type { Reader, Writer } from '#platform/db/pool';
import { type BasicRecord, type UserRecord } from './present.service.ts';
import {
  countActiveUsers,
  findUserRow,
  findUserRowByEmail,
  listActiveByEmail,
  listActiveByNickname,
  listActivePeopleIds,
  listActiveUserids,
  listBasicRows,
  listEmailsInUse,
  lockUserRow,
  shareActiveUser,
} from './users.queries.ts';

type Tx = Reader;

export const findUser = (tx: Tx, userid: number): Promise<UserRecord | undefined> => findUserRow(tx, userid);

/** Locks an account until the transaction ends, for a change that depends on what it is now. */
export const lockUser = (tx: Writer, userid: number): Promise<UserRecord | undefined> => lockUserRow(tx, userid);

/** An existing account by email, ignoring case. */
export const findUserByEmail = (tx: Tx, email: string): Promise<UserRecord | undefined> =>
  findUserRowByEmail(tx, email.toLowerCase());

/** Active accounts by their addresses in lower case. */
export const listByEmail = (tx: Tx, emails: readonly string[]): Promise<BasicRecord[]> => listActiveByEmail(tx, emails);

/** The given ids that belong to active people; no bots. */
export async function listPeopleIds(tx: Tx, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  const rows = await listActivePeopleIds(tx, userids);
  return rows.map((row) => row.userid);
}

/** Active people by their nicknames in lower case; no bots. */
export const listByNickname = (tx: Tx, names: readonly string[]): Promise<{ userid: number; nickname: string }[]> =>
  names.length === 0 ? Promise.resolve([]) : listActiveByNickname(tx, names);

export const listBasics = (tx: Tx, userids: readonly number[]): Promise<BasicRecord[]> =>
  userids.length === 0 ? Promise.resolve([]) : listBasicRows(tx, userids);

/** The given ids that belong to active accounts. */
export async function listActiveIds(tx: Tx, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  const rows = await listActiveUserids(tx, userids);
  return rows.map((row) => row.userid);
}

/**
 * Keeps a person from leaving until the transaction ends, for what passes to them; false if they have left. Locked
 * before projects and groups, as by a person who leaves, to avoid deadlocks.
 */
export const keepActive = async (tx: Writer, userid: number): Promise<boolean> =>
  (await shareActiveUser(tx, userid)) !== undefined;

export async function countActive(tx: Tx): Promise<number> {
  const row = await countActiveUsers(tx);
  return Number(row.n);
}

/** The pattern for LIKE that finds a text; wildcards in it are literal. */
export const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Returns those of these addresses, in lower case, that have an account. */
export async function listKnownEmails(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const rows = await listEmailsInUse(tx, emails);
  return rows.map((row) => row.email);
}
