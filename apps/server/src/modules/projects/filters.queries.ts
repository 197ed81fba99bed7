import type { Insertable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { ProjectFilters } from '#platform/db/types';

export function findFilters(db: Reader, userid: number, projectId: number) {
  return db
    .selectFrom('project_filters')
    .select('list')
    .where('userid', '=', userid)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function putFilters(db: Writer, row: Insertable<ProjectFilters>): Promise<void> {
  const { list, updated_at } = row;
  await db
    .insertInto('project_filters')
    .values(row)
    .onConflict((on) => on.columns(['userid', 'project_id']).doUpdateSet({ list, updated_at }))
    .execute();
}
