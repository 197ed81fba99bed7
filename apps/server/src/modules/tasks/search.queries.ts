import type { Is, SearchQuery } from '@atrium/richtext/search/searchQuery.ts';
import { type RawBuilder, sql } from 'kysely';
import { likeText } from '#modules/users/users.service';

/** The condition of a state for a task `t` and its viewer's row `pu`; states of messages match no task. */
function stateOf(state: Is): RawBuilder<unknown> {
  switch (state) {
    case 'done':
      return sql`t.complete_at is not null`;
    case 'open':
      return sql`t.complete_at is null`;
    case 'overdue':
      return sql`t.complete_at is null and t.end_at <= now()`;
    case 'archived':
      return sql`t.archived_at is not null`;
    case 'mine':
      return sql`exists (select 1 from task_users tu where tu.task_id = t.id and tu.userid = pu.userid)`;
    case 'edited':
    case 'reply':
    case 'mention':
      return sql`false`;
  }
}

/** The operators of a search as conditions on a task `t` of a project `p` with the viewer's row `pu`. */
export function narrowedBy(query: SearchQuery): RawBuilder<unknown>[] {
  return [
    ...query.from.map((name) => madeBy(name)),
    ...query.in.map((name) => sql`p.name ilike ${likeText(name)}`),
    ...query.has.map((kind) => (kind === 'file' ? sql`t.file_num > 0` : sql`false`)),
    ...query.is.map((state) => stateOf(state)),
    ...(query.after ? [sql`t.created_at >= ${new Date(query.after)}`] : []),
    ...(query.before ? [sql`t.created_at < ${new Date(query.before)}`] : []),
  ];
}

function madeBy(name: string): RawBuilder<unknown> {
  if (name.toLowerCase() === 'me') return sql`t.userid = pu.userid`;
  const like = likeText(name);
  return sql`t.userid in (select u.userid from users u where u.nickname ilike ${like} or u.pinyin ilike ${like}
    or u.email ilike ${like})`;
}
