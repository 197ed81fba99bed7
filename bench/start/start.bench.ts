import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, type StartOptions, startAtrium } from '../lib/atrium.ts';
import { childrenOf, familyBytes } from '../lib/proc.ts';
import { progress, type Report, type Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';

const STARTS = 3;
/** The time in which start-up work finishes. */
const IDLE_MS = 20_000;

/** `npm start`: the first one, every later one, the demo; and the server's memory when idle. */
export async function run(): Promise<Report> {
  const dataDir = await makeDataDir();
  try {
    const first = await startOnce({ dataDir });
    const later: { startedMs: number; bytes: number }[] = [];
    for (let start = 0; start < STARTS; start++) {
      later.push(await startOnce({ dataDir, idleMs: start === STARTS - 1 ? IDLE_MS : 0 }));
    }
    const demo = await startOnce({ args: ['--demo'] });
    const rows: Row[] = [
      { what: 'first start, making the database', figure: first.startedMs / 1000, unit: 's' },
      { what: 'start', figure: median(later.map((each) => each.startedMs)) / 1000, unit: 's', atMost: 5 },
      { what: 'first start with --demo', figure: demo.startedMs / 1000, unit: 's', atMost: 20 },
      {
        what: 'idle memory, server and database',
        figure: (later.at(-1)?.bytes ?? NaN) / 2 ** 20,
        unit: 'MB',
        atMost: 300,
      },
    ];
    return {
      bench: 'start',
      rows,
      notes: ['From the launch of `npm start` to the first answer, the web client built.'],
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startOnce({ idleMs = 0, ...options }: StartOptions & { idleMs?: number }) {
  const atrium = await startAtrium({ script: 'scripts/start.mjs', ...options });
  progress(`Started in ${(atrium.startedMs / 1000).toFixed(1)} s`);
  await sleep(idleMs);
  // The process of `npm start` itself only waits.
  const bytes = familyBytes(childrenOf(atrium.pid)[0] ?? atrium.pid);
  await atrium.stop();
  return { startedMs: atrium.startedMs, bytes };
}
