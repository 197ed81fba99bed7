import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import type pg from 'pg';
import { startAtrium } from '../lib/atrium.ts';
import { makePeople, type Person, withDatabase } from '../lib/fill.ts';
import { type Options, progress, type Report, type Row } from '../lib/report.ts';
import { percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import { fillTasks, fillTo, makeDialogs } from './fill.ts';

const PEOPLE = 100;
const READS = 200;
const WARM_UP = 20;

interface Question {
  what: string;
  path: string;
  input: object;
  /** Only the lists have a budget; the others are information. */
  atMost?: number;
}

/** The duration of lists as the archive grows: it must not depend on the total number of messages. */
export async function run(options: Options): Promise<Report> {
  const largest = Number(options.to ?? 1_000_000);
  const atrium = await startAtrium();
  try {
    return await withDatabase(atrium.database, async (db) => {
      const people = await makePeople(db, PEOPLE);
      const dialogs = await makeDialogs(db, people);
      const grown: { total: number; figures: Map<string, number> }[] = [];
      const rows: Row[] = [];
      for (let total = 10_000; total <= largest; total *= 10) {
        const questions = await grow(db, total, dialogs, people);
        const measured = await measure(atrium.base, people[0], total, questions);
        rows.push(...measured.rows);
        grown.push({ total, figures: measured.medians });
      }
      return { bench: 'read', rows: [...rows, ...growth(grown)] };
    });
  } finally {
    await atrium.stop();
  }
}

async function grow(db: pg.Client, total: number, dialogs: number[], people: Person[]): Promise<Question[]> {
  progress(`Filling to ${total.toLocaleString('en')} messages`);
  await fillTo(db, total, dialogs, people);
  const projectId = await fillTasks(db, total, people);
  // The work of autovacuum; without it the first figures are those of a freshly loaded table.
  await db.query('vacuum analyze');
  const { rows } = await db.query<{ id: number }>(
    'select id from messages where dialog_id = $1 order by id offset $2 limit 1',
    [dialogs[0], Math.floor(total / 4)],
  );
  const middle = rows[0]?.id ?? 0;
  return [
    { what: 'dialog list', path: dialogLists.path, input: {}, atMost: 25 },
    { what: 'message list, newest', path: msgList.path, input: { dialog_id: dialogs[0] }, atMost: 25 },
    {
      what: 'message list, from the middle',
      path: msgList.path,
      input: { dialog_id: dialogs[0], prev_id: middle },
      atMost: 25,
    },
    { what: 'task list, a project', path: taskLists.path, input: { project_id: projectId, pagesize: 100 }, atMost: 25 },
    { what: 'task list, my own', path: taskLists.path, input: { pagesize: 100 }, atMost: 25 },
    { what: 'first load', path: syncStart.path, input: {} },
  ];
}

async function measure(base: string, reader: Person | undefined, total: number, questions: Question[]) {
  const wire = await Wire.open(base, reader?.token ?? '');
  const rows: Row[] = [];
  const medians = new Map<string, number>();
  for (const { what, path, input, atMost } of questions) {
    const times: number[] = [];
    for (let read = 0; read < READS + WARM_UP; read++) {
      const began = performance.now();
      const answer = await wire.post(path, JSON.stringify(input));
      if (read >= WARM_UP) times.push(performance.now() - began);
      if (!answer.includes('"ret":1')) throw new Error(`${path}: ${answer.toString().slice(0, 300)}`);
    }
    const name = `${total.toLocaleString('en')}: ${what}`;
    medians.set(what, percentile(times, 0.5));
    progress(`${name}: ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`);
    rows.push({ what: `${name}, p50`, figure: percentile(times, 0.5), unit: 'ms' });
    rows.push({ what: `${name}, p99`, figure: percentile(times, 0.99), unit: 'ms', ...(atMost && { atMost }) });
  }
  wire.close();
  return { rows, medians };
}

/** The largest archive's medians divided by the smallest one's: 1 is constant. */
function growth(grown: { total: number; figures: Map<string, number> }[]): Row[] {
  const [first, last] = [grown[0], grown.at(-1)];
  if (!first || !last || first === last) return [];
  return [...first.figures].map(([what, figure]) => ({
    what: `${what}: grows, ${last.total.toLocaleString('en')} over ${first.total.toLocaleString('en')}`,
    figure: (last.figures.get(what) ?? NaN) / figure,
    unit: 'x',
  }));
}
