/**
 * The messages between the web client and a shell around it. A shell sets `atriumHost`, a port, before the client's
 * first script. Messages are JSON text, so that every kind of web view passes them on unchanged:
 *
 * 1. The client sends a notice, or a question with a number of its own.
 * 2. The shell answers each question once, with that number, and sends events of its own.
 * 3. Each side checks what it receives with these tables, and ignores anything else: a newer side may send more.
 * 4. The client uses a capability only if the port lists it.
 */
export const BRIDGE_VERSION = 1;

/** The capabilities of a shell. A page asks for a capability, never for a platform. */
export const FEATURES = [
  'badge',
  'notify',
  'reply',
  'windows',
  'open_outside',
  'call',
  'vibrate',
  'latest_photo',
  'push',
  'servers',
  'updates',
  'restart_to_update',
  'capture',
  'settings',
  'downloads',
  'files',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Set by a shell. `post` takes a message of the client, `onMessage` gives it those of the shell. */
export interface ShellPort {
  version: number;
  kind: 'desktop' | 'mobile';
  features: readonly string[];
  post(message: string): void;
  onMessage(listener: (message: string) => void): void;
}

interface Kinds {
  /** The text, at most 2,000 characters. */
  text: string;
  /** Release notes and the like: at most 100,000 characters. */
  long: string;
  /** A whole number from 0. */
  count: number;
  flag: boolean;
  /** A path of the client, which begins with one slash. */
  place: string;
  /** An https address, or one of the own computer. */
  url: string;
  /** Base64: at most 48 MB of content. */
  bytes: string;
  files: readonly SharedFile[];
  servers: readonly ShellServer[];
}
type Kind = keyof Kinds;
type Shape = Readonly<Record<string, Kind>>;
export type ValuesOf<S extends Shape> = { [Name in keyof S]: Kinds[S[Name]] };

export interface SharedFile {
  name: string;
  type: string;
  /** Base64. */
  bytes: string;
}
export interface ShellServer {
  url: string;
  name: string;
  unread: number;
}

/** Messages from the client without an answer. */
export const NOTICES = {
  /** The client has started. A shell that waits for it in vain reports an error (`READY_MS`). */
  ready: {},
  badge: { count: 'count' },
  /** `reply` is the label of the field for an answer; '' = none. */
  notify: {
    title: 'text',
    body: 'text',
    icon: 'text',
    place: 'place',
    dialog_id: 'count',
    msg_id: 'count',
    silent: 'flag',
    reply: 'text',
  },
  open_window: { place: 'place' },
  open_outside: { url: 'text' },
  open_file: { url: 'url', name: 'text' },
  call: { tel: 'text' },
  vibrate: { ms: 'count' },
  /** The signed-in user; 0 = nobody. Shells pause notifications and forget push registrations. */
  session: { userid: 'count', name: 'text' },
  /** The address at which the shell registers the device's push alias. */
  push_alias: { url: 'url', token: 'text' },
  choose_server: {},
  switch_server: { url: 'url' },
  install_update: {},
  /** The client has nothing to go back to. */
  leave: {},
} as const satisfies Record<string, Shape>;

/** Messages from the client with an answer: the parameters, and the result. */
export const QUESTIONS = {
  info: [
    {},
    { name: 'text', version: 'text', device_name: 'text', app_brand: 'text', app_model: 'text', app_os: 'text' },
  ],
  /** A newer version of the shell; `version` is '' if there is none. */
  update: [{}, { version: 'text', notes: 'long' }],
  /** The newest photo, if it is not older than `max_age_ms`. `preview` is a small JPEG. */
  latest_photo: [{ max_age_ms: 'count' }, { id: 'text', name: 'text', taken_at: 'count', preview: 'bytes' }],
  /** The shell uploads the photo itself, and passes on the server's `ret`, `msg` and `data` (as JSON). */
  upload_photo: [
    { id: 'text', url: 'url', token: 'text', dialog_id: 'count' },
    { ret: 'count', msg: 'text', data: 'long' },
  ],
  /** A web push subscription of the device; see docs/shells.md. */
  push: [{ public_key: 'text' }, { endpoint: 'text', p256dh: 'text', auth: 'text' }],
  servers: [{}, { list: 'servers' }],
  settings: [
    {},
    {
      start_at_login: 'flag',
      screenshot_key: 'text',
      lock: 'flag',
      can_start: 'flag',
      can_lock: 'flag',
      can_key: 'flag',
    },
  ],
  save_settings: [{ start_at_login: 'flag', screenshot_key: 'text', lock: 'flag' }, {}],
} as const satisfies Record<string, readonly [Shape, Shape]>;

/** Messages from the shell. */
export const EVENTS = {
  /** The back key, or its gesture. */
  back: {},
  open_place: { place: 'place' },
  /** A reply written in a notification. */
  reply: { dialog_id: 'count', msg_id: 'count', text: 'text' },
  share: { text: 'text', files: 'files' },
  /** The window is in front again, or not anymore. */
  active: { is_active: 'flag' },
  update: { version: 'text', notes: 'long' },
  /** The picture that the person took with the global screenshot key. */
  captured: { name: 'text', bytes: 'bytes' },
  download: { id: 'text', name: 'text', received: 'count', total: 'count', state: 'text' },
} as const satisfies Record<string, Shape>;

/** The reasons why a shell could not answer. `unknown`: it does not know the question. */
export const FAILURES = ['unknown', 'failed', 'denied', 'timeout', 'params', 'upload', 'expired', 'none'] as const;
export type Failure = (typeof FAILURES)[number];

export type NoticeName = keyof typeof NOTICES;
export type QuestionName = keyof typeof QUESTIONS;
export type EventName = keyof typeof EVENTS;
export type Notice<N extends NoticeName> = ValuesOf<(typeof NOTICES)[N]>;
export type Question<N extends QuestionName> = ValuesOf<(typeof QUESTIONS)[N][0]>;
export type Answer<N extends QuestionName> = ValuesOf<(typeof QUESTIONS)[N][1]>;
export type ShellEvent<N extends EventName> = ValuesOf<(typeof EVENTS)[N]>;

type NoticeMessage<Table extends Record<string, Shape>> = {
  [N in keyof Table & string]: { say: N } & ValuesOf<Table[N]>;
}[keyof Table & string];
type QuestionMessage = { [N in QuestionName]: { ask: N; number: number } & Question<N> }[QuestionName];
export type FromClient = NoticeMessage<typeof NOTICES> | QuestionMessage;
export type FromShell =
  | NoticeMessage<typeof EVENTS>
  | { answer: number; ok: true; value: unknown }
  | { answer: number; ok: false; why: Failure };

/** The time that a shell waits for `ready`. */
export const READY_MS = 15_000;

const MOST_FILES = 20;
const MOST_BYTES = 64 * 1024 * 1024;
const isText = (most: number) => (value: unknown) => typeof value === 'string' && value.length <= most;
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isBytes = (value: unknown) => isText(MOST_BYTES)(value) && /^[A-Za-z0-9+/]*={0,2}$/.test(value as string);
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** True if an address may be a server's: encrypted, or on this computer. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** A path of the client: another address that begins with two slashes, or with a backslash, names a host. */
export const isPlace = (value: string): boolean => /^\/(?![/\\])/.test(value) && !/[\\\s]/.test(value);

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  text: isText(2000),
  long: isText(100_000),
  count: isCount,
  flag: (value) => typeof value === 'boolean',
  place: (value) => isText(2000)(value) && isPlace(value as string),
  url: (value) => isText(4000)(value) && isSafeAddress(value as string),
  bytes: isBytes,
  files: isListOf(MOST_FILES, { name: isText(255), type: isText(255), bytes: isBytes }),
  servers: isListOf(50, { url: isText(2000), name: isText(200), unread: isCount }),
};

