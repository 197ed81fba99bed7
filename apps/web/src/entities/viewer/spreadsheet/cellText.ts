import type { Input } from '@atrium/richtext/sheet/book.ts';
import { CELL_CHARS, FORMULA_CHARS, type Look } from '@atrium/richtext/sheet/sheetParts.ts';
import { CellError, dateOf, type Value } from '@atrium/richtext/sheet/values.ts';
import { format, getFormatFromId, isDateFormat, isValidFormat, parseValue } from 'numfmt';
import { locale } from '#sync/language.ts';

const OPTIONS = { throws: false, dateErrorThrows: false, nbsp: false } as const;

/** False for days that are earlier than 1900, which day numbers cannot show. */
const isShowable = (value: number, pattern: string) => !isDateFormat(pattern) || value >= 0;

export function formatted(value: number, pattern: string): string {
  if (!isValidFormat(pattern) || !isShowable(value, pattern)) return String(value);
  return format(pattern, value, { ...OPTIONS, locale }).trim();
}

/** The text that a cell shows. */
export function shownText(value: Value, look: Look | undefined): string {
  if (value === null) return '';
  if (value instanceof CellError) return value.code;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'string' ? value : formatted(value, look?.format ?? 'General');
}

/** The text of a cell in the editor, which gives the cell's value when it is typed: all digits, and a date as a date. */
export function editedText(value: Value, look: Look | undefined): string {
  if (typeof value === 'string') return isTypedAs(value, look) ? value : `'${value}`;
  if (typeof value !== 'number') return shownText(value, undefined);
  const pattern = look?.format ?? 'General';
  if (!isDateFormat(pattern) || value < 0) {
    if (pattern.includes('%')) return `${formatted(Number((value * 100).toPrecision(15)), 'General')}%`;
    return format('General', value, { ...OPTIONS, locale }).length < 11 ? formatted(value, 'General') : plain(value);
  }
  const date = dateOf(value).toISOString();
  const time = value % 1 === 0 ? '' : date.slice(11, 19).replace(/:00$/, '');
  return value < 1 ? time || '0' : `${date.slice(0, 10)}${time && ` ${time}`}`;
}
function isTypedAs(text: string, look: Look | undefined): boolean {
  const { input } = typedValue(text, look?.format);
  return text === '' || (input !== null && 'plain' in input && input.plain === text);
}
const decimalMark = () => formatted(0.5, '0.0')[1] ?? '.';
const plain = (value: number) => String(value).replace('.', decimalMark());

export interface TypedInput {
  input: Input;
  /** The format that the text implies, such as that of a date. */
  format?: string;
}

/**
 * Interprets typed text: a formula, a number, a date, true or false, or a text. An apostrophe makes anything a text.
 */
export function typedValue(text: string, known: string | undefined): TypedInput {
  if (text.trim() === '') return { input: null };
  if (text.startsWith("'")) return { input: { plain: text.slice(1, CELL_CHARS) } };
  if (text.startsWith('=') && text.trim().length > 1)
    return text.length <= FORMULA_CHARS
      ? { input: { formula: text } }
      : { input: { plain: text.slice(0, CELL_CHARS) } };
  if (known === '@') return { input: { plain: text.slice(0, CELL_CHARS) } };
  const found = text.length < 60 ? parseValue(text.trim(), { locale }) : undefined;
  if (!found) return { input: { plain: text.slice(0, CELL_CHARS) } };
  if (typeof found.value === 'boolean') return { input: { plain: found.value } };
  const id = 'formatId' in found ? found.formatId : undefined;
  const pattern = id ? patternOf(id, text) : undefined;
  const hasOwn = known !== undefined && known !== 'General';
  const isPercent = hasOwn && known.includes('%') && !text.includes('%') && !(pattern && isDateFormat(pattern));
  const value = isPercent && Math.abs(found.value) >= 1 ? found.value / 100 : found.value;
  return { input: { plain: value }, ...(pattern && !hasOwn && { format: pattern }) };
}

/** The pattern of a built-in format: a date in the order of the language, others as programs number them. */
function patternOf(id: number, text: string): string | undefined {
  const pattern = getFormatFromId(id, locale);
  // A number with an exponent gets no pattern.
  if (id === 11 || id === 48) return undefined;
  if (id === 14 || id === 22) {
    const day = /^\d{4}-/.test(text.trim()) ? 'yyyy-mm-dd' : localDay();
    return id === 22 ? `${day} hh:mm` : day;
  }
  return pattern && isValidFormat(pattern) ? pattern : undefined;
}

/** The order of day, month and year where the person reads, such as `dd.mm.yyyy`. */
export function localDay(): string {
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts();
  const words: Partial<Record<string, string>> = { day: 'dd', month: 'mm', year: 'yyyy' };
  const pattern = parts.map(({ type, value }) => words[type] ?? value.replaceAll(/[^ ./-]/g, '')).join('');
  return isValidFormat(pattern) ? pattern.trim() : 'yyyy-mm-dd';
}

function afterLastZero(part: string, point: string): string {
  const at = part.lastIndexOf('0') + 1;
  return at === 0 ? part : `${part.slice(0, at)}${point}${part.slice(at)}`;
}

/** Adds one digit after the point, or removes one. */
export function withDigits(pattern: string | undefined, by: 1 | -1): string {
  const known = !pattern || pattern === 'General' ? '0' : pattern;
  if (isDateFormat(known) || known === '@') return known;
  return known
    .split(';')
    .map((part) => {
      const digits = /\.(0+)/.exec(part)?.[1]?.length ?? 0;
      const next = Math.min(10, Math.max(0, digits + by));
      const point = next > 0 ? `.${'0'.repeat(next)}` : '';
      return digits > 0 ? part.replace(/\.0+/, point) : afterLastZero(part, point);
    })
    .join(';');
}
