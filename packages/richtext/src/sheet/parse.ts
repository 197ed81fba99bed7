import { type Reference, referenceIn, STORED_REFERENCE } from './references.ts';

export type Node =
  | { kind: 'value'; value: number | string | boolean }
  | { kind: 'error'; code: string }
  | { kind: 'cell'; at: Reference }
  | { kind: 'range'; from: Reference; to: Reference }
  | { kind: 'call'; name: string; args: (Node | null)[] }
  | { kind: 'unary'; op: '-' | '+' | '%'; of: Node }
  | { kind: 'binary'; op: string; left: Node; right: Node };

/** Deeper formulas are refused: they would exhaust the stack. */
const MAX_DEPTH = 60;

const SPACE = /\s+/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const TEXT = /"((?:[^"]|"")*)"/y;
const WORD = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const ERROR = /#(?:REF!|DIV\/0!|N\/A|VALUE!|NAME\?|NUM!|NULL!)/iy;
const OPERATOR = /<=|>=|<>|[-+*/^&=<>%(),;:]/y;

class BadFormula extends Error {}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #op = '';

  constructor(text: string) {
    this.#text = text;
    this.#next();
  }

  whole(): Node {
    const node = this.#level(0);
    if (this.#op !== 'end') throw new BadFormula();
    return node;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Reads the operator at the place; `value` if there is something else. */
  #next(): void {
    this.#match(SPACE);
    if (this.#at >= this.#text.length) this.#op = 'end';
    else this.#op = this.#match(OPERATOR)?.[0] ?? 'value';
  }

  #take(op: string): boolean {
    if (this.#op !== op) return false;
    this.#next();
    return true;
  }

  static readonly #LEVELS: readonly (readonly string[])[] = [
    ['=', '<>', '<', '>', '<=', '>='],
    ['&'],
    ['+', '-'],
    ['*', '/'],
    ['^'],
  ];

  #level(level: number): Node {
    const ops = Parser.#LEVELS[level];
    if (!ops) return this.#unary();
    if (++this.#depth > MAX_DEPTH * Parser.#LEVELS.length) throw new BadFormula();
    let left = this.#level(level + 1);
    while (ops.includes(this.#op)) {
      const op = this.#op;
      this.#next();
      left = { kind: 'binary', op, left, right: this.#level(level + 1) };
    }
    this.#depth--;
    return left;
  }

  #unary(): Node {
    if (++this.#depth > MAX_DEPTH * Parser.#LEVELS.length) throw new BadFormula();
    let node: Node;
    if (this.#take('-')) node = { kind: 'unary', op: '-', of: this.#unary() };
    else if (this.#take('+')) node = { kind: 'unary', op: '+', of: this.#unary() };
    else node = this.#primary();
    while (this.#take('%')) node = { kind: 'unary', op: '%', of: node };
    this.#depth--;
    return node;
  }

  #primary(): Node {
    if (this.#take('(')) {
      const inside = this.#level(0);
      if (!this.#take(')')) throw new BadFormula();
      return inside;
    }
    if (this.#op !== 'value') throw new BadFormula();
    const reference = this.#match(STORED_REFERENCE);
    if (reference) return this.#range(referenceIn(reference));
    const text = this.#match(TEXT);
    if (text) return this.#done({ kind: 'value', value: (text[1] ?? '').replaceAll('""', '"') });
    const number = this.#match(NUMBER);
    if (number) return this.#done({ kind: 'value', value: Number(number[0]) });
    const error = this.#match(ERROR);
    if (error) return this.#done({ kind: 'error', code: error[0].toUpperCase() });
    const word = this.#match(WORD);
    if (!word) throw new BadFormula();
    const name = word[0].toUpperCase();
    this.#next();
    if (this.#take('(')) return { kind: 'call', name, args: this.#args() };
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'value', value: name === 'TRUE' };
    return { kind: 'error', code: '#NAME?' };
  }

  #done(node: Node): Node {
    this.#next();
    return node;
  }

  #range(from: Reference): Node {
    this.#next();
    if (!this.#take(':')) return { kind: 'cell', at: from };
    const to = this.#op === 'value' ? this.#match(STORED_REFERENCE) : null;
    if (!to) {
      // The other end was removed with its sheet.
      if (this.#op === 'value' && this.#match(ERROR)) return this.#done({ kind: 'error', code: '#REF!' });
      throw new BadFormula();
    }
    return this.#done({ kind: 'range', from, to: referenceIn(to) });
  }

  #args(): (Node | null)[] {
    const args: (Node | null)[] = [];
    if (this.#take(')')) return args;
    for (;;) {
      const isEmpty = this.#op === ',' || this.#op === ';' || this.#op === ')';
      args.push(isEmpty ? null : this.#level(0));
      if (this.#take(')')) return args;
      if (!this.#take(',') && !this.#take(';')) throw new BadFormula();
    }
  }
}

/** The formula as a tree; null if it is none. */
export function parseFormula(formula: string): Node | null {
  try {
    return new Parser(formula).whole();
  } catch (error) {
    if (error instanceof BadFormula) return null;
    throw error;
  }
}
