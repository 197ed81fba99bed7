import type { TSchema } from 'typebox';
import { excessOf, MAX_VALUES } from './jsonShape.ts';

/**
 * Converts raw parameters (query, form, JSON; see `docs/wire.md`) to the types of a call's input schema. It
 * only converts spellings; anything else remains for validation, which refuses it by name.
 */
type Raw = Record<string, unknown>;
interface WireSchema {
  wire?: string;
  type?: string;
  maximum?: number;
  default?: unknown;
  enum?: readonly string[];
  properties?: Record<string, WireSchema>;
  items?: WireSchema;
  anyOf?: WireSchema[];
}

/** Values that mean "not given". */
const isBlank = (value: unknown) => value === undefined || value === null || value === '';

export function coerceInput(schema: TSchema, raw: Raw): Raw {
  const expanded = expandKeys(raw);
  return coerceObject(schema, isOnlyRead(schema, expanded) ? { type: expanded['type'] } : expanded);
}

/** Some clients send a whole form when they only read settings: the fields are neither used nor checked. */
function isOnlyRead(schema: WireSchema, raw: Raw): boolean {
  const words = schema.properties?.['type']?.enum;
  const isRead = isBlank(raw['type']) || raw['type'] === 'get' || raw['type'] === 'all';
  return words?.includes('get') === true && words.includes('save') && isRead;
}

function coerceObject(schema: WireSchema, raw: Raw): Raw {
  const out: Raw = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (!Object.hasOwn(raw, name)) continue;
    const value = coerceValue(field, raw[name]);
    if (value !== undefined) out[name] = value;
  }
  return out;
}

function coerceValue(schema: WireSchema, value: unknown): unknown {
  const rule = schema.wire && Object.hasOwn(WIRE, schema.wire) ? WIRE[schema.wire] : undefined;
  return rule ? rule(value, schema) : value === null && schema.type !== undefined ? undefined : value;
}

const WIRE: Record<string, (value: unknown, schema: WireSchema) => unknown> = {
  int: (value) => (isBlank(value) ? undefined : toInteger(value)),
  int0: (value) => (isBlank(value) || toInteger(value) === 0 ? undefined : toInteger(value)),
  number: (value) => (isBlank(value) ? undefined : toNumber(value)),
  clamp: (value, schema) => {
    const size = isBlank(value) ? 0 : toInteger(value);
    if (typeof size !== 'number') return size;
    return size < 1 ? undefined : Math.min(size, schema.maximum ?? size);
  },
  flag: (value) => (isBlank(value) ? undefined : toFlag(value)),
  ids: (value) => (value === undefined || value === null ? undefined : toIds(value)),
  text: (value) => (value === null ? undefined : toText(value)),
  line: (value) => {
    const text = value === null ? undefined : toText(value);
    return typeof text === 'string' ? text.trim() : text;
  },
  word: (value) => (isBlank(value) ? undefined : toText(value)),
  object: (value, schema) => {
    const object = fromJson(value);
    if (isBlank(object) || object === '[object Object]') return undefined;
    if (Array.isArray(object)) return object.length === 0 ? undefined : object;
    return typeof object === 'object' ? coerceObject(schema, expandKeys(object as Raw)) : object;
  },
  list: (value, schema) => {
    const list = fromJson(value);
    if (isBlank(list)) return undefined;
    const items = Array.isArray(list) ? list : [list];
    const item = schema.items;
    return item ? items.map((each) => coerceItem(item, each)) : items;
  },
  map: (value) => (value === null ? undefined : fromJson(value)),
  times: (value) => {
    if (value === null) return undefined;
    const times = fromJson(value);
    return Array.isArray(times) ? times.map((each: unknown) => (each === false ? '' : each)) : times;
  },
  textType: (value) => {
    if (isBlank(value)) return undefined;
    return typeof value === 'string' && /^(md|markdown)$/i.test(value.trim()) ? 'md' : 'html';
  },
  // Set by the edge; values sent by a client under such a name are removed.
  upload: (value) => value,
  range: (value) => toRange(value),
};

function coerceItem(schema: WireSchema, value: unknown): unknown {
  if (schema.wire) return coerceValue(schema, value);
  if (schema.properties && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return coerceObject(schema, value as Raw);
  }
  return value;
}

function toInteger(value: unknown): unknown {
  if (typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value)) return Number(value);
  if (typeof value === 'boolean') return Number(value);
  return value;
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,20})?\s*$/.test(value) ? Number(value) : value;
}

const YES = new Set(['true', 'yes', '1', 'on']);
const NO = new Set(['false', 'no', '0', 'off']);
function toFlag(value: unknown): unknown {
  const word = typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : value;
  if (typeof word === 'string' && YES.has(word)) return true;
  if (typeof word === 'string' && NO.has(word)) return false;
  return value;
}

/**
 * Text in which half a surrogate pair is replaced by the replacement character: no database can store it. Numbers are
 * text for clients that do not distinguish them; a flag is not text, and is refused.
 */
function toText(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  return typeof value === 'number' ? String(value) : value;
}

function toIds(value: unknown): unknown {
  const list = fromJson(value);
  if (list === '' || list === false) return [];
  const items = Array.isArray(list) ? list : typeof list === 'string' ? list.split(',', MAX_VALUES) : [list];
  const numbers = items.filter((item) => !isBlank(item)).map(toInteger);
  return [...new Set(numbers)];
}

function toRange(value: unknown): unknown {
  if (isBlank(value)) return undefined;
  const list = fromJson(value);
  const parts = Array.isArray(list) ? list : String(list).split(/[,|]/, 2);
  const [from = '', to = ''] = parts.map((part) => (isBlank(part) ? '' : String(part).trim()));
  return [from === '' || from === '0' ? null : from, to === '' || to === '0' ? null : to];
}

/** Parses JSON text; other text, and JSON beyond the limits, is unchanged. */
function fromJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  if (value.trim() === '[object Object]') return '[object Object]';
  if (excessOf(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** `a[]=1&a[]=2`, `keys[name]=x` and `list[0][id]=1` become arrays and objects. */
function expandKeys(raw: Raw): Raw {
  const out: Raw = {};
  for (const [key, value] of Object.entries(raw)) {
    const path = splitKey(key);
    if (path.some((part) => FORBIDDEN.has(part)) || path.length > 6) continue;
    place(out, path, value);
  }
  return arraysFromIndexes(out) as Raw;
}

function splitKey(key: string): string[] {
  const open = key.indexOf('[');
  if (open <= 0 || !key.endsWith(']')) return [key];
  return [key.slice(0, open), ...key.slice(open + 1, -1).split('][')];
}

function place(target: Raw, path: string[], value: unknown): void {
  const [head = '', ...rest] = path;
  if (rest.length === 0) {
    target[head] = value;
    return;
  }
  if (rest.length === 1 && rest[0] === '') {
    const before = target[head];
    target[head] = [...(Array.isArray(before) ? before : []), ...(Array.isArray(value) ? value : [value])];
    return;
  }
  const next = target[head];
  const branch = typeof next === 'object' && next !== null && !Array.isArray(next) ? (next as Raw) : {};
  target[head] = branch;
  place(branch, rest, value);
}

function arraysFromIndexes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value as Raw).map(([key, item]) => [key, arraysFromIndexes(item)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
