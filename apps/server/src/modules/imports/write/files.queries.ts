import type { Reader } from '#platform/db/pool';

export function findImportedTaskId(db: Reader, taskKey: string) {
  return db.selectFrom('tasks').select('id').where('import_key', '=', taskKey).executeTakeFirst();
}

export function findImportedTaskFile(db: Reader, key: string) {
  return db.selectFrom('task_files').select('id').where('import_key', '=', key).executeTakeFirst();
}
