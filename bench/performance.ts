// `npm run performance`: generates the table of docs/performance.md from bench/results. `--check` only tells whether it
// is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { entries, withTable } from './lib/performanceTable.ts';
import { readResults } from './lib/results.ts';

const file = path.resolve(import.meta.dirname, '../docs/performance.md');
const page = readFileSync(file, 'utf8');
const results = [...new Set(entries.map((entry) => entry.bench))].map(readResults);
const current = withTable(page, results);
if (!process.argv.includes('--check')) writeFileSync(file, current);
else if (current !== page) {
  process.stderr.write('The table of docs/performance.md is out of date: run `npm run performance`.\n');
  process.exitCode = 1;
}
