import type { Scope } from '@atrium/contract/scopes.ts';
import {
  APP_LIMITS,
  APP_LOCATIONS,
  APP_SCOPES,
  APP_TYPES,
  type AppAudience,
  type AppLocation,
  type AppType,
} from '@atrium/contract/workspace/microApps.ts';
import { fail } from '#platform/fail';

/** An entry of an app as it is stored, with its defaults filled. */
export interface Item {
  key: string;
  location: AppLocation;
  label: string;
  labels: Record<string, string>;
  icon: string;
  url: string;
  type: AppType;
  keep_alive: boolean;
  disable_scope_css: boolean;
  auto_dark_theme: boolean;
  transparent: boolean;
  immersive: boolean;
  background: string;
  capsule: Record<string, unknown>;
  badge_clear_on_open: boolean;
  visible_to: AppAudience;
}

/** A checked manifest, which may be stored and shown. */
export interface Manifest {
  id: string;
  name: string;
  names: Record<string, string>;
  version: string;
  description: string;
  descriptions: Record<string, string>;
  author: string;
  website: string;
  icon: string;
  permissions: Scope[];
  connect: string[];
  /** The address of a zip with the app's files; '' = none. */
  bundle: string;
  /** Properties that the app gets when it opens. */
  props: Record<string, unknown>;
  menu_items: Item[];
}

/** The rules for addresses in a manifest. */
export interface Rules {
  /** True if addresses without a host are files of the app. */
  hasFiles: boolean;
  /** The base of other addresses without a host; null if they are not allowed. */
  base: string | null;
  /** True if addresses without TLS are allowed, as for those that an administrator enters. */
  isPlainAllowed: boolean;
}

