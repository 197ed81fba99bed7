import type { AppProps, Calls, Method, Person, Reply } from '@atrium/app/atrium.ts';

/** The functions of the page that an app in a frame may call; its messages are checked first. */
export interface BridgeHost {
  props(): AppProps;
  token(): Promise<Calls['token']['answer']>;
  openTask(id: number): void;
  openDialog(id: number, message: number | undefined): void;
  openFile(id: number): void;
  pickPeople(wanted: { title: string; chosen: number[]; most: number }): Promise<Person[] | null>;
  notice(text: string, kind: 'info' | 'error'): void;
  setTitle(title: string): void;
  close(): void;
  badge(badge: { count: number; dot: boolean; key: string }): Promise<unknown>;
}

class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const CALLS_PER_WINDOW = 200;
const WINDOW_MS = 10_000;
const TEXT_CHARS = 500;
const TITLE_CHARS = 100;
/** The most people that one call names. */
const PEOPLE = 50;

type Fields = Record<string, unknown>;

const wrong = (name: string) => new Refused('bad_params', `${name} is missing or wrong`);

function idIn(params: Fields, name = 'id'): number {
  const value = params[name];
  if (!Number.isInteger(value) || (value as number) <= 0 || (value as number) >= 2 ** 31) throw wrong(name);
  return value as number;
}

function textIn(params: Fields, name: string, most: number): string {
  const value = params[name];
  if (typeof value !== 'string' || value.trim() === '') throw wrong(name);
  return value.trim().slice(0, most);
}

function peopleIn(params: Fields): number[] {
  const value = params['chosen'] ?? [];
  if (!Array.isArray(value) || value.length > PEOPLE) throw wrong('chosen');
  return value.map((_, index) => idIn(value as unknown as Fields, String(index)));
}

const HANDLERS: Record<Method, (host: BridgeHost, params: Fields) => unknown> = {
  props: (host) => host.props(),
  token: (host) => host.token(),
  openTask: (host, params) => host.openTask(idIn(params)),
  openDialog: (host, params) =>
    host.openDialog(idIn(params), params['message'] === undefined ? undefined : idIn(params, 'message')),
  openFile: (host, params) => host.openFile(idIn(params)),
  pickPeople(host, params) {
    const most = params['most'] === undefined ? PEOPLE : Math.min(idIn(params, 'most'), PEOPLE);
    const title = params['title'] === undefined ? '' : textIn(params, 'title', TITLE_CHARS);
    return host.pickPeople({ title, chosen: peopleIn(params), most });
  },
  notice: (host, params) =>
    host.notice(textIn(params, 'text', TEXT_CHARS), params['kind'] === 'error' ? 'error' : 'info'),
  setTitle: (host, params) => host.setTitle(textIn(params, 'title', TITLE_CHARS)),
  close: (host) => host.close(),
  badge(host, params) {
    const count = params['count'] ?? 0;
    if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > 99_999) throw wrong('count');
    const key = params['key'] ?? '';
    if (typeof key !== 'string' || key.length > 40) throw wrong('key');
    return host.badge({ count: count as number, dot: params['dot'] === true, key });
  },
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Answers the requests of one app. An unknown or excessive one gets an error and changes nothing. */
export function makeBridge(
  host: () => BridgeHost,
  now: () => number = Date.now,
): (message: unknown) => Promise<Reply | null> {
  let [start, count] = [now(), 0];
  const isBusy = () => {
    if (now() - start > WINDOW_MS) [start, count] = [now(), 0];
    count += 1;
    return count > CALLS_PER_WINDOW;
  };
  return async (message) => {
    if (!isFields(message) || !Number.isInteger(message['id']) || typeof message['method'] !== 'string') return null;
    const id = message['id'] as number;
    try {
      if (isBusy()) throw new Refused('busy', 'Too many calls');
      const method = message['method'];
      if (!Object.hasOwn(HANDLERS, method))
        throw new Refused('unknown_method', `${method.slice(0, 40)} does not exist`);
      const params = isFields(message['params']) ? message['params'] : {};
      return { id, answer: (await HANDLERS[method as Method](host(), params)) ?? null };
    } catch (error) {
      const { code = 'failed', message: words = '' } = error as { code?: string; message?: string };
      return { id, error: { code, message: words } };
    }
  };
}
