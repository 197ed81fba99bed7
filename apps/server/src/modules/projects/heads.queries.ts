import { type RawBuilder, sql } from 'kysely';
import { headPairs, isHeadsViewAllowed } from '#modules/dialogs/visibleTasks.access';
import type { Reader } from '#platform/db/pool';

export interface HeadPair {
  project_id: number;
  userid: number;
}

type Which = { projectIds: readonly number[] } | { userids: readonly number[] } | 'all';

/**
 * The heads who see projects that they are not in.
 *
 * @param which  selects the heads of these projects, those of departments that these people lead or are in, or all
 * @param isSettingIgnored  true to list them even if the workspace does not allow it
 */
export async function listHeadPairs(db: Reader, which: Which, { isSettingIgnored = false } = {}): Promise<HeadPair[]> {
  // The setting is read first, although the query below checks it as well: most workspaces do not allow it, and on
  // starting the query PostgreSQL reserves eight megabytes for its recursion where departments are too few to have
  // statistics.
  if (!isSettingIgnored) {
    const { rows } = await sql<{ allowed: boolean }>`select ${isHeadsViewAllowed} as allowed`.execute(db);
    if (!rows[0]?.allowed) return [];
  }
  const { rows } = await sql<HeadPair>`${headPairs(conditionOf(which), isSettingIgnored)}`.execute(db);
  return rows;
}

function conditionOf(which: Which): RawBuilder<unknown> {
  if (which === 'all') return sql`true`;
  if ('projectIds' in which) return sql`p.id = any(${which.projectIds}::int[])`;
  return sql`(lead.userid = any(${which.userids}::int[]) or p.id in (
    select m.project_id from project_users m where m.userid = any(${which.userids}::int[])))`;
}

/** The members of these projects among these people. */
export function listMemberPairs(db: Reader, pairs: readonly HeadPair[]): Promise<HeadPair[]> {
  return pairs.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('project_users')
        .select(['project_id', 'userid'])
        .where('project_id', 'in', [...new Set(pairs.map((pair) => pair.project_id))])
        .where('userid', 'in', [...new Set(pairs.map((pair) => pair.userid))])
        .execute();
}
