import type { InputOf } from '@atrium/contract/kit.ts';
import type * as accounts from '@atrium/contract/people/accounts.ts';
import type * as users from '@atrium/contract/people/users.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.access';
import type { Reader } from '#platform/db/pool';
import type { BasicRecord, UserRecord } from './present.service.ts';
import { likeText } from './users.service.ts';

type PeopleKeys = NonNullable<InputOf<typeof users.userSearch>['keys']>;
type AccountKeys = NonNullable<InputOf<typeof accounts.userLists>['keys']>;

export async function isProjectMember(db: Reader, projectId: number, userid: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from project_users where project_id = ${projectId} and userid = ${userid}`.execute(db);
  return rows.length > 0;
}

export async function isDialogMember(db: Reader, dialogId: number, userid: number): Promise<boolean> {
  const { rows } = await sql`select 1 from dialog_members where dialog_id = ${dialogId} and userid = ${userid}`.execute(
    db,
  );
  return rows.length > 0;
}

/** 0 excludes them, 1 selects only them, 2 includes both. */
const three = (wish: number | undefined, isSo: RawBuilder<unknown>) =>
  wish === 2 ? sql`true` : wish === 1 ? isSo : sql`not (${isSo})`;

function peopleWhere(keys: PeopleKeys): RawBuilder<unknown> {
  const all = [
    sql`u.delete_at is null`,
    three(keys.disable, sql`u.disable_at is not null`),
    three(keys.bot, sql`u.bot > 0`),
  ];
  if (keys.key) {
    const like = likeText(keys.key);
    if (keys.key.includes('@')) all.push(sql`u.email ilike ${like}`);
    else {
      const id = /^\d{1,9}$/.test(keys.key) ? sql` or u.userid = ${Number(keys.key)}` : sql``;
      all.push(sql`(u.nickname ilike ${like} or u.pinyin ilike ${like} or u.profession ilike ${like}
        or (u.nickname = '' and u.email ilike ${like}) or ${matches('user', sql`u.userid`, keys.key)}${id})`);
    }
  }
  if (keys.project_id)
    all.push(
      sql`exists (select 1 from project_users x where x.project_id = ${keys.project_id} and x.userid = u.userid)`,
    );
  if (keys.no_project_id)
    all.push(
      sql`not exists (select 1 from project_users x where x.project_id = ${keys.no_project_id} and x.userid = u.userid)`,
    );
  if (keys.departments?.length) all.push(sql`u.department && ${keys.departments}::int[]`);
  if (keys.dialog_id)
    all.push(
      sql`exists (select 1 from dialog_members x where x.dialog_id = ${keys.dialog_id} and x.userid = u.userid)`,
    );
  return sql.join(all, sql` and `);
}

const az = (direction: 'asc' | 'desc' | undefined) =>
  direction ? sql`u.az ${sql.raw(direction)}, u.pinyin, u.userid` : sql`u.disable_at is not null, u.bot, u.userid`;

export async function listPeople(
  db: Reader,
  keys: PeopleKeys,
  { az: direction, size, page }: { az: 'asc' | 'desc' | undefined; size: number; page: number },
): Promise<BasicRecord[]> {
  const { rows } = await sql<BasicRecord>`
    select u.* from users u where ${peopleWhere(keys)} order by ${az(direction)}
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

export const countPeople = (db: Reader, keys: PeopleKeys): Promise<number> => countUsers(db, peopleWhere(keys));

/** Conditions on an account `u`; `more` are those of other modules. */
function accountsWhere(keys: AccountKeys, more: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  const all = [sql`u.delete_at is null`];
  const text = (column: string, value?: string) => {
    if (value) all.push(sql`${sql.ref(`u.${column}`)} ilike ${likeText(value)}`);
  };
  if (keys.key) {
    const like = likeText(keys.key);
    all.push(
      sql`(u.email ilike ${like} or u.tel ilike ${like} or u.nickname ilike ${like} or u.profession ilike ${like})`,
    );
  }
  text('email', keys.email);
  text('tel', keys.tel);
  text('nickname', keys.nickname);
  text('profession', keys.profession);
  if (keys.identity) {
    const isNot = keys.identity.startsWith('no');
    const word = isNot ? keys.identity.slice(2) : keys.identity;
    all.push(isNot ? sql`not ${word} = any(u.identity)` : sql`${word} = any(u.identity)`);
  }
  if (keys.disable !== 'all')
    all.push(keys.disable === 'yes' ? sql`u.disable_at is not null` : sql`u.disable_at is null`);
  if (keys.email_verity) all.push(sql`u.email_verity = ${Number(keys.email_verity === 'yes')}`);
  if (keys.bot !== 'all') all.push(keys.bot === 'yes' ? sql`u.bot > 0` : sql`u.bot = 0`);
  const department = keys.department;
  if (department === 0) all.push(sql`u.department = '{}'`);
  else if (department !== undefined) all.push(sql`u.department @> ${[department]}::int[]`);
  return sql.join([...all, ...more], sql` and `);
}

/** Accounts, newest first; the head of a filtered department comes before all. */
export async function listAccounts(
  db: Reader,
  keys: AccountKeys,
  more: readonly RawBuilder<unknown>[],
  { head, size, page }: { head: number; size: number; page: number },
): Promise<UserRecord[]> {
  const { rows } = await sql<UserRecord>`
    select u.* from users u where ${accountsWhere(keys, more)} order by u.userid = ${head} desc, u.userid desc
    limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

export const countAccounts = (db: Reader, keys: AccountKeys, more: readonly RawBuilder<unknown>[]): Promise<number> =>
  countUsers(db, accountsWhere(keys, more));

async function countUsers(db: Reader, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from users u where ${where}`.execute(db);
  return rows[0]?.n ?? 0;
}
