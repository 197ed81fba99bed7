import { PERMISSION } from '@atrium/contract/drive.ts';
import { fullName } from '@atrium/contract/driveTypes.ts';
import { sql } from 'kysely';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { View } from '#platform/work';
import { type DriveRow, driveByHandle, driveFor, listRows } from './drive.access.ts';

// Begins with a letter: what is a number only is a number.
const newCode = () => `f${randomCode(15)}`;

/** The caller's code of a file, made where there is none yet. @throws file.gone, drive.file  folders have none */
export async function linkOf(
  view: View,
  id: number,
  isNew = false,
): Promise<{ code: string; num: number; row: DriveRow }> {
  const row = await driveFor(view, id, 'read');
  if (row.type === 'folder') throw fail('drive.file');
  const { userid } = view.caller;
  const fresh = { code: newCode(), num: 0 };
  const link = await view.tx
    .insertInto('file_links')
    .values({ file_id: id, userid, ...fresh })
    .onConflict((on) => on.columns(['file_id', 'userid']).doUpdateSet(isNew ? fresh : { userid }))
    .returning(['code', 'num'])
    .executeTakeFirstOrThrow();
  return { ...link, row };
}

/** Codes by which these files are opened; those that the caller may not read, and folders, have none. */
export async function driveCodes(view: View, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await listRows(view, sql`f.id = any(${ids}::int[]) and f.type <> 'folder'`);
  const codes = new Map<number, string>();
  for (const { id, permission } of rows) {
    if (permission >= PERMISSION.read) codes.set(id, (await linkOf(view, id)).code);
  }
  return codes;
}

/** What the files behind these codes are called. */
export async function driveNames(view: View, codes: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const code of codes) {
    const row = /^\d+$/.test(code) ? undefined : await driveByHandle(view, code).catch(unknown);
    if (row) names.set(code, fullName(row));
  }
  return names;
}

function unknown(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}
