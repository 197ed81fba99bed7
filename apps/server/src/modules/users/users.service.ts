import { sql } from 'kysely';
import type { Reader } from '#platform/db/pool';
import { type BasicRecord, basicColumns, type UserRecord } from './present.service.ts';

type Tx = Reader;

export const findUser = (tx: Tx, userid: number): Promise<UserRecord | undefined> =>
  tx.selectFrom('users').selectAll().where('userid', '=', userid).executeTakeFirst();

/** A living account by e-mail, whatever its case. */
export const findUserByEmail = (tx: Tx, email: string): Promise<UserRecord | undefined> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('delete_at', 'is', null)
    .executeTakeFirst();

/** Accounts in use, by their addresses in lower case. */
export const listByEmail = (tx: Tx, emails: readonly string[]): Promise<BasicRecord[]> =>
  tx
    .selectFrom('users')
    .select(basicColumns)
    .where(sql`lower(email)`, 'in', [...emails])
    .where('delete_at', 'is', null)
    .where('disable_at', 'is', null)
    .execute();

export const listBasics = (tx: Tx, userids: readonly number[]): Promise<BasicRecord[]> =>
  userids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('users')
        .select(basicColumns)
        .where('userid', 'in', [...userids])
        .execute();

/** Those of these ids that are accounts in use. */
export async function listActiveIds(tx: Tx, userids: readonly number[]): Promise<number[]> {
  if (userids.length === 0) return [];
  const rows = await tx
    .selectFrom('users')
    .select('userid')
    .where('userid', 'in', [...userids])
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .execute();
  return rows.map((row) => row.userid);
}

export async function countActive(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('bot', '=', 0)
    .where('delete_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** For LIKE: the caller's text means itself. */
export const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Which of these addresses, in lower case, have an account. */
export async function listKnownEmails(tx: Tx, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from users
    where delete_at is null and lower(email) = any(${emails})`.execute(tx);
  return rows.map((row) => row.email);
}
