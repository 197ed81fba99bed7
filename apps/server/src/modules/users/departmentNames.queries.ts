import type { Reader } from '#platform/db/pool';

export function listDepartmentNames(db: Reader) {
  return db.selectFrom('departments').select(['id', 'name', 'parent_id', 'owner_userid']).orderBy('id').execute();
}
