/** The version of the messages between an app and Atrium; the page answers with its own. */
export const BRIDGE = 1;

export type Theme = 'light' | 'dark';

/** The information that an app gets when it opens. */
export interface AppProps {
  /** The id of the app and of the entry that was opened. */
  app: string;
  key: string;
  /** The person who uses it. `email` only with the permission `people:read`. */
  user: { id: number; name: string; avatar: string; email?: string };
  theme: Theme;
  /** A language tag, such as `de` or `zh-CHT`. */
  language: string;
  /** The address of the workspace's server. */
  base: string;
  permissions: string[];
  /** `props` of the manifest. */
  props: Record<string, unknown>;
}

export interface Person {
  id: number;
  name: string;
  avatar: string;
}

/** The calls that an app makes to the page around it, with their parameters and answers. */
export interface Calls {
  props: { params: Record<string, never>; answer: AppProps };
  token: { params: Record<string, never>; answer: { token: string; seconds: number; permissions: string[] } };
  openTask: { params: { id: number }; answer: null };
  openDialog: { params: { id: number; message?: number }; answer: null };
  openFile: { params: { id: number }; answer: null };
  /** Null if the person cancels. */
  pickPeople: { params: { title?: string; chosen?: number[]; most?: number }; answer: Person[] | null };
  notice: { params: { text: string; kind?: 'info' | 'error' }; answer: null };
  setTitle: { params: { title: string }; answer: null };
  close: { params: Record<string, never>; answer: null };
  badge: { params: { count?: number; dot?: boolean; key?: string }; answer: null };
}
export type Method = keyof Calls;

/** The events that the page sends to an app. */
export interface AppEvents {
  theme: { theme: Theme };
  /** Entries were changed by somebody who has the app open, this person included. */
  data: Record<string, never>;
}
export type AppEvent = { [E in keyof AppEvents]: { event: E; data: AppEvents[E] } }[keyof AppEvents];

export interface Request {
  id: number;
  method: string;
  params: unknown;
}
export type Reply = { id: number; answer: unknown } | { id: number; error: { code: string; message: string } };

/** The first message of an app to the page, which answers with `{ atrium: 'port' }` and a port for everything else. */
export interface Hello {
  atrium: 'hello';
  version: number;
}

/** An answer that is an error. `code` is for programs, the message is for the person, in their language. */
export class AtriumError extends Error {
  readonly code: string;
  readonly data: Record<string, unknown>;
  constructor(code: string, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * The readers and writers of an entry: everyone who uses the app (`workspace`), its person only (`person`), or everyone
 * reads and its person writes (`published`).
 */
export type DataSpace = 'workspace' | 'person' | 'published';

export interface Entry<T = unknown> {
  key: string;
  value: T;
  /** Raised by each change; 0 is that of an entry which does not exist. */
  version: number;
  /** The person who wrote it last. */
  userid: number;
  updated_at: string;
}

/** The entries that an app stores in the workspace. They are deleted with the app. */
export interface Data {
  get<T>(key: string, options?: { space?: DataSpace; userid?: number }): Promise<Entry<T> | null>;
  /** All entries whose keys begin with `prefix`. */
  list<T>(prefix?: string, options?: { space?: DataSpace }): Promise<Entry<T>[]>;
  /**
   * Stores a value and returns its version. With `version` only if the entry still has that one.
   *
   * @throws AtriumError app.data_changed, app.data_full, app.data_large
   */
  set(key: string, value: unknown, options?: { space?: DataSpace; version?: number }): Promise<number>;
  delete(key: string, options?: { space?: DataSpace }): Promise<boolean>;
}

export interface Atrium extends AppProps {
  /**
   * A token with which the app acts for the person, within its permissions, for an hour. A fresh one is asked for when
   * it is about to end.
   */
  token(): Promise<string>;
  /** Makes a call of the server, as `/docs` describes them. @throws AtriumError */
  call<T = unknown>(path: string, input?: Record<string, unknown>): Promise<T>;
  data: Data;
  openTask(id: number): Promise<void>;
  openDialog(id: number, message?: number): Promise<void>;
  openFile(id: number): Promise<void>;
  /** Null if the person cancels. */
  pickPeople(options?: Calls['pickPeople']['params']): Promise<Person[] | null>;
  notice(text: string, kind?: 'info' | 'error'): Promise<void>;
  setTitle(title: string): Promise<void>;
  close(): Promise<void>;
  badge(badge: Calls['badge']['params']): Promise<void>;
  /** Returns a function that stops it. */
  on<E extends keyof AppEvents>(event: E, run: (data: AppEvents[E]) => void): () => void;
}

// Only what is used of the browser: this file is also read by the server's compiler, which knows no pages.
interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
}
interface PageMessage {
  source: unknown;
  data: unknown;
  ports: readonly Port[];
}
interface Page {
  parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', run: (event: PageMessage) => void): void;
  removeEventListener(type: 'message', run: (event: PageMessage) => void): void;
}

const CONNECT_MS = 10_000;
const HELLO_EVERY_MS = 250;
/** A token is not used in its last minute: a call may take that long. */
const SPARE_MS = 60_000;

/**
 * Connects to the page around the app.
 *
 * @param origin  the address of the workspace, for apps that are served elsewhere: no other page gets an answer
 * @throws AtriumError no_atrium  if no Atrium answers within ten seconds
 */
export async function connect({ origin = '*' }: { origin?: string } = {}): Promise<Atrium> {
  const port = await openPort(origin);
  const calls = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  let serial = 0;
  port.onmessage = ({ data }) => {
    const message = data as Partial<AppEvent> & Partial<Reply> & { answer?: unknown; error?: AtriumError };
    if (message.event) {
      for (const run of listeners.get(message.event) ?? []) run(message.data as never);
      return;
    }
    const waiting = calls.get(message.id ?? 0);
    calls.delete(message.id ?? 0);
    if (message.error) waiting?.reject(new AtriumError(message.error.code, message.error.message));
    else waiting?.resolve(message.answer);
  };
  const ask = <M extends Method>(method: M, params: Calls[M]['params']): Promise<Calls[M]['answer']> =>
    new Promise((resolve, reject) => {
      serial += 1;
      calls.set(serial, { resolve: resolve as (answer: unknown) => void, reject });
      port.postMessage({ id: serial, method, params } satisfies Request);
    });
  const on: Atrium['on'] = (event, run) => {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all.add(run as (data: never) => void));
    return () => void all.delete(run as (data: never) => void);
  };

