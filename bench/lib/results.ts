import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machine } from './machine.ts';
import type { Report, Row } from './report.ts';

const folder = path.resolve(import.meta.dirname, '../results');

/** Rows that were measured together. */
export interface Run {
  /** Day of the run, `2026-11-23`. */
  date: string;
  /** The measured commit, with `-dirty` for uncommitted changes; null outside of a clone. */
  commit: string | null;
  machine: string;
  note?: string;
  rows: Row[];
}

/** The recorded results of one bench, newest run first. A row is only in the newest run that measured it. */
export interface Results {
  bench: string;
  runs: Run[];
}

/** Writes the rows of a report to `bench/results/<bench>.json`, where `npm run performance` reads them. */
export function record(report: Report): string {
  const now = { date: new Date().toISOString().slice(0, 10), commit: currentCommit(), machine: machine() };
  const file = path.join(folder, `${report.bench}.json`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `${JSON.stringify(withRun(readResults(report.bench), { ...now, rows: report.rows }), null, 2)}\n`,
  );
  return file;
}

/** Empty for a bench that was never recorded. */
export function readResults(bench: string): Results {
  const file = path.join(folder, `${bench}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Results) : { bench, runs: [] };
}

/** Adds a run. Older runs lose the rows that it measured, and are removed when no row is left. */
export function withRun({ bench, runs }: Results, run: Run): Results {
  // Leaves out figures that the machine cannot provide: memory and CPU are read on Linux only.
  const rows = run.rows.filter((row) => Number.isFinite(row.figure)).map(rounded);
  const measured = new Set(rows.map((row) => row.what));
  const older = runs.map((each) => ({ ...each, rows: each.rows.filter((row) => !measured.has(row.what)) }));
  return { bench, runs: [{ ...run, rows }, ...older].filter((each) => each.rows.length > 0) };
}

/** Six digits are more precise than a measurement, and still readable. */
const rounded = (row: Row): Row => ({
  ...row,
  figure: sixDigits(row.figure),
  ...(row.atMost !== undefined && { atMost: sixDigits(row.atMost) }),
});
const sixDigits = (figure: number) => Number(figure.toPrecision(6));

function currentCommit(): string | null {
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*'];
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
