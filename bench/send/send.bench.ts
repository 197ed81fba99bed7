import { type Atrium, startAtrium } from '../lib/atrium.ts';
import { type Helper, startHelper } from '../lib/child.ts';
import { makeGroups, makePeople, withDatabase } from '../lib/fill.ts';
import { childrenCpuMs, cpuMs } from '../lib/proc.ts';
import type { Options, Report, Row } from '../lib/report.ts';
import { median } from '../lib/stats.ts';
import type { Dialog, Flood, Pace } from './plan.ts';

/** Dialogs, members, and the required share of the floor. The floor has the same number of sends in flight. */
const SHAPES = [
  { dialogs: 20, members: 50, atLeast: 75 },
  { dialogs: 50, members: 2, atLeast: 80 },
];
const PER_SECOND = 100;
/**
 * Turns before the first measured one. V8 compiles in steps what runs often, and the search index catches up with the
 * messages of the measurement before.
 */
const WARM_UP_ROUNDS = 5;
/** 0.6 ms of CPU per message on a machine where the floor takes 0.31. */
const DATABASE_TIMES = 0.6 / 0.31;
/** A busy machine may not reach that rate; beyond this share of full speed the queue would be measured. */
const CALM = 0.5;

export async function run(options: Options): Promise<Report> {
  // Short turns: after eight seconds without work V8 collects garbage, and with it the compiled code of all functions that
  // nothing refers to at that moment. The next 6,000 messages cost up to twice the processor time.
  const seconds = Number(options.seconds ?? 3);
  const rounds = Number(options.rounds ?? 10);
  const shapes = options.dialogs
    ? [{ dialogs: Number(options.dialogs), members: Number(options.members ?? 50), atLeast: undefined }]
    : SHAPES;
  const rows: Row[] = [];
  const atrium = await startAtrium();
  try {
    for (const [index, shape] of shapes.entries()) {
      const dialogs = await fill(atrium, `s${index}`, shape);
      rows.push(...(await measure(atrium, dialogs, { ...shape, seconds, rounds, isPaced: index === 0 })));
    }
  } finally {
    await atrium.stop();
  }
  return {
    bench: 'send',
    rows,
    notes: [
      `Floor and Atrium take turns, ${rounds} rounds of ${seconds} s each, on the same database; medians. "lost" counts missing and doubled deliveries.`,
    ],
  };
}

/** Groups without overlap: everyone listens on one socket. */
const fill = (atrium: Atrium, name: string, { dialogs, members }: { dialogs: number; members: number }) =>
  withDatabase(atrium.database, async (db): Promise<Dialog[]> => {
    const people = await makePeople(db, dialogs * members, name);
    const ids = await makeGroups(db, people, members);
    return ids.map((id, index) => ({
      id,
      tokens: people.slice(index * members, (index + 1) * members).map((each) => each.token),
    }));
  });

interface Shape {
  dialogs: number;
  members: number;
  atLeast: number | undefined;
  seconds: number;
  rounds: number;
  isPaced: boolean;
}

async function measure(atrium: Atrium, dialogs: Dialog[], shape: Shape): Promise<Row[]> {
  const floor = startHelper(new URL('floor.ts', import.meta.url));
  const [ofAtrium, ofFloor] = [load(), load()];
  try {
    const { base } = await floor.ask<{ base: string }>({ database: atrium.database, dialogs });
    await ofAtrium.ask({ ask: 'connect', base: atrium.base, dialogs });
    await ofFloor.ask({ ask: 'connect', base, dialogs });
    const floods = await takeTurns(shape.rounds, (helper, pid) => flood(helper, pid, atrium, shape), [
      { helper: ofFloor, pid: floor.pid },
      { helper: ofAtrium, pid: atrium.pid },
    ]);
    const rows = floodRows(shape, floods);
    if (!shape.isPaced) return rows;
    const carried = CALM * median(floods.atrium.map((each) => each.perSecond));
    const perSecond = Math.max(1, Math.min(PER_SECOND, Math.floor(carried)));
    const paces = await takeTurns(shape.rounds, (helper) => pace(helper, atrium, shape, perSecond), [
      { helper: ofFloor },
      { helper: ofAtrium },
    ]);
    return [...rows, ...paceRows(shape, perSecond, paces)];
  } finally {
    for (const each of [ofAtrium, ofFloor, floor]) await each.stop();
  }
}

const load = () => startHelper(new URL('load.ts', import.meta.url));

interface Subject {
  helper: Helper;
  pid?: number;
}

