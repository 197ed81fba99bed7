import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Fault, NotPossibleHere } from './fault.ts';

/**
 * Runs the faults named on the command line, or all of them, and prints a table. A number is the rounds of those that
 * have rounds. Exit code 1 if a promise broke.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const wanted = words.filter((word) => !/^\d+$/.test(word));
  const rounds = Number(words.find((word) => /^\d+$/.test(word)) ?? NaN);
  const all = await loadFaults();
  const unknown = wanted.filter((name) => !all.some((fault) => fault.name === name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown: ${unknown.join(', ')}. Faults are ${all.map(({ name }) => name).join(', ')}.\n`);
    process.exitCode = 1;
    return;
  }
  const chosen = wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : all;
  const rows: string[][] = [];
  for (const fault of chosen) {
    process.stdout.write(`${fault.name}: ${fault.promise}\n`);
    const began = Date.now();
    const [outcome, figures] = await outcomeOf(fault, Number.isNaN(rounds) ? undefined : rounds);
    if (outcome === 'FAILED') process.exitCode = 1;
    rows.push([fault.name, outcome, `${((Date.now() - began) / 1000).toFixed(0)} s`, figures]);
  }
  process.stdout.write(`\n${table([['fault', 'outcome', 'took', 'measured'], ...rows])}\n`);
}

async function loadFaults(): Promise<Fault[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.fault.ts')).sort();
  return Promise.all(
    files.map(async (file) => ((await import(path.join(import.meta.dirname, file))) as { fault: Fault }).fault),
  );
}

async function outcomeOf(fault: Fault, rounds: number | undefined): Promise<[string, string]> {
  try {
    return ['held', await fault.run(rounds)];
  } catch (error) {
    if (error instanceof NotPossibleHere) return ['skipped', error.message];
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    return ['FAILED', error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)];
  }
}

function table(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

await main();
