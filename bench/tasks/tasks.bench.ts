import { projectSort } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskLists } from '@atrium/contract/projects/tasks.ts';
import type pg from 'pg';
import WebSocket from 'ws';
import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { makePeople, type Person, withDatabase } from '../lib/fill.ts';
import { type Options, progress, type Report, type Row } from '../lib/report.ts';
import { median, percentile } from '../lib/stats.ts';
import { Wire } from '../lib/wire.ts';
import { emptyColumns, fillBoard, type Place } from './board.ts';
import { filterAndSort } from './client.ts';
import { commits } from './floor.ts';
import { growing, largeProject, manyProjects } from './lists.ts';

const BOARD = 2000;
const MOVES = 200;
/** A column has up to 500 open tasks and a project 2,000, so new ones are spread over many. */
const PLACES = 15;
const PER_PLACE = 450;
/** Each creates tasks in projects of their own: one person may not call as often as all of them together. */
const MAKERS = 16;

/** In percent: 450 tasks a second on a machine whose database commits 4,600 rows a second. */
const SHARE_OF_COMMITS = (100 * 450) / 4600;

/**
 * A project board's load on the server: creating tasks, loading a large board, moving a card that another person
 * watches.
 */
export async function run(options: Options): Promise<Report> {
  const seconds = Number(options.seconds ?? 5);
  const largest = Number(options.to ?? 100_000);
  const atrium = await startAtrium();
  try {
    const [ada, bo] = await withDatabase(atrium.database, (db) => makePeople(db, 2));
    if (!ada || !bo) throw new Error('nobody to measure with');
    const board = await withDatabase(atrium.database, (db) => fillBoard(db, ada.userid, [bo.userid], BOARD));
    const makers = await withDatabase(atrium.database, (db) => findMakers(db));
    const rows = [
      ...(await creating(atrium, makers, seconds)),
      ...(await loading(atrium.base, ada, board.projectId)),
      ...(await moving(atrium.base, ada, bo, board)),
    ];
    await withDatabase(atrium.database, async (db) => {
      const [cy, dan] = await makePeople(db, 2, 'lists');
      if (!cy || !dan) throw new Error('nobody to measure with');
      const large = await largeProject(db, atrium.base, ada);
      rows.push(...large.rows, ...filterAndSort(large.tasks), ...(await manyProjects(db, atrium.base, dan)));
      rows.push(...(await growing(db, atrium.base, cy, bo, largest)));
    });
    return { bench: 'tasks', rows };
  } finally {
    await atrium.stop();
  }
}

interface Maker extends Person {
  rooms: Place[];
}
async function findMakers(db: pg.Client): Promise<Maker[]> {
  const makers: Maker[] = [];
  for (const person of await makePeople(db, MAKERS, 'maker')) {
    const places = await emptyColumns(db, person.userid, PLACES);
    makers.push({ ...person, rooms: places.flatMap((place) => Array<Place>(PER_PLACE).fill(place)) });
  }
  return makers;
}

async function creating({ base, database }: Atrium, makers: Maker[], seconds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { atOnce, words, atLeast, atLeastShare } of [
    { atOnce: 1, words: 'one after the other', atLeastShare: SHARE_OF_COMMITS },
    { atOnce: MAKERS, words: `${MAKERS} at once`, atLeast: 800 },
  ]) {
    const floor = await commits(database, atOnce, seconds);
    const rate = await create(base, makers, atOnce, seconds);
    rows.push({ what: `create a task, ${words}`, figure: rate, unit: '/s', ...(atLeast && { atLeast }) });
    rows.push({ what: `a row committed and no more, ${words}`, figure: floor, unit: '/s' });
    const share = {
      what: `create a task, ${words}: share of the rows committed`,
      figure: (100 * rate) / floor,
      unit: '%',
    };
    rows.push({ ...share, ...(atLeastShare && { atLeast: atLeastShare }) });
  }
  return rows;
}

/**
 * Tasks per second with `atOnce` calls in flight. Makers take turns in each: a fast machine accepts more from one
 * person than the server allows. Uses up the places that they fill.
 */
