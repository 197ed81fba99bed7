import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { AuditLog } from '#platform/db/types';

export type AuditLogRow = Selectable<AuditLog>;
export interface AuditFilter {
  userid: number;
  action: string;
  /** The beginning of an address. */
  ip: string;
  from: Date | null;
  to: Date | null;
}

const matching = ({ userid, action, ip, from, to }: AuditFilter): RawBuilder<unknown> => sql`
  from audit_log where ${userid > 0 ? sql`(userid = ${userid} or (target_type = 'user' and target_id = ${userid}))` : sql`true`}
    and ${action ? sql`action = ${action}` : sql`true`}
    and ${ip ? sql`starts_with(ip, ${ip})` : sql`true`}
    and ${from ? sql`at >= ${from}` : sql`true`} and ${to ? sql`at <= ${to}` : sql`true`}`;

export async function countAudit(tx: Reader, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${matching(filter)}`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Lists rows of the audit log, the newest first. */
export async function listAudit(tx: Reader, filter: AuditFilter, limit: number, offset = 0): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select id, at, action, userid, target_type, target_id, target_name, ip, agent, detail
    ${matching(filter)} order by id desc limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

export async function listNames(
  tx: Reader,
  userids: readonly number[],
): Promise<Map<number, { nickname: string; email: string }>> {
  const { rows } = await sql<{ userid: number; nickname: string; email: string }>`
    select userid, nickname, email from users where userid = any(${userids}::int[])`.execute(tx);
  return new Map(rows.map(({ userid, ...names }) => [userid, names]));
}

/** Deletes the oldest rows past the retention. @returns how many */
export async function expireAudit(tx: Writer, days: number, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select audit_expire(${days}, ${most}) as n`.execute(tx);
  return rows[0]?.n ?? 0;
}