function isListOf(most: number, shape: Record<string, (value: unknown) => boolean>) {
  return (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length <= most &&
    value.every((item) => isObject(item) && Object.entries(shape).every(([name, check]) => check(item[name])));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The named values, without others; null unless all are valid. */
function pick(shape: Shape, given: Record<string, unknown>): Record<string, unknown> | null {
  const entries = Object.entries(shape).map(([name, kind]) => [name, given[name], CHECKS[kind](given[name])] as const);
  return entries.every(([, , isValid]) => isValid)
    ? Object.fromEntries(entries.map(([name, value]) => [name, value]))
    : null;
}

function parse(text: unknown): Record<string, unknown> | null {
  if (typeof text !== 'string') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const own = <T extends object>(table: T, name: unknown): name is keyof T & string =>
  typeof name === 'string' && Object.hasOwn(table, name);

/** A message of the client, for a shell; null unless it is one. */
export function readClientMessage(text: unknown): FromClient | null {
  const given = parse(text);
  if (!given) return null;
  const { say, ask, number } = given;
  if (own(NOTICES, say)) {
    const values = pick(NOTICES[say], given);
    return values && ({ say, ...values } as FromClient);
  }
  if (!own(QUESTIONS, ask) || !isCount(number)) return null;
  const values = pick(QUESTIONS[ask][0], given);
  return values && ({ ask, number, ...values } as FromClient);
}

/** A message of the shell, for the client; null unless it is one. The value of an answer is checked by `readAnswer`. */
export function readShellMessage(text: unknown): FromShell | null {
  const given = parse(text);
  if (!given) return null;
  const { say, answer, ok, value, why } = given;
  if (own(EVENTS, say)) {
    const values = pick(EVENTS[say], given);
    return values && ({ say, ...values } as FromShell);
  }
  if (!isCount(answer)) return null;
  if (ok === true) return { answer: answer as number, ok, value };
  return { answer: answer as number, ok: false, why: FAILURES.find((each) => each === why) ?? 'failed' };
}

export const readAnswer = <N extends QuestionName>(name: N, value: unknown): Answer<N> | null =>
  isObject(value) ? (pick(QUESTIONS[name][1], value) as Answer<N> | null) : null;
