import { spawn } from 'node:child_process';
import path from 'node:path';
import { dialogSearch, msgSearch } from '@atrium/contract/workspace/search.ts';
import type pg from 'pg';
import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { makePeople, type Person, withDatabase } from '../lib/fill.ts';
import { type Options, progress, type Report, type Row } from '../lib/report.ts';
import { percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import { fillTo, makeDialogs, makeVocabulary, type Vocabulary } from './fill.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PEOPLE = 100;
const SMALLEST = 100_000;
const READS = 40;
const WARM_UP = 5;
const BUDGET_MS = 150;

interface Question {
  what: string;
  path: string;
  /** A different query each time, as in reality. */
  input: (turn: number) => object;
}

/** The duration of searches as the archive grows, the size of the index, and the cost of writing it. */
export async function run(options: Options): Promise<Report> {
  const largest = Number(options.to ?? SMALLEST);
  const atrium = await startAtrium();
  try {
    return await withDatabase(atrium.database, async (db) => {
      const words = makeVocabulary();
      const people = await makePeople(db, PEOPLE);
      const dialogs = await makeDialogs(db, people);
      const rows: Row[] = [];
      for (let total = Math.min(SMALLEST, largest); ; total = Math.min(total * 10, largest)) {
        rows.push(...(await grow(atrium, db, total, dialogs, people, words)));
        rows.push(...(await measure(atrium.base, people[0], total, questionsOf(words, dialogs))));
        if (total >= largest) break;
      }
      return {
        bench: 'search',
        rows,
        notes: ['Half Latin, a third Chinese, a sixth Japanese, over three years; the reader is in 200 of 400 groups.'],
      };
    });
  } finally {
    await atrium.stop();
  }
}

async function grow(
  atrium: Atrium,
  db: pg.Client,
  total: number,
  dialogs: number[],
  people: Person[],
  words: Vocabulary,
): Promise<Row[]> {
  const name = total.toLocaleString('en');
  progress(`Filling to ${name} messages`);
  await fillTo(db, total, dialogs, people, words);
  await db.query('vacuum analyze messages');
  progress('Indexing');
  const began = performance.now();
  await reindex(atrium);
  const seconds = (performance.now() - began) / 1000;
  await db.query('vacuum analyze search');
  const { rows } = await db.query<{ index: number; documents: number; messages: number }>(
    `select sum(pg_indexes_size(relid))::float8 as index, sum(pg_table_size(relid))::float8 as documents,
      pg_total_relation_size('messages')::float8 as messages
     from pg_partition_tree('search') where isleaf`,
  );
  const size = rows[0] ?? { index: NaN, documents: NaN, messages: NaN };
  return [
    { what: `${name}: indexing, messages a second`, figure: total / seconds, unit: '' },
    { what: `${name}: index, for each message`, figure: size.index / total, unit: 'B' },
    { what: `${name}: documents, for each message`, figure: size.documents / total, unit: 'B' },
    {
      what: `${name}: index and documents, share of the messages`,
      figure: (100 * (size.index + size.documents)) / size.messages,
      unit: '%',
    },
  ];
}

/** The command that people run; the server indexes in parallel. */
function reindex({ database }: Atrium): Promise<void> {
  const url = new URL('postgres://localhost/atrium');
  url.username = String(database.user);
  url.password = String(database.password);
  url.searchParams.set('host', String(database.host));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['apps/server/src/cli/reindex.ts'], {
      cwd: root,
      // oxlint-disable-next-line node/no-process-env -- handed on as it is.
      env: { ...process.env, DATABASE_URL: url.href },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`reindex ended with code ${code}`))));
  });
}

function questionsOf({ latin, han, japanese }: Vocabulary, dialogs: readonly number[]): Question[] {
  // The most common word, one from the middle, and a rare one.
  const at = (list: readonly string[], place: number) => (turn: number) =>
    list[Math.min(list.length - 1, Math.floor(place * list.length) + turn)] ?? '';
  const global = (what: string, key: (turn: number) => string): Question => ({
    what,
    path: msgSearch.path,
    input: (turn) => ({ key: key(turn), take: 50 }),
  });
  return [
    global('a common word', at(latin, 0)),
    global('a rare word', at(latin, 0.9)),
    global('two words', (turn) => `${at(latin, 0)(turn)} ${at(latin, 0.1)(turn)}`),
    global('the beginning of a word', (turn) => at(latin, 0.2)(turn).slice(0, 3)),
    global('a common Chinese word', at(han, 0)),
    global('a rare Chinese word', at(han, 0.9)),
    global('a single Chinese sign', (turn) => [...at(han, 0.3)(turn)][0] ?? ''),
    global('a Japanese word', at(japanese, 0.3)),
    global('a word by somebody', (turn) => `${at(latin, 0)(turn)} from:"bench 7"`),
    global('what nobody said', (turn) => `zzyzx${turn}`),
    {
      what: 'a word in the largest conversation',
      path: msgSearch.path,
      input: (turn) => ({ key: at(latin, 0.05)(turn), dialog_id: dialogs[1] }),
    },
    {
      what: 'conversations, people and messages',
      path: dialogSearch.path,
      input: (turn) => ({ key: at(latin, 0.5)(turn) }),
    },
  ];
}

async function measure(base: string, reader: Person | undefined, total: number, questions: Question[]): Promise<Row[]> {
  const wire = await Wire.open(base, reader?.token ?? '');
  const name = total.toLocaleString('en');
  const rows: Row[] = [];
  const all: number[] = [];
  for (const { what, path: call, input } of questions) {
    const times: number[] = [];
    for (let turn = 0; turn < READS + WARM_UP; turn++) {
      const began = performance.now();
      const answer = await wire.post(call, JSON.stringify(input(turn)));
      if (turn >= WARM_UP) times.push(performance.now() - began);
      if (!answer.includes('"ret":1')) throw new Error(`${call}: ${answer.toString().slice(0, 300)}`);
    }
    all.push(...times);
    progress(`${name}: ${what}: ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`);
    rows.push({ what: `${name}: ${what}, p50`, figure: percentile(times, 0.5), unit: 'ms' });
    rows.push({ what: `${name}: ${what}, p99`, figure: percentile(times, 0.99), unit: 'ms' });
  }
  wire.close();
  rows.push({ what: `${name}: all of these, p99`, figure: percentile(all, 0.99), unit: 'ms', atMost: BUDGET_MS });
  return rows;
}
