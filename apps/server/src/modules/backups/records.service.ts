import type { Db } from '#platform/db/pool';
import { endBackup, endInterrupted, insertBackup } from './backups.queries.ts';
import type { BackupResult } from './make.service.ts';

const WORDS = 500;

/** Runs a backup and records how it ended, for the page of backups and the status. */
export async function recordBackup(db: Db, place: string, run: () => Promise<BackupResult>): Promise<BackupResult> {
  const id = await insertBackup(db, place);
  try {
    const result = await run();
    const { manifest, copiedBytes } = result;
    await endBackup(db, id, {
      status: 'done',
      name: manifest.id,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.count,
      bytes: manifest.files.total,
      copied: copiedBytes,
      problems: manifest.problems.length,
    });
    await endInterrupted(db, id);
    return result;
  } catch (error) {
    await endBackup(db, id, { status: 'failed', error: String((error as Error).message).slice(0, WORDS) });
    throw error;
  }
}
