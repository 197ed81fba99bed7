import {
  APPROVAL_LIMITS,
  type ApprovalColumn,
  type ApprovalField,
  type ApprovalRange,
  type ApprovalValue,
  type ApprovalValues,
} from './definition.ts';
import { calculate, type FormulaScope, parseFormula, rounded } from './formula.ts';

/** A problem with the value of a field; of a table's cell with `row` and `column`. */
export interface ValueProblem {
  field: string;
  row?: number;
  column?: string;
  problem: 'required' | 'kind' | 'long' | 'less' | 'more' | 'option' | 'order' | 'many';
}

export interface CheckedValues {
  /** Only what the form has, with formulas calculated. */
  values: ApprovalValues;
  problems: ValueProblem[];
}

/** Checks what somebody filled in, and calculates the formulas. Whether people and files exist is not known here. */
export function checkValues(form: readonly ApprovalField[], given: Readonly<Record<string, unknown>>): CheckedValues {
  const values: ApprovalValues = {};
  const problems: ValueProblem[] = [];
  /** Tables with something missing count in formulas already. */
  const begun: ApprovalValues = {};
  for (const field of form) {
    if (field.kind === 'formula' || field.kind === 'description') continue;
    const raw = Object.hasOwn(given, field.id) ? given[field.id] : undefined;
    if (isBlank(raw)) {
      if (field.required) problems.push({ field: field.id, problem: 'required' });
      continue;
    }
    const found = field.kind === 'table' ? rowsOf(field, raw) : single(field, raw);
    if ('problems' in found) {
      problems.push(...found.problems);
      if (found.rows) begun[field.id] = found.rows;
    } else if (typeof found.value === 'object' && found.value !== null && isBlank(found.value)) {
      if (field.required) problems.push({ field: field.id, problem: 'required' });
    } else values[field.id] = found.value;
  }
  for (const field of form) {
    if (field.kind === 'formula') values[field.id] = resultOf(field, scopeOf(form, { ...begun, ...values }));
  }
  return { values, problems };
}

type Rows = Record<string, string | number | string[] | null>[];
type Found = { value: ApprovalValue } | { problems: ValueProblem[]; rows?: Rows };
type Single = Exclude<ApprovalField, { kind: 'formula' | 'description' | 'table' }>;

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

function single(field: Single, raw: unknown): Found {
  const refused = (problem: ValueProblem['problem']): Found => ({ problems: [{ field: field.id, problem }] });
  switch (field.kind) {
    case 'text':
      if (typeof raw !== 'string') return refused('kind');
      return raw.length > APPROVAL_LIMITS.text ? refused('long') : { value: raw.trim() };
    case 'number':
    case 'money': {
      const value = numberOf(raw);
      if (value === undefined) return refused('kind');
      if (field.kind === 'money') return { value: rounded(value, 2) };
      if (field.min !== null && value < field.min) return refused('less');
      if (field.max !== null && value > field.max) return refused('more');
      return { value: rounded(value, field.decimals) };
    }
    case 'date':
      return typeof raw === 'string' && momentOf(raw, field.time) !== undefined ? { value: raw } : refused('kind');
    case 'range': {
      const range = rangeOf(raw);
      const [from, to] = [momentOf(range?.from, field.time), momentOf(range?.to, field.time)];
      if (!range || from === undefined || to === undefined) return refused('kind');
      // The same moment twice is no time at all; the same day twice is one day.
      return from > to || (field.time && from === to) ? refused('order') : { value: range };
    }
    case 'person':
    case 'department': {
      const ids = (Array.isArray(raw) ? raw : [raw]).filter(isId);
      if (ids.length === 0 || (Array.isArray(raw) && ids.length < raw.length)) return refused('kind');
      return ids.length > (field.many ? APPROVAL_LIMITS.people : 1) ? refused('many') : { value: [...new Set(ids)] };
    }
    case 'choice': {
      const ids = (Array.isArray(raw) ? raw : [raw]).filter((each) => typeof each === 'string');
      if (!ids.every((id) => field.options.some((option) => option.id === id))) return refused('option');
      if (ids.length === 0) return refused('kind');
      return ids.length > 1 && !field.many ? refused('many') : { value: [...new Set(ids)] };
    }
    case 'files': {
      const tokens = (Array.isArray(raw) ? raw : [raw]).filter((each) => typeof each === 'string');
      if (!tokens.every((token) => /^[\w-]{1,64}$/.test(token))) return refused('kind');
      return tokens.length > field.most ? refused('many') : { value: [...new Set(tokens)] };
    }
  }
}

