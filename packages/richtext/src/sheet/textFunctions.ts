import { placeLike } from './conditions.ts';
import { eachValue, end, numberAt, type SheetFunction, type Tools, truthAt, valueAt } from './tools.ts';
import { BAD_VALUE, CellError, numberOf, TEXT_CHARS, textOf, type Value } from './values.ts';

const text = (value: Value): string => {
  const words = textOf(value);
  return words instanceof CellError ? end(words) : words;
};
const textAt = (tools: Tools, index: number): string => text(valueAt(tools, index));
const short = (words: string): string => (words.length > TEXT_CHARS ? end(BAD_VALUE) : words);
const count = (tools: Tools, index: number, usual: number): number => {
  const number = Math.trunc(numberAt(tools, index, usual));
  return number < 0 ? end(BAD_VALUE) : number;
};

function joined(tools: Tools, from: number, by: string, skipsEmpty: boolean): string {
  const parts: string[] = [];
  let chars = 0;
  eachValue(tools, from, (value) => {
    const part = text(value);
    if (part === '' && skipsEmpty) return;
    chars += part.length + by.length;
    if (chars > TEXT_CHARS + by.length) end(BAD_VALUE);
    parts.push(part);
  });
  return parts.join(by);
}

/** The place in a text where `find` finds another one, counted from 1. */
function placeIn(tools: Tools, within: string, find: (start: number) => number): number {
  const start = count(tools, 2, 1) - 1;
  const at = start < 0 || start > within.length ? -1 : find(start);
  return at < 0 ? end(BAD_VALUE) : at + 1;
}

function substituted(tools: Tools): string {
  const [within, from, to] = [textAt(tools, 0), textAt(tools, 1), textAt(tools, 2)];
  if (from === '') return within;
  const parts = within.split(from);
  if (!tools.isGiven(3)) {
    if (within.length + (parts.length - 1) * to.length > TEXT_CHARS * 2) end(BAD_VALUE);
    return short(parts.join(to));
  }
  const which = count(tools, 3, 1);
  if (which < 1) end(BAD_VALUE);
  if (which >= parts.length) return within;
  return short(parts.slice(0, which).join(from) + to + parts.slice(which).join(from));
}

export const textFunctions: Record<string, SheetFunction> = {
  CONCATENATE: (tools) => joined(tools, 0, '', false),
  CONCAT: (tools) => joined(tools, 0, '', false),
  TEXTJOIN: (tools) => joined(tools, 2, textAt(tools, 0), truthAt(tools, 1, true)),
  LEN: (tools) => textAt(tools, 0).length,
  LEFT: (tools) => textAt(tools, 0).slice(0, count(tools, 1, 1)),
  RIGHT: (tools) => {
    const [words, chars] = [textAt(tools, 0), count(tools, 1, 1)];
    return chars === 0 ? '' : words.slice(-chars);
  },
  MID: (tools) => {
    const from = count(tools, 1, 1) - 1;
    return from < 0 ? BAD_VALUE : textAt(tools, 0).slice(from, from + count(tools, 2, 0));
  },
  TRIM: (tools) => textAt(tools, 0).trim().replaceAll(/ +/g, ' '),
  UPPER: (tools) => textAt(tools, 0).toUpperCase(),
  LOWER: (tools) => textAt(tools, 0).toLowerCase(),
  PROPER: (tools) =>
    textAt(tools, 0)
      .toLowerCase()
      .replaceAll(/(^|[^\p{L}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()),
  SUBSTITUTE: substituted,
  REPLACE: (tools) => {
    const [words, from] = [textAt(tools, 0), count(tools, 1, 1) - 1];
    if (from < 0) return BAD_VALUE;
    return short(words.slice(0, from) + textAt(tools, 3) + words.slice(from + count(tools, 2, 0)));
  },
  FIND: (tools) => {
    const [sought, within] = [textAt(tools, 0), textAt(tools, 1)];
    return placeIn(tools, within, (start) => within.indexOf(sought, start));
  },
  SEARCH: (tools) => {
    const [sought, within] = [textAt(tools, 0).toLowerCase(), textAt(tools, 1).toLowerCase()];
    return placeIn(tools, within, (start) => placeLike(tools, within, sought, start));
  },
  EXACT: (tools) => textAt(tools, 0) === textAt(tools, 1),
  REPT: (tools) => {
    const [words, times] = [textAt(tools, 0), count(tools, 1, 0)];
    return words.length * times > TEXT_CHARS ? BAD_VALUE : words.repeat(times);
  },
  T: (tools) => {
    const value = valueAt(tools, 0);
    return typeof value === 'string' || value instanceof CellError ? value : '';
  },
  VALUE: (tools) => numberOf(valueAt(tools, 0)),
  TEXT: (tools) => {
    const value = valueAt(tools, 0);
    const number = numberOf(value);
    if (number instanceof CellError) return typeof value === 'string' ? value : number;
    return short(tools.format(number, textAt(tools, 1).slice(0, 80)));
  },
  CHAR: (tools) => {
    const code = count(tools, 0, 0);
    return code < 1 || code > 255 ? BAD_VALUE : String.fromCharCode(code);
  },
  UNICHAR: (tools) => {
    const code = count(tools, 0, 0);
    return code < 1 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? BAD_VALUE : String.fromCodePoint(code);
  },
  CODE: (tools) => textAt(tools, 0).codePointAt(0) ?? BAD_VALUE,
};