  const props = await ask('props', {});
  const { token, call } = callsOf(props, () => ask('token', {}));
  const atrium: Atrium = {
    ...props,
    token,
    call,
    data: dataOf(call),
    on,
    openTask: async (id) => void (await ask('openTask', { id })),
    openDialog: async (id, message) => void (await ask('openDialog', { id, ...(message && { message }) })),
    openFile: async (id) => void (await ask('openFile', { id })),
    pickPeople: (options = {}) => ask('pickPeople', options),
    notice: async (text, kind = 'info') => void (await ask('notice', { text, kind })),
    setTitle: async (title) => void (await ask('setTitle', { title })),
    close: async () => void (await ask('close', {})),
    badge: async (badge) => void (await ask('badge', badge)),
  };
  on('theme', ({ theme }) => {
    atrium.theme = theme;
  });
  return atrium;
}

/** Says hello until the page answers: it may be loading still. */
function openPort(origin: string): Promise<Port> {
  const page = globalThis as unknown as Page;
  return new Promise((resolve, reject) => {
    const hello = () => page.parent.postMessage({ atrium: 'hello', version: BRIDGE } satisfies Hello, origin);
    const again = setInterval(hello, HELLO_EVERY_MS);
    const end = () => {
      clearInterval(again);
      clearTimeout(late);
      page.removeEventListener('message', hear);
    };
    const late = setTimeout(() => {
      end();
      reject(new AtriumError('no_atrium', 'This app works in Atrium only.'));
    }, CONNECT_MS);
    const hear = ({ data, ports: [port] }: PageMessage) => {
      if ((data as { atrium?: unknown } | null)?.atrium !== 'port' || !port) return;
      end();
      resolve(port);
    };
    page.addEventListener('message', hear);
    hello();
  });
}

type Call = Atrium['call'];

function callsOf(
  { base, language }: AppProps,
  askToken: () => Promise<Calls['token']['answer']>,
): { token: () => Promise<string>; call: Call } {
  let kept: Promise<{ token: string; until: number }> | undefined;
  const fresh = async () => {
    const { token, seconds } = await askToken();
    return { token, until: Date.now() + seconds * 1000 - SPARE_MS };
  };
  const token = async () => {
    const before = await kept?.catch(() => undefined);
    if (!before || before.until < Date.now()) kept = fresh();
    return (await (kept as NonNullable<typeof kept>)).token;
  };
  const once = async <T>(path: string, input: Record<string, unknown>) => {
    const response = await fetch(`${base}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}`, language },
      body: JSON.stringify(input),
    });
    const { ret, msg, data } = (await response.json()) as { ret: number; msg: string; data: T & { code?: string } };
    if (ret !== 1) throw new AtriumError(data?.code ?? 'unknown', msg, data as Record<string, unknown>);
    return data as T;
  };
  return {
    token,
    async call<T>(path: string, input: Record<string, unknown> = {}) {
      try {
        return await once<T>(path, input);
      } catch (error) {
        // It was ended: the app's permissions changed, or the person's sign-ins.
        if (!(error instanceof AtriumError) || error.code !== 'auth.ended') throw error;
        kept = undefined;
        return await once<T>(path, input);
      }
    },
  };
}

const dataOf = (call: Call): Data => ({
  async get<T>(key: string, options = {}) {
    const { entry } = await call<{ entry: Entry<T> | null }>('apps/data/get', { key, ...options });
    return entry;
  },
  async list<T>(prefix = '', options = {}) {
    const all: Entry<T>[] = [];
    for (let after = ''; ; ) {
      const page = await call<{ list: Entry<T>[]; next: string }>('apps/data/list', { prefix, after, ...options });
      all.push(...page.list);
      if (!page.next) return all;
      after = page.next;
    }
  },
  async set(key, value, options = {}) {
    const { version } = await call<{ version: number }>('apps/data/set', {
      key,
      value: JSON.stringify(value),
      ...options,
    });
    return version;
  },
  async delete(key, options = {}) {
    const { deleted } = await call<{ deleted: boolean }>('apps/data/delete', { key, ...options });
    return deleted;
  },
});

interface Styled {
  document: { documentElement: { lang: string; dataset: Record<string, string | undefined> } };
}

/** Gives the document the page's language and theme (`data-theme`, for `atrium.css`), and follows the theme. */
export function matchPage(atrium: Atrium): void {
  const { documentElement } = (globalThis as unknown as Styled).document;
  documentElement.lang = atrium.language;
  documentElement.dataset['theme'] = atrium.theme;
  atrium.on('theme', ({ theme }) => {
    documentElement.dataset['theme'] = theme;
  });
}
