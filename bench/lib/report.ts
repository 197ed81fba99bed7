import { machine } from './machine.ts';

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
  /** Notes needed to understand the figures. */
  notes?: string[];
}

/** Reports progress on stderr, so that a long bench does not look like one that hangs. */
export const progress = (what: string): void => void process.stderr.write(`${what}\n`);

export const isWithinBudget = ({ figure, atMost = Infinity, atLeast = -Infinity }: Row): boolean =>
  figure <= atMost && figure >= atLeast;

/** Prints a table for people, then one line of JSON for comparing runs. */
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
  const budget = limit === undefined ? '' : `${atMost === undefined ? '>=' : '<='} ${withUnit(limit, unit)}`;
  return [what, withUnit(figure, unit), budget, limit === undefined ? '' : isWithinBudget(row) ? 'kept' : 'MISSED'];
}

/** A figure with three significant digits or all before the decimal point, and its unit. */
export function withUnit(figure: number, unit: string): string {
  const digits = Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : 2;
  return `${Number(figure.toFixed(digits))} ${unit}`.trimEnd();
}
