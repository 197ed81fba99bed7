import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import { basicColumns } from './present.service.ts';

export function findUserRow(db: Reader, userid: number) {
  return db.selectFrom('users').selectAll().where('userid', '=', userid).executeTakeFirst();
}

export function lockUserRow(db: Writer, userid: number) {
  return db.selectFrom('users').selectAll().where('userid', '=', userid).forNoKeyUpdate().executeTakeFirst();
}

export function findUserRowByEmail(db: Reader, email: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where(sql`lower(email)`, '=', email)
    .where('delete_at', 'is', null)
    .executeTakeFirst();
}

export function listActiveByEmail(db: Reader, emails: readonly string[]) {
  return db
    .selectFrom('users')
    .select(basicColumns)
    .where(sql`lower(email)`, 'in', [...emails])
    .where('delete_at', 'is', null)
    .where('disable_at', 'is', null)
    .execute();
}

export function listActivePeopleIds(db: Reader, userids: readonly number[]) {
  return db
    .selectFrom('users')
    .select('userid')
    .where('userid', 'in', [...userids])
    .where('bot', '=', 0)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .execute();
}

/** Active people, bots left out, whose nickname in lower case is one of these. */
export function listActiveByNickname(db: Reader, names: readonly string[]) {
  return db
    .selectFrom('users')
    .select(['userid', 'nickname'])
    .where(sql`lower(trim(nickname))`, 'in', [...names])
    .where('bot', '=', 0)
    .where('delete_at', 'is', null)
    .where('disable_at', 'is', null)
    .execute();
}

export function listBasicRows(db: Reader, userids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(basicColumns)
    .where('userid', 'in', [...userids])
    .execute();
}

export function listActiveUserids(db: Reader, userids: readonly number[]) {
  return db
    .selectFrom('users')
    .select('userid')
    .where('userid', 'in', [...userids])
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .execute();
}

export function shareActiveUser(db: Writer, userid: number) {
  return db
    .selectFrom('users')
    .select('userid')
    .where('userid', '=', userid)
    .where('disable_at', 'is', null)
    .where('delete_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export function countActiveUsers(db: Reader) {
  return db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('bot', '=', 0)
    .where('delete_at', 'is', null)
    .executeTakeFirstOrThrow();
}

export async function listEmailsInUse(db: Reader, emails: readonly string[]) {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(email) as email from users
    where delete_at is null and lower(email) = any(${emails})`.execute(db);
  return rows;
}

export function findBotByEmail(db: Reader, email: string) {
  return db
    .selectFrom('users')
    .select('userid')
    .where('email', '=', email)
    .where('delete_at', 'is', null)
    .executeTakeFirst();
}

export async function insertBotOnce(
  db: Writer,
  email: string,
  name: string,
  az: string,
  pinyin: string,
): Promise<void> {
  await sql`insert into users (email, nickname, bot, az, pinyin)
    values (${email}, ${name}, 1, ${az}, ${pinyin})
    on conflict (lower(email)) where delete_at is null do nothing`.execute(db);
}
