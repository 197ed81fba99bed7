import { setTimeout as sleep } from 'node:timers/promises';
import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { type Helper, startHelper } from '../lib/child.ts';
import { makePeople, withDatabase } from '../lib/fill.ts';
import { cpuMs, residentBytes } from '../lib/proc.ts';
import { type Options, progress, type Report, type Row } from '../lib/report.ts';

/** Opened first and not counted, so that code is compiled and pools are filled. */
const WARM_UP = 200;
const QUIET_MS = 8000;
/**
 * This many people with as many devices as needed: everybody hears who comes online, so ten thousand different people
 * would cause fifty million frames.
 */
const PEOPLE = 1000;
const WATCH_MS = 10_000;

/** The server's memory per idle socket. */
export async function run(options: Options): Promise<Report> {
  const steps = options.sockets ? [Number(options.sockets)] : [1000, 10_000];
  const rows: Row[] = [];
  for (const count of steps) rows.push(...(await measure(count)));
  return {
    bench: 'sockets',
    rows,
    notes: ['Memory is the growth of the resident set of the server process, which holds on to what it once needed.'],
  };
}

async function measure(count: number): Promise<Row[]> {
  const atrium = await startAtrium();
  const holder = startHelper(new URL('hold.ts', import.meta.url));
  try {
    const people = await withDatabase(atrium.database, (db) => makePeople(db, PEOPLE));
    // Every person gets a first device before anybody gets a second one.
    const seats = Array.from({ length: WARM_UP + count }, (_, index) => people[index % PEOPLE]?.token ?? '');
    await open(holder, atrium, seats.slice(0, WARM_UP));
    const before = await settledBytes(atrium.pid);
    const { alive, openedMs } = await open(holder, atrium, seats.slice(WARM_UP));
    progress(`${alive} sockets, opened in ${(openedMs / 1000).toFixed(1)} s`);
    const after = await settledBytes(atrium.pid);
    const cpuBefore = cpuMs(atrium.pid);
    await sleep(WATCH_MS);
    const name = `${count} sockets`;
    return [
      { what: `${name}: memory for each`, figure: (after - before) / count / 1024, unit: 'KB', atMost: 20 },
      { what: `${name}: the server in all`, figure: after / 2 ** 20, unit: 'MB' },
      { what: `${name}: alive`, figure: alive, unit: '', atLeast: WARM_UP + count },
      { what: `${name}: opened in`, figure: openedMs / 1000, unit: 's' },
      { what: `${name}: server CPU while idle`, figure: (100 * (cpuMs(atrium.pid) - cpuBefore)) / WATCH_MS, unit: '%' },
    ];
  } finally {
    await holder.stop();
    await atrium.stop();
  }
}

const open = (holder: Helper, { base }: Atrium, tokens: string[]) =>
  holder.ask<{ alive: number; openedMs: number }>({ base, tokens });

async function settledBytes(pid: number): Promise<number> {
  await sleep(QUIET_MS);
  return residentBytes(pid);
}
