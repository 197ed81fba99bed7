/**
 * Formulas of forms: `price * count`, `sum(items.amount) * 1.2`, `if(days(time) > 3, 1, 0)`. Names are ids of fields,
 * `table.column` is a column of a table. There are numbers only; a field without a number counts as 0. No loops and no
 * names but these, so a formula ends at once and reaches nothing.
 */

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: string; column: string }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'operation'; op: string; left: Expression; right: Expression };

/** The values behind the names in a formula. */
export interface FormulaScope {
  /** The number in a field; 0 without one. */
  number(field: string): number;
  /** The numbers in a column of a table. */
  column(table: string, column: string): readonly number[];
  /** Days or hours of a range. */
  duration(field: string, unit: 'days' | 'hours'): number;
}

const FUNCTIONS: Readonly<Record<string, { least: number; most: number }>> = {
  sum: { least: 1, most: 20 },
  min: { least: 1, most: 20 },
  max: { least: 1, most: 20 },
  average: { least: 1, most: 20 },
  count: { least: 1, most: 1 },
  abs: { least: 1, most: 1 },
  round: { least: 1, most: 2 },
  if: { least: 3, most: 3 },
  days: { least: 1, most: 1 },
  hours: { least: 1, most: 1 },
};
export const FORMULA_FUNCTIONS = Object.keys(FUNCTIONS);

const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|(<=|>=|<>|[-+*/(),<>=]))/iy;
const DEEPEST = 40;

/** Undefined if it is no formula. */
export function parseFormula(text: string): Expression | undefined {
  const tokens = tokensOf(text);
  if (!tokens) return undefined;
  try {
    return new Parser(tokens).whole();
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

class Malformed extends Error {}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const match = TOKEN.exec(text);
    if (!match) return undefined;
    tokens.push((match[1] ?? match[2] ?? match[3] ?? '').toLowerCase());
  }
  return tokens;
}

const LEVELS: readonly (readonly string[])[] = [
  ['=', '<>', '<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/'],
];

class Parser {
  readonly #tokens: readonly string[];
  #at = 0;
  #depth = 0;
  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Expression {
    const found = this.#level(0);
    if (this.#at < this.#tokens.length) throw new Malformed();
    return found;
  }

  #next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Malformed();
    return token;
  }

  #level(level: number): Expression {
    const ops = LEVELS[level];
    if (!ops) return this.#single();
    let left = this.#level(level + 1);
    for (;;) {
      const op = this.#tokens[this.#at];
      if (op === undefined || !ops.includes(op)) return left;
      this.#at++;
      left = { kind: 'operation', op, left, right: this.#level(level + 1) };
    }
  }

  #single(): Expression {
    if (++this.#depth > DEEPEST) throw new Malformed();
    try {
      const token = this.#next();
      if (token === '-')
        return { kind: 'operation', op: '-', left: { kind: 'number', value: 0 }, right: this.#single() };
      if (token === '(') {
        const inner = this.#level(0);
        if (this.#next() !== ')') throw new Malformed();
        return inner;
      }
      if (/^[\d.]/.test(token)) return { kind: 'number', value: Number(token) };
      if (!/^[a-z]/.test(token)) throw new Malformed();
      if (this.#tokens[this.#at] === '(') return this.#call(token);
      const [name = '', column = ''] = token.split('.');
      return { kind: 'name', name, column };
    } finally {
      this.#depth--;
    }
  }

  #call(name: string): Expression {
    const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!known) throw new Malformed();
    this.#at++;
    const args: Expression[] = [];
    while (this.#tokens[this.#at] !== ')') {
      if (args.length > 0 && this.#next() !== ',') throw new Malformed();
      args.push(this.#level(0));
    }
    this.#at++;
    if (args.length < known.least || args.length > known.most) throw new Malformed();
    return { kind: 'call', name, args };
  }
}

/** The names in a formula, with the function directly around them: `days` and `hours` need a range. */
export function namesIn(expression: Expression, around = ''): { name: string; column: string; around: string }[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'name':
      return [{ name: expression.name, column: expression.column, around }];
    case 'operation':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
    case 'call':
      return expression.args.flatMap((arg) => namesIn(arg, expression.name));
  }
}

/** A finite number; 0 where the arithmetic has no result, such as a division by 0. */
export function calculate(expression: Expression, scope: FormulaScope): number {
  const value = valueOf(expression, scope);
  return Number.isFinite(value) ? value : 0;
}

function valueOf(expression: Expression, scope: FormulaScope): number {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'name':
      return expression.column
        ? total(scope.column(expression.name, expression.column))
        : scope.number(expression.name);
    case 'operation':
      return operate(expression.op, valueOf(expression.left, scope), valueOf(expression.right, scope));
    case 'call':
      return called(expression.name, expression.args, scope);
  }
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

function operate(op: string, left: number, right: number): number {
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '<':
      return Number(left < right);
    case '>':
      return Number(left > right);
    case '<=':
      return Number(left <= right);
    case '>=':
      return Number(left >= right);
    case '<>':
      return Number(left !== right);
    default:
      return Number(left === right);
  }
}

function called(name: string, args: readonly Expression[], scope: FormulaScope): number {
  const [first] = args;
  if (!first) return 0;
  if (name === 'days' || name === 'hours') return first.kind === 'name' ? scope.duration(first.name, name) : 0;
  if (name === 'if') {
    const [, yes, no] = args;
    const chosen = valueOf(first, scope) === 0 ? no : yes;
    return chosen ? valueOf(chosen, scope) : 0;
  }
  const numbers = args.flatMap((arg) =>
    arg.kind === 'name' && arg.column ? scope.column(arg.name, arg.column) : [valueOf(arg, scope)],
  );
  switch (name) {
    case 'sum':
      return total(numbers);
    case 'count':
      return numbers.length;
    case 'average':
      return numbers.length === 0 ? 0 : total(numbers) / numbers.length;
    case 'min':
      return numbers.length === 0 ? 0 : Math.min(...numbers);
    case 'max':
      return numbers.length === 0 ? 0 : Math.max(...numbers);
    case 'abs':
      return Math.abs(numbers[0] ?? 0);
    default:
      return rounded(numbers[0] ?? 0, numbers[1] ?? 0);
  }
}

/** Half away from zero, and 1.005 to 1.01 as people expect. */
export function rounded(value: number, decimals: number): number {
  const places = Math.min(6, Math.max(0, Math.trunc(decimals)));
  const factor = 10 ** places;
  const scaled = Math.round((Math.abs(value) + Number.EPSILON) * factor * (1 + Number.EPSILON));
  return (Math.sign(value) * scaled) / factor || 0;
}
