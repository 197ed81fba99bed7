import { type Actor, type AuditEntry, compileAudit } from '#platform/audit';
import type { Db } from '#platform/db/pool';
import { endBackup, endInterrupted, insertBackup } from './backups.queries.ts';
import type { BackupResult } from './make.service.ts';

const WORDS = 500;

/** Runs a backup and records how it ended, for the page of backups and the status. `by` asked for it. */
export async function recordBackup(
  db: Db,
  place: string,
  run: () => Promise<BackupResult>,
  by: Actor = SERVER,
): Promise<BackupResult> {
  const id = await insertBackup(db, place);
  try {
    const result = await run();
    const { manifest, copiedBytes } = result;
    const entry: AuditEntry = { action: 'backup.done', target: { type: 'backup', id, name: manifest.id } };
    await end(
      db,
      { id, by },
      { ...entry, detail: { place } },
      {
        status: 'done',
        name: manifest.id,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: manifest.files.count,
        bytes: manifest.files.total,
        copied: copiedBytes,
        problems: manifest.problems.length,
      },
    );
    await endInterrupted(db, id);
    return result;
  } catch (error) {
    const reason = String((error as Error).message).slice(0, WORDS);
    const entry: AuditEntry = { action: 'backup.failed', target: { type: 'backup', id }, detail: { place, reason } };
    await end(db, { id, by }, entry, { status: 'failed', error: reason });
    throw error;
  }
}

const SERVER: Actor = { userid: 0, ip: '', userAgent: '' };

/** Records the end of a backup, also of the command line, which has no server. */
const end = (
  db: Db,
  { id, by }: { id: number; by: Actor },
  entry: AuditEntry,
  values: Parameters<typeof endBackup>[2],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await endBackup(tx, id, values);
    await tx.executeQuery(compileAudit(tx, by, entry));
  });
