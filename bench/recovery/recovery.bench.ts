import { spawn } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { makeDataDir, startAtrium } from '../lib/atrium.ts';
import { makePeople, withDatabase } from '../lib/fill.ts';
import { type Options, progress, type Report } from '../lib/report.ts';
import { fillTo, makeDialogs } from '../read/fill.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FILE_BYTES = 1_000_000;
/** The rest is the database. */
const FILES_SHARE = 0.85;
/** A million messages take 351 MB, without their search index. */
const MESSAGE_BYTES = 351;
const PEOPLE = 60;

/** A backup, a later one, and a restore until Atrium answers, of a workspace of `--to` GB (10) in files and messages. */
export async function run({ to = '10' }: Options): Promise<Report> {
  const bytes = Number(to) * 1e9;
  const dirs = await Promise.all([makeDataDir(), makeDataDir(), makeDataDir()]);
  const [dataDir, backups, restored] = dirs;
  try {
    const atrium = await startAtrium({ dataDir });
    const databaseBytes = await withDatabase(atrium.database, (db) => fill(db, dataDir, bytes));
    progress(`Filled: ${(databaseBytes / 1e9).toFixed(2)} GB of database`);
    const first = await command('backup', [backups], dataDir);
    progress(`First backup: ${first.toFixed(1)} s`);
    const later = await command('backup', [backups], dataDir);
    progress(`Later backup: ${later.toFixed(1)} s`);
    await atrium.stop();
    const restore = await command('restore', [backups], restored);
    progress(`Restore: ${restore.toFixed(1)} s`);
    const again = await startAtrium({ dataDir: restored });
    await again.stop();
    return {
      bench: 'recovery',
      rows: [
        { what: 'database', figure: databaseBytes / 1e9, unit: 'GB' },
        { what: 'first backup', figure: first, unit: 's' },
        { what: 'later backup, no new files', figure: later, unit: 's' },
        { what: 'restore', figure: restore, unit: 's' },
        { what: 'start after it', figure: again.startedMs / 1000, unit: 's' },
      ],
    };
  } finally {
    for (const dir of dirs) await rm(dir, { recursive: true, force: true });
  }
}

async function fill(db: pg.Client, dataDir: string, bytes: number): Promise<number> {
  const people = await makePeople(db, PEOPLE);
  const dialogs = await makeDialogs(db, people);
  const messages = Math.round((bytes * (1 - FILES_SHARE)) / MESSAGE_BYTES);
  for (let done = 500_000; done < messages + 500_000; done += 500_000) {
    await fillTo(db, Math.min(done, messages), dialogs, people);
  }
  const files = Math.round((bytes * FILES_SHARE) / FILE_BYTES);
  const content = Buffer.alloc(FILE_BYTES);
  for (let n = 0; n < files; n++) {
    randomFillSync(content);
    const hash = createHash('sha256').update(content).digest('hex');
    const token = hash.slice(0, 40);
    await db.query(
      `insert into stored_files (token, userid, name, ext, mime, size, hash)
       values ($1, $2, 'bench.bin', 'bin', 'application/octet-stream', $3, $4)`,
      [token, people[0]?.userid, FILE_BYTES, hash],
    );
    const place = path.join(dataDir, 'files/chat', token.slice(0, 2), token);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, content);
  }
  const { rows } = await db.query<{ size: string }>('select pg_database_size(current_database()) as size');
  return Number(rows[0]?.size);
}

/** Runs a command of the operator, and returns its seconds. */
function command(name: string, words: readonly string[], dataDir: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, [`apps/server/src/cli/${name}.ts`, ...words], {
    cwd: root,
    // oxlint-disable-next-line node/no-process-env -- handed on as it is.
    env: { ...process.env, ATRIUM_DATA: dataDir, ATRIUM_LOG: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve((performance.now() - began) / 1000) : reject(new Error(`${name} ended with code ${code}`)),
    );
  });
}
