import type { ReportKind } from '@atrium/contract/workspace/reports.ts';
import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { likeText } from '#modules/users/users.service';
import type { Reader, Writer } from '#platform/db/pool';
import type { DB, Reports } from '#platform/db/types';

type Tx = Reader;
export type ReportRow = Selectable<Reports>;

export interface ReportFilter {
  /** The search text: with an @ an author's email, of digits an id or a title, else a title. */
  key?: string | undefined;
  type?: ReportKind | undefined;
  from?: Date | null | undefined;
  to?: Date | null | undefined;
  status?: 'read' | 'unread' | undefined;
  departmentId?: number | undefined;
  page: number;
  size: number;
}

/** One page of a person's own reports, and the total. */
export async function listTasksAsJson(tx: Tx, userid: number, wanted: ReportFilter) {
  const all = tx
    .selectFrom('reports as r')
    .innerJoin('users as u', 'u.userid', 'r.userid')
    .where('r.userid', '=', userid)
    .where((eb) => narrowed(eb, wanted, false));
  const [rows, count] = await Promise.all([
    all.selectAll('r').orderBy('r.id', 'desc').limit(wanted.size).offset(before(wanted)).execute(),
    all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.n) };
}

/** Does the same for received reports. */
export async function listSent(tx: Tx, userid: number, wanted: ReportFilter) {
  const all = tx
    .selectFrom('report_receivers as v')
    .innerJoin('reports as r', 'r.id', 'v.report_id')
    .innerJoin('users as u', 'u.userid', 'r.userid')
    .where('v.userid', '=', userid)
    .$if(wanted.status === 'unread', (query) => query.where('v.read_at', 'is', null))
    .$if(wanted.status === 'read', (query) => query.where('v.read_at', 'is not', null))
    .$if(Boolean(wanted.departmentId), (query) =>
      query.where(sql<boolean>`u.department @> array[${wanted.departmentId}]::int[]`),
    )
    .where((eb) => narrowed(eb, wanted, true));
  const [rows, count] = await Promise.all([
    all
      .selectAll('r')
      .select(['v.receive_at', 'v.read_at'])
      .orderBy('v.report_id', 'desc')
      .limit(wanted.size)
      .offset(before(wanted))
      .execute(),
    all.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.n) };
}

const before = ({ page, size }: ReportFilter) => (page - 1) * size;

type Joined = ExpressionBuilder<DB & { r: DB['reports']; u: DB['users'] }, 'r' | 'u'>;
/** Digits are a report's id or part of its title. For received reports, they may be the author's id too. */
function narrowed(eb: Joined, { key = '', type, from, to }: ReportFilter, withAuthor: boolean) {
  const words = key.trim();
  const isNumber = /^\d{1,9}$/.test(words);
  const byKey = words.includes('@')
    ? [eb(sql`lower(u.email)`, '=', words.toLowerCase())]
    : [
        eb('r.title', 'ilike', likeText(words)),
        ...(isNumber ? [eb('r.id', '=', Number(words))] : []),
        ...(isNumber && withAuthor ? [eb('r.userid', '=', Number(words))] : []),
      ];
  return eb.and([
    ...(words ? [eb.or(byKey)] : []),
    ...(type ? [eb('r.type', '=', type)] : []),
    ...(from ? [eb('r.created_at', '>=', from)] : []),
    ...(to ? [eb('r.created_at', '<=', to)] : []),
  ]);
}

/** The given reports that a person wrote or received. */
export const listReadable = (tx: Tx, userid: number, ids: readonly number[]): Promise<ReportRow[]> =>
  tx
    .selectFrom('reports as r')
    .selectAll('r')
    .where('r.id', 'in', [...ids])
    .where((eb) =>
      eb.or([
        eb('r.userid', '=', userid),
        eb.exists(
          eb
            .selectFrom('report_receivers as v')
            .select('v.userid')
            .whereRef('v.report_id', '=', 'r.id')
            .where('v.userid', '=', userid),
        ),
      ]),
    )
    .execute();

