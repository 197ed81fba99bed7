import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os';
import { processorTimes } from './proc.ts';

/** Options of a bench; each reads those it knows. */
export type Options = Record<string, string | boolean | undefined>;

/** One figure. `atMost` or `atLeast` is its budget; without either it is information. */
export interface Row {
  what: string;
  figure: number;
  unit: string;
  atMost?: number;
  atLeast?: number;
}

export interface Report {
  bench: string;
  rows: Row[];
  /** What one has to know to read the figures. */
  notes?: string[];
}

/** What is going on, beside the table: a long bench should not look like a hanging one. */
export const tell = (what: string): void => void process.stderr.write(`${what}\n`);

export const isKept = ({ figure, atMost = Infinity, atLeast = -Infinity }: Row): boolean =>
  figure <= atMost && figure >= atLeast;

/** A table for people, then one line of JSON for comparing runs. */
export function print(report: Report): void {
  const cells = [['', 'measured', 'budget', ''], ...report.rows.map(cellsOf)];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map(([what = '', figure = '', budget = '', verdict = '']) =>
    `${what.padEnd(widths[0] ?? 0)}  ${figure.padStart(widths[1] ?? 0)}  ${budget.padStart(widths[2] ?? 0)}  ${verdict}`.trimEnd(),
  );
  const notes = (report.notes ?? []).map((note) => `${note}\n`).join('');
  const line = JSON.stringify({ ...report, at: new Date().toISOString(), machine: machine() });
  process.stdout.write(`\n${report.bench}\n${lines.join('\n')}\n${notes}\n${line}\n`);
}

function cellsOf(row: Row): string[] {
  const { what, figure, unit, atMost, atLeast } = row;
  const limit = atMost ?? atLeast;
  const budget = limit === undefined ? '' : `${atMost === undefined ? '>=' : '<='} ${shown(limit)} ${unit}`;
  return [what, `${shown(figure)} ${unit}`, budget, limit === undefined ? '' : isKept(row) ? 'kept' : 'MISSED'];
}

const shown = (figure: number) => {
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return String(Number(figure.toFixed(digits)));
};

function machine(): string {
  const processor = cpus();
  const load = loadavg().map((each) => each.toFixed(1));
  return `${processor.length} x ${processor[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}, Node ${process.version}, load ${load.join(' ')}, fixed work ${paceMs().toFixed(0)} ms, stolen ${stolenShare().toFixed(0)} %`;
}

const before = processorTimes();
/** What went to other machines of the same host, of all that this one wanted since the bench began, in percent. */
function stolenShare(): number {
  const now = processorTimes();
  const stolen = now.stolen - before.stolen;
  return (100 * stolen) / (now.busy - before.busy + stolen);
}

/** What work that is always the same takes here, in ms: a virtual machine has more of its processor at one hour than at another. */
function paceMs(): number {
  const began = performance.now();
  let state = 1;
  for (let turn = 0; turn < 20_000_000; turn++) state = Math.imul(state, 1_664_525) + (1_013_904_223 | 0);
  // Used, so that it is not left out.
  return state === 0 ? 0 : performance.now() - began;
}
