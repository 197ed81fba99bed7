import type { InputOf } from '@atrium/contract/kit.ts';
import { departmentsIn } from '@atrium/contract/people/departments.ts';
import * as contract from '@atrium/contract/people/users.ts';
import { type RawBuilder, sql } from 'kysely';
import { matches } from '#modules/searchIndex/match.service';
import { fail } from '#platform/fail';
import { pageOf } from '#platform/http/pagination';
import type { View } from '#platform/work';
import { departmentsOf } from './departmentNames.service.ts';
import { directoryDetails } from './directoryDetails.service.ts';
import { type BasicRecord, displayName, presentBasic, presentUserRow, type UserRecord } from './present.service.ts';
import { likeText, listBasics } from './users.service.ts';

type SearchInput = InputOf<typeof contract.userSearch>;

export async function listBasic(view: View, { userid }: InputOf<typeof contract.userBasic>) {
  return (await listBasics(view.tx, userid)).map((user) => presentBasic(view.app, user, view.caller.lang));
}

/** 0 leaves them out, 1 asks for them only, 2 takes both. */
const three = (wish: number | undefined, isSo: RawBuilder<unknown>) =>
  wish === 2 ? sql`true` : wish === 1 ? isSo : sql`not (${isSo})`;

function searchConditions(keys: NonNullable<SearchInput['keys']>) {
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

/** Only members learn who is in a project or a dialog. */
async function checkScope({ tx, caller }: View, keys: NonNullable<SearchInput['keys']>): Promise<void> {
  if (keys.project_id) {
    const { rows } =
      await sql`select 1 from project_users where project_id = ${keys.project_id} and userid = ${caller.userid}`.execute(
        tx,
      );
    if (rows.length === 0) throw fail('project.gone', { project_id: keys.project_id });
  }
  if (keys.dialog_id) {
    const { rows } =
      await sql`select 1 from dialog_members where dialog_id = ${keys.dialog_id} and userid = ${caller.userid}`.execute(
        tx,
      );
    if (rows.length === 0) throw fail('dialog.gone', { dialog_id: keys.dialog_id });
  }
}

export async function searchPeople(view: View, input: SearchInput) {
  const keys = input.keys ?? {};
  await checkScope(view, keys);
  const where = searchConditions(keys);
  const order = input.sorts?.az
    ? sql`u.az ${sql.raw(input.sorts.az)}, u.pinyin, u.userid`
    : sql`u.disable_at is not null, u.bot, u.userid`;
  // Who names a page wants pages; a `pagesize` alone is how global search asks for a list of that length (A7-08).
  const isPaged = input.page !== undefined;
  const size = (isPaged ? undefined : input.take) ?? input.pagesize ?? 10;
  const page = input.page ?? 1;
  const { rows } =
    await sql<BasicRecord>`select u.* from users u where ${where} order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
      view.tx,
    );
  const people = rows.map((user) => ({
    ...presentBasic(view.app, user, view.caller.lang),
    name: displayName(user, view.caller.lang),
    ...(input.with_department && { department_info: departmentsIn(departmentsOf(view.app), user) }),
  }));
  if (!isPaged) return people;
  const { rows: count } = await sql<{ n: number }>`select count(*)::int as n from users u where ${where}`.execute(
    view.tx,
  );
  return pageOf(view, contract.userSearch.path, { rows: people, total: count[0]?.n ?? 0, page, size });
}

export async function listEverybody(view: View, input: InputOf<typeof contract.userLists>) {
  const keys = input.keys ?? {};
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
  for (const { conditions } of directoryDetails.of(view.app)) all.push(...conditions(keys));
  const head = departmentsOf(view.app).find(({ id }) => id === department)?.owner_userid ?? 0;
  const where = sql.join(all, sql` and `);
  const size = input.pagesize ?? 20;
  const page = input.page ?? 1;
  const { rows } =
    await sql<UserRecord>`select u.* from users u where ${where} order by u.userid = ${head} desc, u.userid desc limit ${size} offset ${(page - 1) * size}`.execute(
      view.tx,
    );
  const { rows: count } = await sql<{ n: number }>`select count(*)::int as n from users u where ${where}`.execute(
    view.tx,
  );
  const userids = rows.map(({ userid }) => userid);
  const isWanted = input.get_checkin_data && rows.length > 0;
  const details = isWanted ? directoryDetails.of(view.app).map(({ load }) => load(view, userids)) : [];
  const more = await Promise.all(details);
  return pageOf(view, contract.userLists.path, {
    rows: rows.map((user) => ({
      ...presentUserRow(view.app, user),
      ...(department && { is_principal: user.userid === head }),
      ...Object.assign({}, ...more.map((each) => each.get(user.userid))),
    })),
    total: count[0]?.n ?? 0,
    page,
    size,
  });
}
