import type { HandoffSource } from '@atrium/contract/projects/handoffs.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '#platform/work';

interface Note {
  note?: string;
  /** Written down also where the same people go on having it: what is completed or put away. */
  always?: boolean;
}

/**
 * Writes down who has these tasks (`which` speaks of them as `t`) where that is not who had them last. After the change
 * of owners, in the same transaction.
 */
export function noteHolders(
  work: Work,
  which: RawBuilder<unknown>,
  source: HandoffSource,
  { note = '', always = false }: Note = {},
): void {
  work.trail(
    sql`
    insert into task_handoffs (task_id, userid, source, before, owners, note)
    select t.id, ${work.caller.userid}::int, ${source}, had.owners, has.owners, ${note}
    from tasks t
    cross join lateral (
      select array(select tu.userid from task_users tu where tu.task_id = t.id and tu.owner = 1 order by 1) as owners
    ) has
    cross join lateral (
      select coalesce((select h.owners from task_handoffs h where h.task_id = t.id order by h.id desc limit 1), '{}') as owners
    ) had
    where ${which} and (has.owners <> had.owners or (${always}::boolean and has.owners <> '{}'))
    order by t.id`.compile(work.tx),
  );
}

/** The first ones to have a task, who are known. */
export function noteFirstHolders(work: Work, taskId: number, owners: readonly number[], source: HandoffSource): void {
  if (owners.length === 0) return;
  work.trail(
    work.tx
      .insertInto('task_handoffs')
      .values({
        task_id: taskId,
        userid: work.caller.userid,
        source,
        before: [],
        owners: owners.toSorted((a, b) => a - b),
      })
      .compile(),
  );
}