async function create(base: string, makers: readonly Maker[], atOnce: number, seconds: number): Promise<number> {
  const hands = await Promise.all(
    makers.map(async ({ token, rooms }) => ({ wire: await Wire.open(base, token), rooms })),
  );
  const race = async (ms: number) => {
    const began = performance.now();
    let made = 0;
    const lane = async (first: number) => {
      for (let turn = first; performance.now() - began < ms; turn += atOnce) {
        const hand = hands[turn % hands.length];
        const body = JSON.stringify({ ...hand?.rooms.pop(), name: `Task ${made++}` });
        const answer = await hand?.wire.post(taskAdd.path, body);
        if (!answer?.includes('"ret":1')) throw new Error(String(answer).slice(0, 300));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, (_, first) => lane(first)));
    return (made * 1000) / (performance.now() - began);
  };
  await race(1000);
  const rate = await race(seconds * 1000);
  for (const { wire } of hands) wire.close();
  progress(`${atOnce} at once: ${rate.toFixed(0)} tasks a second`);
  return rate;
}

async function loading(base: string, { token }: Person, projectId: number): Promise<Row[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 25; round++) {
    const began = performance.now();
    const answer = await rawBoard(base, token, projectId);
    if (round >= 5) times.push(performance.now() - began);
    bytes = answer;
  }
  progress(`A board: ${median(times).toFixed(0)} ms`);
  return [
    { what: `board of ${BOARD} tasks over the wire, median`, figure: median(times), unit: 'ms', atMost: 30 },
    { what: `board of ${BOARD} tasks over the wire`, figure: bytes / 1024, unit: 'KB', atMost: 400 },
  ];
}

/** Loads the board like a browser; returns the bytes on the wire. */
async function rawBoard(base: string, token: string, projectId: number): Promise<number> {
  const { request } = await import('node:http');
  const body = JSON.stringify({ project_id: projectId, pagesize: BOARD });
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br, zstd', token };
  return new Promise((resolve, reject) => {
    const asked = request(`${base}/api/${taskLists.path}`, { method: 'POST', headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    });
    asked.on('error', reject).end(body);
  });
}

/** Ada moves a card: the time until she is answered, and until Bo's socket has it. */
async function moving(
  base: string,
  ada: Person,
  bo: Person,
  { projectId, columns }: { projectId: number; columns: { id: number; tasks: number[] }[] },
): Promise<Row[]> {
  let seen: (() => void) | undefined;
  const socket = new WebSocket(`${base.replace('http', 'ws')}/ws?action=web&token=${bo.token}`);
  await new Promise((resolve) => socket.once('message', resolve));
  socket.on('message', (data: Buffer) => {
    if (data.includes('"action":"sort"')) seen?.();
  });
  const wire = await Wire.open(base, ada.token);
  const [answered, arrived]: [number[], number[]] = [[], []];
  const column = columns[0];
  if (!column) throw new Error('a board without a column');
  for (let move = 0; move < MOVES; move++) {
    // Never the first one: moving it would change nothing.
    column.tasks.unshift(...column.tasks.splice(1 + (move % (column.tasks.length - 1)), 1));
    const began = performance.now();
    const arrival = new Promise<void>((resolve) => {
      seen = () => {
        arrived.push(performance.now() - began);
        resolve();
      };
    });
    const sort = [{ id: column.id, task: column.tasks }];
    const answer = await wire.post(projectSort.path, JSON.stringify({ project_id: projectId, sort }));
    answered.push(performance.now() - began);
    if (!answer.includes('"ret":1')) throw new Error(answer.toString().slice(0, 300));
    await arrival;
  }
  wire.close();
  socket.terminate();
  const settled = (times: number[]) => times.slice(20);
  return [
    { what: 'move a card: answered, p50', figure: percentile(settled(answered), 0.5), unit: 'ms' },
    { what: 'move a card: answered, p99', figure: percentile(settled(answered), 0.99), unit: 'ms', atMost: 15 },
    { what: 'move a card: seen by another, p99', figure: percentile(settled(arrived), 0.99), unit: 'ms', atMost: 20 },
  ];
}