const ID = /^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/;
/** Names that are part of the client's own addresses. */
const RESERVED = new Set(['store', 'sdk', 'atrium']);
const COLOR = /^(#[0-9a-fA-F]{3,8}|[a-zA-Z]{1,20})?$/;
const PLACEHOLDER = /\{([a-z_]+)\}/g;
const KNOWN = new Set([
  'user_id',
  'user_nickname',
  'user_email',
  'user_avatar',
  'user_token',
  'system_theme',
  'system_lang',
  'system_base_url',
  'app_id',
  'app_version',
  'menu_key',
]);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (field: string) => fail('app.manifest', { field });

/**
 * Reads a manifest that anybody may have written. Unknown fields are ignored.
 *
 * @throws app.manifest with the field that is wrong
 */
export function readManifest(value: unknown, rules: Rules): Manifest {
  if (!isFields(value)) throw fail('app.manifest_json');
  const app = readApp(value);
  const props = value['props'] ?? {};
  if (!isFields(props) || JSON.stringify(props).length > APP_LIMITS.propsBytes) throw wrong('props');
  return {
    ...app,
    icon: readIcon(value['icon'], 'icon', rules),
    permissions: readPermissions(value['permissions']),
    connect: readConnect(value['connect']),
    bundle:
      value['bundle'] === undefined ? '' : readAddress(text(value, 'bundle', APP_LIMITS.urlChars), 'bundle', rules),
    props,
    menu_items: readItems(itemsIn(value), app.name, rules),
  };
}

/** Reads entries: a list, a single one, or the address of the app itself, which is shown inline by default. */
function itemsIn(value: Fields): unknown {
  if (value['menu_items'] !== undefined) return value['menu_items'];
  if (value['menu'] !== undefined) return Array.isArray(value['menu']) ? value['menu'] : [value['menu']];
  if (value['url'] === undefined) throw wrong('url');
  const { visible_to: _, icon: __, ...looks } = value;
  return [{ ...looks, type: value['url_type'] || 'inline' }];
}

function readApp(value: Fields) {
  const id = text(value, 'id', APP_LIMITS.idChars);
  if (!ID.test(id) || RESERVED.has(id)) throw wrong('id');
  const website = optional(value, 'website', APP_LIMITS.urlChars);
  if (website && !/^https?:\/\/[^\s"<>]+$/.test(website)) throw wrong('website');
  return {
    id,
    name: text(value, 'name', APP_LIMITS.nameChars),
    names: words(value['names'], 'names', APP_LIMITS.nameChars),
    version: optional(value, 'version', 40) || 'custom',
    description: optional(value, 'description', APP_LIMITS.textChars),
    descriptions: words(value['descriptions'], 'descriptions', APP_LIMITS.textChars),
    author: optional(value, 'author', APP_LIMITS.nameChars),
    website,
  };
}

function readItems(value: unknown, name: string, rules: Rules): Item[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > APP_LIMITS.items) throw wrong('menu_items');
  const items = value.map((each: unknown, index) => readItem(each, `menu_items[${index}]`, name, rules));
  if (new Set(items.map(({ key }) => key)).size < items.length) throw wrong('menu_items.key');
  return items;
}

function readItem(value: unknown, at: string, name: string, rules: Rules): Item {
  if (!isFields(value)) throw wrong(at);
  const type = oneOf(value, 'type', APP_TYPES, 'iframe', at);
  const key = optional(value, 'key', APP_LIMITS.idChars, at);
  if (!/^[\w-]*$/.test(key)) throw wrong(`${at}.key`);
  const background = optional(value, 'background', 20, at);
  if (!COLOR.test(background)) throw wrong(`${at}.background`);
  const capsule = value['capsule'] ?? {};
  if (!isFields(capsule) || JSON.stringify(capsule).length > APP_LIMITS.urlChars) throw wrong(`${at}.capsule`);
  const url = text(value, 'url', APP_LIMITS.urlChars, at);
  return {
    key,
    location: oneOf(value, 'location', APP_LOCATIONS, 'application', at),
    label: optional(value, 'label', APP_LIMITS.labelChars, at) || name,
    labels: words(value['labels'], `${at}.labels`, APP_LIMITS.labelChars),
    icon: readIcon(value['icon'], `${at}.icon`, rules),
    // An entry that opens in a tab of its own cannot be a file of the app, which works in a frame only.
    url: readAddress(url, `${at}.url`, type === 'external' ? { ...rules, hasFiles: false } : rules),
    type,
    keep_alive: flag(value, 'keep_alive', true, at),
    disable_scope_css: flag(value, 'disable_scope_css', false, at),
    auto_dark_theme: flag(value, 'auto_dark_theme', true, at),
    transparent: flag(value, 'transparent', false, at),
    immersive: flag(value, 'immersive', false, at),
    background,
    capsule,
    badge_clear_on_open: flag(value, 'badge_clear_on_open', false, at),
    visible_to: readAudience(value['visible_to'], 'all', `${at}.visible_to`),
  };
}

/** `all`, `admin`, or ids of people, also as text with commas. @throws app.manifest */
export function readAudience(value: unknown, fallback: AppAudience, at = 'visible_to'): AppAudience {
  if (value === undefined || value === null || value === '') return fallback;
  if (value === 'all' || value === 'admin') return value;
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 1 && (list[0] === 'all' || list[0] === 'admin')) return list[0];
  const ids = list.map(Number);
  if (ids.length > APP_LIMITS.badgePeople || !ids.every((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31)) {
    throw wrong(at);
  }
  return [...new Set(ids)];
}

function readPermissions(value: unknown): Scope[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > APP_SCOPES.length * 2) throw wrong('permissions');
  const known: readonly unknown[] = APP_SCOPES;
  if (!value.every((each) => known.includes(each))) throw wrong('permissions');
  const all = new Set(value as Scope[]);
  // A `write` scope includes `read`, which is not shown again.
  const isIncluded = (scope: Scope) => scope.endsWith(':read') && all.has(scope.replace(':read', ':write') as Scope);
  return APP_SCOPES.filter((scope) => all.has(scope) && !isIncluded(scope));
}

function readConnect(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 20) throw wrong('connect');
  return value.map((each: unknown) => {
    const url = typeof each === 'string' && URL.canParse(each) ? new URL(each) : undefined;
    // Only the origin is kept, because a content policy needs no more.
    if (!url || !['https:', 'wss:'].includes(url.protocol) || !/^[\w.-]+$/.test(url.hostname)) throw wrong('connect');
    return `${url.protocol}//${url.host}`;
  });
}

function readIcon(value: unknown, at: string, rules: Rules): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string' || value.length > APP_LIMITS.urlChars || value.includes('{')) throw wrong(at);
  return readAddress(value, at, rules);
}

/**
 * Checks an address: a file of the app, or an absolute one whose host no placeholder can change.
 *
 * @throws app.manifest
 */
