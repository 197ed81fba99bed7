import type { ImportResult } from '@atrium/contract/files/imports.ts';
import type { Kysely, Selectable } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { DB, Imports } from '#platform/db/types';

export type ImportRow = Selectable<Imports>;

export const insertImport = (
  db: Kysely<DB>,
  row: Pick<ImportRow, 'userid' | 'kind' | 'name' | 'size' | 'file' | 'total'> & { report: string; people: string },
): Promise<ImportRow> => db.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();

export const listImports = (db: Kysely<DB>, limit: number): Promise<ImportRow[]> =>
  db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(limit).execute();

export const findImport = (db: Kysely<DB>, id: number): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns undefined if the import is running or done. A second import at the same time violates `imports_running`. */
export const markRunning = (db: Kysely<DB>, id: number, choices: string | null): Promise<ImportRow | undefined> =>
  db
    .updateTable('imports')
    .set({
      status: 'running',
      done: 0,
      error: '',
      started_at: new Date(),
      ended_at: null,
      ...(choices !== null && { choices }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['ready', 'stopped', 'failed'])
    .returningAll()
    .executeTakeFirst();

export const markProgress = (db: Kysely<DB>, id: number, done: number) =>
  db.updateTable('imports').set({ done }).where('id', '=', id).where('status', '=', 'running').execute();

export const markTotal = (db: Kysely<DB>, id: number, total: number) =>
  db.updateTable('imports').set({ total }).where('id', '=', id).execute();

export const markEnded = (
  db: Kysely<DB>,
  id: number,
  end: { status: 'stopped' | 'failed' | 'done'; done?: number; error?: string; result?: string; file?: string },
) =>
  db
    .updateTable('imports')
    .set({ ...end, ended_at: new Date() })
    .where('id', '=', id)
    .execute();

/** Deletes an import unless it is running. */
export const deleteImport = (db: Kysely<DB>, id: number): Promise<{ file: string } | undefined> =>
  db.deleteFrom('imports').where('id', '=', id).where('status', '<>', 'running').returning('file').executeTakeFirst();

/** The projects and conversations of an import that a person is a member of. */
export async function listImportedMemberships(
  db: Kysely<DB>,
  userid: number,
  keys: { projects: readonly string[]; dialogs: readonly string[] },
): Promise<ImportResult['links']> {
  const projects = await db
    .selectFrom('projects')
    .innerJoin('project_users', 'project_users.project_id', 'projects.id')
    .select(['projects.id', 'projects.name'])
    .where('project_users.userid', '=', userid)
    .where('projects.import_key', 'in', ['', ...keys.projects])
    .where('projects.deleted_at', 'is', null)
    .orderBy('projects.id')
    .execute();
  const dialogs = await db
    .selectFrom('dialogs')
    .innerJoin('dialog_members', 'dialog_members.dialog_id', 'dialogs.id')
    .select(['dialogs.id', 'dialogs.name'])
    .where('dialog_members.userid', '=', userid)
    .where('dialogs.import_key', 'in', ['', ...keys.dialogs])
    .where('dialogs.type', '=', 'group')
    .where('dialogs.deleted_at', 'is', null)
    .orderBy('dialogs.id')
    .execute();
  return [
    ...projects.map((row) => ({ type: 'project' as const, ...row })),
    ...dialogs.map((row) => ({ type: 'dialog' as const, ...row })),
  ];
}

/** Exports that are in the storage because they were not imported yet. */
const kept = (db: Reader) => db.selectFrom('imports').where('file', '<>', '');

export async function countImportFiles(db: Reader): Promise<number> {
  const { n } = await kept(db)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const listImportFiles = (db: Reader, after: number, limit: number) =>
  kept(db).select(['id', 'file']).where('id', '>', after).orderBy('id').limit(limit).execute();

export async function listExistingImports(db: Reader, ids: readonly number[]): Promise<Set<number>> {
  const rows = await kept(db)
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Uploads that nobody started are deleted after this time. */
const KEPT_MS = 7 * 86_400_000;

export async function stopRunningImports(db: Writer): Promise<void> {
  await db.updateTable('imports').set({ status: 'stopped' }).where('status', '=', 'running').execute();
}

export const deleteOldImports = (db: Writer): Promise<{ file: string }[]> =>
  db
    .deleteFrom('imports')
    .where('status', '<>', 'done')
    .where('created_at', '<', new Date(Date.now() - KEPT_MS))
    .returning('file')
    .execute();
