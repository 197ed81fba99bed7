import { type RawBuilder, sql } from 'kysely';
import { type Kind, tsqueryOf } from './match.service.ts';

/**
 * A condition for a list of accessible things: the row with this id matches these words. It narrows such a list and
 * never replaces its access rule.
 */
export function matches(kind: Exclude<Kind, 'message'>, id: RawBuilder<unknown>, words: string): RawBuilder<unknown> {
  const query = tsqueryOf(words);
  if (query === null) return sql`false`;
  return sql`${id} in (select s.id from search_things s where s.kind = ${kind} and s.tsv @@ ${query}::tsquery)`;
}