const isId = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
const MOST = 1e15;
function numberOf(raw: unknown): number | undefined {
  const value = typeof raw === 'string' && /^\s*-?\d{1,15}(\.\d{1,10})?\s*$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MOST ? value : undefined;
}

function rangeOf(raw: unknown): ApprovalRange | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { from, to } = raw as Partial<Record<string, unknown>>;
  return typeof from === 'string' && typeof to === 'string' ? { from, to } : undefined;
}

type Table = Extract<ApprovalField, { kind: 'table' }>;
function rowsOf(field: Table, raw: unknown): Found {
  if (!Array.isArray(raw)) return { problems: [{ field: field.id, problem: 'kind' }] };
  if (raw.length > APPROVAL_LIMITS.rows) return { problems: [{ field: field.id, problem: 'many' }] };
  const problems: ValueProblem[] = [];
  const rows: Rows = [];
  for (const [row, each] of raw.entries()) {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) {
      problems.push({ field: field.id, row, problem: 'kind' });
      continue;
    }
    // A line that nobody filled in is no line.
    if (field.columns.every(({ id }) => isBlank((each as Record<string, unknown>)[id]))) continue;
    const checked = checkValues(field.columns, each as Record<string, unknown>);
    problems.push(...checked.problems.map(({ field: column, problem }) => ({ field: field.id, row, column, problem })));
    rows.push(checked.values as Rows[number]);
  }
  return problems.length > 0 ? { problems, rows } : { value: rows };
}

type Formula = Extract<ApprovalField, { kind: 'formula' }>;
function resultOf(field: Formula, scope: FormulaScope): number {
  const expression = parseFormula(field.expression);
  return expression ? rounded(calculate(expression, scope), field.decimals) : 0;
}

/** The values as formulas and conditions see them. A formula sees the formulas before it. */
export function scopeOf(form: readonly (ApprovalField | ApprovalColumn)[], values: ApprovalValues): FormulaScope {
  const find = (id: string) => form.find((field) => field.id === id);
  return {
    number: (id) => numberIn(values[id]),
    column: (id, column) => {
      const rows = values[id];
      return find(id)?.kind === 'table' && Array.isArray(rows)
        ? rows.map((row) => (typeof row === 'object' ? numberIn(row[column] ?? null) : 0))
        : [];
    },
    duration: (id, unit) => {
      const field = find(id);
      return field?.kind === 'range' ? durationOf(values[id], field.time, unit) : 0;
    },
  };
}
const numberIn = (value: ApprovalValue | undefined): number => (typeof value === 'number' ? value : 0);

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** The most hours that count as half a day. */
const HALF_DAY_HOURS = 5;

/**
 * The length of a range; 0 without one. Days include the first and the last: from Monday 9:00 to Tuesday 18:00 are two.
 */
export function durationOf(value: ApprovalValue | undefined, isTimed: boolean, unit: 'days' | 'hours'): number {
  const range = rangeOf(value);
  const [from, to] = [momentOf(range?.from, isTimed), momentOf(range?.to, isTimed)];
  if (from === undefined || to === undefined || to < from) return 0;
  const hours = (to - from) / HOUR_MS + (isTimed ? 0 : DAY_HOURS);
  if (unit === 'hours') return rounded(hours, 2);
  const rest = hours % DAY_HOURS;
  return Math.floor(hours / DAY_HOURS) + (rest === 0 ? 0 : rest <= HALF_DAY_HOURS ? 0.5 : 1);
}

/** Milliseconds of a date or a date with a time; undefined if it is none. */
export function momentOf(text: string | undefined, isTimed: boolean): number | undefined {
  if (!text || !(isTimed ? /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ : /^\d{4}-\d\d-\d\d$/).test(text)) return undefined;
  const at = new Date(isTimed ? `${text.replace(' ', 'T')}Z` : `${text}T00:00:00Z`);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 10));
  return isReal ? at.getTime() : undefined;
}
