/** Every call by its path; the build generates the table from the server's OpenAPI document. */
export type CallTable = Record<string, { input: object; output: unknown }>;

export interface ClientOptions {
  /** The server's address, such as `https://atrium.example.com`. */
  url: string;
  /** An access token, a bot's token, or a function that returns the current one. */
  token: string | (() => string | Promise<string>);
  /** The language of error messages, such as `de`; English by default. */
  language?: string;
  /** Ends a request that takes longer, in milliseconds; 30,000 by default. */
  timeoutMs?: number;
  /** The number of times that a call refused for too many requests is repeated after a pause; 2 by default. */
  retries?: number;
  fetch?: typeof fetch;
}

interface Envelope {
  ret: number;
  msg: string;
  data: unknown;
}

/** The error of a refused call. `code` does not change with the language. */
export class AtriumError extends Error {
  readonly code: string;
  readonly ret: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly status: number;
  constructor(status: number, { ret, msg, data }: Envelope) {
    super(msg);
    this.name = 'AtriumError';
    this.status = status;
    this.ret = ret;
    this.data = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
    this.code = typeof this.data['code'] === 'string' ? this.data['code'] : 'unknown';
  }
}

type Input<Table extends CallTable, Path extends keyof Table> = Table[Path]['input'];
type Args<T extends object> = object extends T ? [input?: T] : [input: T];
type Row<Output> = Output extends { data: readonly (infer R)[]; last_page: number } ? R : never;
/** The paths of calls that answer with a page. */
type Paged<Table extends CallTable> = {
  [P in keyof Table & string]: Table[P]['output'] extends { data: readonly unknown[]; last_page: number } ? P : never;
}[keyof Table & string];

/** Longest wait for a limit to end. */
const MOST_WAIT_MS = 60_000;

export class Client<Table extends CallTable> {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = { ...options, url: options.url.replace(/\/+$/, '') };
  }

  /** Makes a call. Fields that are a `Blob` or `File` are uploaded. @throws AtriumError */
  async call<Path extends keyof Table & string>(
    path: Path,
    ...[input]: Args<Input<Table, Path>>
  ): Promise<Table[Path]['output']> {
    for (let tries = this.#options.retries ?? 2; ; tries--) {
      const response = await this.#send(path, input ?? {});
      if (response.status === 429 && tries > 0) {
        await response.body?.cancel();
        const seconds = Number(response.headers.get('retry-after') ?? 1);
        await new Promise((resolve) => setTimeout(resolve, Math.min(seconds * 1000, MOST_WAIT_MS)));
        continue;
      }
      const envelope = (await response.json()) as Envelope;
      if (envelope.ret !== 1) throw new AtriumError(response.status, envelope);
      return envelope.data as Table[Path]['output'];
    }
  }

  /** The rows of all pages of a list, one after the other. @throws AtriumError */
  async *each<Path extends Paged<Table>>(
    path: Path,
    ...[input]: Args<Input<Table, Path>>
  ): AsyncGenerator<Row<Table[Path]['output']>> {
    const call = this.call.bind(this) as (path: string, input: object) => Promise<unknown>;
    for (let page = 1; ; page++) {
      const { data, last_page } = (await call(path, { ...input, page })) as { data: unknown[]; last_page: number };
      yield* data as Row<Table[Path]['output']>[];
      if (page >= last_page) return;
    }
  }

  async #send(path: string, input: object): Promise<Response> {
    const { url, token, language = 'en', timeoutMs = 30_000, fetch: send = fetch } = this.#options;
    const bearer = typeof token === 'function' ? await token() : token;
    const headers: Record<string, string> = { authorization: `Bearer ${bearer}`, language };
    const body = bodyOf(input);
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    return send(`${url}/api/${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) });
  }
}

function bodyOf(input: object): string | FormData {
  const fields = Object.entries(input);
  if (!fields.some(([, value]) => value instanceof Blob)) return JSON.stringify(input);
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : 'file');
    else if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
