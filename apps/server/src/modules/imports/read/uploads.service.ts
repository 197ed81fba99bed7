import type * as contract from '@atrium/contract/files/imports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { listKnownEmails } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { View } from '#platform/work';
import { presentImport } from '../imports.present.ts';
import { deleteImport, findImport, insertImport, listImports } from '../imports.queries.ts';
import { recordsOf } from '../imports.service.ts';
import { deleteImportFile, storeImportFile } from './importFile.service.ts';
import { readInWorker } from './readInWorker.ts';

const LISTED = 20;

/**
 * Stores an export and summarizes it. Imports nothing.
 *
 * @throws the refusals of `readInWorker`; the file is then not stored
 */
export async function uploadExport(
  { app, caller }: View,
  { kind, file }: InputOf<typeof contract.importUpload>,
): Promise<contract.Import> {
  const { look } = await readInWorker({ kind, path: file.path, isWhole: false });
  const known = await listKnownEmails(app.db, look.addresses);
  const kept = await storeImportFile(app, file.path);
  const row = await insertImport(app.db, {
    userid: caller.userid,
    kind,
    name: file.name,
    size: file.size,
    file: kept,
    total: recordsOf(look.report.counts),
    report: JSON.stringify({ ...look.report, people_known: known.length }),
    people: JSON.stringify(look.people),
  });
  return presentImport(row, caller.lang);
}

export const recentImports = async ({ app, caller }: View): Promise<contract.Import[]> =>
  (await listImports(app.db, LISTED)).map((row) => presentImport(row, caller.lang));

export async function oneImport(
  { app, caller }: View,
  { import_id }: InputOf<typeof contract.importStatus>,
): Promise<contract.Import> {
  const row = await findImport(app.db, import_id);
  if (!row) throw fail('import.gone');
  return presentImport(row, caller.lang);
}

export async function removeImport({ app }: View, { import_id }: InputOf<typeof contract.importRemove>) {
  const removed = await deleteImport(app.db, import_id);
  if (!removed) throw fail((await findImport(app.db, import_id)) ? 'import.running' : 'import.gone');
  if (removed.file) await deleteImportFile(app, removed.file);
  return { id: import_id };
}