function readAddress(address: string, at: string, { hasFiles, base, isPlainAllowed }: Rules): string {
  for (const [, name = ''] of address.matchAll(PLACEHOLDER)) if (!KNOWN.has(name)) throw wrong(at);
  if (/[\u0000-\u0020\u007f"<>\\^`|]/.test(address)) throw wrong(at);
  if (address.startsWith('{system_base_url}/') && isPlainAllowed) return address;
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(address);
  if (!isAbsolute && hasFiles) {
    if (!/^[\w~-][^?#]*([?#].*)?$/.test(address) || fileOf(address) === null) throw wrong(at);
    return address;
  }
  const head = isAbsolute ? address : base;
  if (head === null || (!isAbsolute && address.startsWith('//'))) throw wrong(at);
  // Braces stay as they are, although parsing would encode them.
  const [stem = '', rest = ''] = splitAt(address, address.search(/[?#{]|$/));
  if (!URL.canParse(stem, head)) throw wrong(at);
  const url = new URL(stem, head);
  if (url.username || url.password || !url.hostname) throw wrong(at);
  if (url.protocol !== 'https:' && !(isPlainAllowed && url.protocol === 'http:')) throw wrong(at);
  // A placeholder directly after the host would become part of it.
  if (/^https?:\/\/[^/?#]*$/i.test(stem) && rest.startsWith('{')) throw wrong(at);
  return `${url.href}${rest}`;
}

const splitAt = (text: string, index: number) => [text.slice(0, index), text.slice(index)];

/** The path of a file within its app; null if it leads out of it. */
export function fileOf(address: string): string | null {
  const path = address.split(/[?#]/)[0] ?? '';
  const parts = path.split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..') ? null : path;
}

/** Names of the personal data in the app's address, for the list of permissions. */
export function personalOf({ menu_items }: Pick<Manifest, 'menu_items'>): string[] {
  const all = menu_items.map(({ url }) => url).join(' ');
  return PERSONAL.filter(([placeholder]) => all.includes(placeholder)).map(([, name]) => name);
}
const PERSONAL: readonly [string, string][] = [
  ['{user_nickname}', 'name'],
  ['{user_email}', 'email'],
  ['{user_avatar}', 'avatar'],
  ['{user_token}', 'token'],
];

/** The origins of an app's pages elsewhere. */
export const originsOf = ({ menu_items }: Pick<Manifest, 'menu_items'>): string[] => [
  ...new Set(
    menu_items
      .filter(({ url, type }) => type !== 'external' && /^https?:/.test(url))
      .map(({ url }) => new URL(url.split(/[?#{]/)[0] ?? '').origin),
  ),
];

// Fields ---------------------------------------------------------------------------------------------------------------

function optional(value: Fields, name: string, most: number, at = ''): string {
  const found = value[name];
  if (found === undefined || found === null) return '';
  if (typeof found !== 'string' && typeof found !== 'number') throw wrong(under(at, name));
  const line = String(found).trim();
  if ([...line].length > most || /[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(line) || !line.isWellFormed()) {
    throw wrong(under(at, name));
  }
  return line;
}

function text(value: Fields, name: string, most: number, at = ''): string {
  const found = optional(value, name, most, at);
  if (!found) throw wrong(under(at, name));
  return found;
}

/** Reads texts by language, for readers who use another language than the app's own. */
function words(value: unknown, at: string, most: number): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (!isFields(value) || Object.keys(value).length > 20) throw wrong(at);
  return Object.fromEntries(
    Object.keys(value).map((lang) => {
      if (!/^[A-Za-z-]{2,10}$/.test(lang)) throw wrong(at);
      return [lang, text(value, lang, most, at)];
    }),
  );
}

function flag(value: Fields, name: string, fallback: boolean, at: string): boolean {
  const found = value[name];
  if (found === undefined || found === null || found === '') return fallback;
  if ([true, 1, '1', 'true'].includes(found as never)) return true;
  if ([false, 0, '0', 'false'].includes(found as never)) return false;
  throw wrong(under(at, name));
}

function oneOf<const T extends readonly string[]>(
  value: Fields,
  name: string,
  known: T,
  fallback: T[number],
  at: string,
): T[number] {
  const found = value[name];
  if (found === undefined || found === null || found === '') return fallback;
  if (!known.includes(found as string)) throw wrong(under(at, name));
  return found as T[number];
}

const under = (at: string, name: string) => (at ? `${at}.${name}` : name);