export interface ReceiverRow {
  report_id: number;
  userid: number;
  nickname: string;
  email: string;
  userimg: string;
  receive_at: Date;
  read_at: Date | null;
}
/** The receivers of these reports. */
export const listReceivers = (tx: Tx, ids: readonly number[]): Promise<ReceiverRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('report_receivers as v')
        .innerJoin('users as u', 'u.userid', 'v.userid')
        .select(['v.report_id', 'v.userid', 'u.nickname', 'u.email', 'u.userimg', 'v.receive_at', 'v.read_at'])
        .where('v.report_id', 'in', [...ids])
        .orderBy('v.userid')
        .execute();

export const findBySign = (tx: Tx, userid: number, type: ReportKind, sign: string): Promise<ReportRow | undefined> =>
  tx
    .selectFrom('reports')
    .selectAll()
    .where('userid', '=', userid)
    .where('type', '=', type)
    .where('sign', '=', sign)
    .executeTakeFirst();

export const findLast = (tx: Tx, userid: number): Promise<ReportRow | undefined> =>
  tx.selectFrom('reports').selectAll().where('userid', '=', userid).orderBy('id', 'desc').limit(1).executeTakeFirst();

export const findOwn = (tx: Tx, userid: number, id: number): Promise<ReportRow | undefined> =>
  tx.selectFrom('reports').selectAll().where('id', '=', id).where('userid', '=', userid).forUpdate().executeTakeFirst();

export async function countUnreadOf(tx: Tx, userid: number): Promise<number> {
  const row = await tx
    .selectFrom('report_receivers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userid', '=', userid)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Returns the reports whose state changed. */
export async function setRead(tx: Writer, userid: number, ids: readonly number[], at: Date | null): Promise<number[]> {
  if (ids.length === 0) return [];
  const changed = await tx
    .updateTable('report_receivers')
    .set({ read_at: at })
    .where('userid', '=', userid)
    .where('report_id', 'in', [...ids])
    .where('read_at', at ? 'is' : 'is not', null)
    .returning('report_id')
    .execute();
  return changed.map(({ report_id }) => report_id);
}

// Codes for sharing ---------------------------------------------------------------------------------------------------

export interface LinkRow {
  code: string;
  report_id: number;
  title: string;
}
/** The existing codes of a person for these reports. */
export const listLinks = (tx: Tx, userid: number, ids: readonly number[]): Promise<LinkRow[]> =>
  tx
    .selectFrom('report_links as l')
    .innerJoin('reports as r', 'r.id', 'l.report_id')
    .select(['l.code', 'l.report_id', 'r.title'])
    .where('l.userid', '=', userid)
    .where('l.report_id', 'in', [...ids])
    .execute();

export const listByCode = (tx: Tx, codes: readonly string[]): Promise<LinkRow[]> =>
  tx
    .selectFrom('report_links as l')
    .innerJoin('reports as r', 'r.id', 'l.report_id')
    .select(['l.code', 'l.report_id', 'r.title'])
    .where('l.code', 'in', [...codes])
    .execute();

/** Counts a view by this code. */
export const countLinkView = (tx: Writer, code: string): Promise<{ report_id: number } | undefined> =>
  tx
    .updateTable('report_links')
    .set((eb) => ({ num: eb('num', '+', 1) }))
    .where('code', '=', code)
    .returning('report_id')
    .executeTakeFirst();

export const findReport = (tx: Tx, id: number): Promise<ReportRow | undefined> =>
  tx.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertReportLinks(
  db: Writer,
  reports: { code: string; report_id: number; userid: number }[],
): Promise<void> {
  await db
    .insertInto('report_links')
    .values(reports)
    .onConflict((on) => on.columns(['report_id', 'userid']).doNothing())
    .execute();
}