/** Alternating, so that other load on the machine affects both. */
async function takeTurns<T>(rounds: number, run: (helper: Helper, pid: number) => Promise<T>, subjects: Subject[]) {
  const outcomes: T[][] = subjects.map(() => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [index, { helper, pid = 0 }] of subjects.entries()) {
      const outcome = await run(helper, pid);
      if (round >= 0) outcomes[index]?.push(outcome);
    }
  }
  return { floor: outcomes[0] ?? [], atrium: outcomes[1] ?? [] };
}

interface Measured extends Flood {
  perSecond: number;
  serverMs: number;
  databaseMs: number;
}

async function flood(helper: Helper, pid: number, atrium: Atrium, { seconds }: Shape): Promise<Measured> {
  const before = { server: cpuMs(pid), database: childrenCpuMs(atrium.postgresPid) };
  const outcome = await helper.ask<Flood>({ ask: 'flood', seconds, inFlight: 1 });
  return {
    ...outcome,
    perSecond: (outcome.sent * 1000) / outcome.elapsedMs,
    serverMs: (cpuMs(pid) - before.server) / outcome.sent,
    databaseMs: (childrenCpuMs(atrium.postgresPid) - before.database) / outcome.sent,
  };
}

type Paced = Pace & Pick<Measured, 'databaseMs'>;

async function pace(helper: Helper, { postgresPid }: Atrium, { seconds }: Shape, perSecond: number): Promise<Paced> {
  const before = childrenCpuMs(postgresPid);
  const outcome = await helper.ask<Pace>({ ask: 'pace', seconds, perSecond });
  return { ...outcome, databaseMs: (childrenCpuMs(postgresPid) - before) / outcome.sent };
}

interface Both<T> {
  floor: T[];
  atrium: T[];
}

const lost = (outcomes: readonly Flood[]) =>
  outcomes.reduce((sum, { expected, delivered }) => sum + Math.abs(expected - delivered), 0);

function floodRows({ dialogs, members, atLeast }: Shape, { floor, atrium }: Both<Measured>): Row[] {
  const name = `${dialogs} x ${members}`;
  const of = (key: 'perSecond' | 'serverMs' | 'databaseMs', outcomes: Measured[]) =>
    median(outcomes.map((each) => each[key]));
  const shares = atrium.map((each, round) => (100 * each.perSecond) / (floor[round]?.perSecond ?? NaN));
  return [
    { what: `${name} floor`, figure: of('perSecond', floor), unit: 'msg/s' },
    { what: `${name} Atrium`, figure: of('perSecond', atrium), unit: 'msg/s' },
    { what: `${name} share of the floor`, figure: median(shares), unit: '%', ...(atLeast && { atLeast }) },
    { what: `${name} server CPU, floor`, figure: of('serverMs', floor), unit: 'ms/msg' },
    { what: `${name} server CPU, Atrium`, figure: of('serverMs', atrium), unit: 'ms/msg' },
    { what: `${name} database CPU, floor`, figure: of('databaseMs', floor), unit: 'ms/msg' },
    { what: `${name} database CPU, Atrium`, figure: of('databaseMs', atrium), unit: 'ms/msg' },
    { what: `${name} delivered`, figure: atrium.reduce((sum, each) => sum + each.delivered, 0), unit: 'frames' },
    { what: `${name} lost`, figure: lost(atrium), unit: 'frames', atMost: 0 },
  ];
}

function paceRows({ dialogs, members }: Shape, perSecond: number, { floor, atrium }: Both<Paced>): Row[] {
  const name = `${dialogs} x ${members} at ${perSecond}/s`;
  const of = (key: 'p50' | 'p99' | 'databaseMs', outcomes: Paced[]) => median(outcomes.map((each) => each[key]));
  return [
    { what: `${name} delivery p50, floor`, figure: of('p50', floor), unit: 'ms' },
    { what: `${name} delivery p50, Atrium`, figure: of('p50', atrium), unit: 'ms' },
    { what: `${name} delivery p99, floor`, figure: of('p99', floor), unit: 'ms' },
    { what: `${name} delivery p99, Atrium`, figure: of('p99', atrium), unit: 'ms', atMost: 2 * of('p99', floor) },
    { what: `${name} database CPU, floor`, figure: of('databaseMs', floor), unit: 'ms/msg' },
    {
      what: `${name} database CPU, Atrium`,
      figure: of('databaseMs', atrium),
      unit: 'ms/msg',
      atMost: DATABASE_TIMES * of('databaseMs', floor),
    },
    { what: `${name} lost`, figure: lost(atrium), unit: 'frames', atMost: 0 },
  ];
}
