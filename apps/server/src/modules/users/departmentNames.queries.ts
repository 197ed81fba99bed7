import type { Reader } from '#platform/db/pool';

export function listKnownDepartments(db: Reader) {
  return db
    .selectFrom('departments')
    .select(['id', 'name', 'parent_id', 'owner_userid', 'deputy_userids'])
    .orderBy('id')
    .execute();
}
