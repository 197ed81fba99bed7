import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import { type CallHost, type ResponseLike, randomId, sleep, type UploadLike } from './host.ts';

/**
 * The error of a call without a usable answer: the server refused it (`msg` is in the caller's language), or the answer
 * was lost.
 */
export class CallError extends Error {
  readonly ret: number;
  /** The machine-readable reason, `network`, `timeout` or `unparseable`. */
  readonly code: string;
  readonly data: Record<string, unknown>;

  constructor(ret: number, code: string, msg: string, data: Record<string, unknown> = {}) {
    super(msg);
    this.ret = ret;
    this.code = code;
    this.data = data;
  }
  get msg(): string {
    return this.message;
  }
  /** True if the server was not reached, or did not answer. */
  get isUnreachable(): boolean {
    return UNREACHABLE.has(this.code);
  }
  /** True if it is unknown whether the server received the call. */
  get isLost(): boolean {
    return this.isUnreachable || this.code === 'unparseable';
  }
  /** True if the session ended, or the call needs one. */
  get isSessionOver(): boolean {
    return SESSION_OVER.has(this.code);
  }
}

const UNREACHABLE = new Set(['network', 'timeout', 'aborted']);
const SESSION_OVER = new Set(['auth.required', 'auth.ended']);

export const RET_NETWORK = -1001;
/** The field that the person must fill in first, by error code. */
const MISSING: Record<string, 'nickname' | 'tel'> = { 'profile.nickname': 'nickname', 'profile.phone': 'tel' };
const TIMEOUT_MS = 30_000;
const RETRY_MS = 1000;
const CLIENT_ID_CHARS = 6;

export interface ApiOptions {
  /** Without a trailing slash; '' = the page's own origin. */
  base: string;
  language: string;
  version: string;
  platform: string;
}

export interface CallOptions {
  mutation?: string;
  timeoutMs?: number;
}

export class Api {
  token = '';
  /** Identifies this client in its requests: six characters, new at each start. */
  readonly clientId: string;
  /** The name of the live connection, which does not get the events of this client's own calls. */
  fd = '';
  language: string;
  /** `msg` is the reason, in the caller's language. */
  onSessionEnd: (msg: string) => void = () => {};
  /** Asks the person for the missing value; true once it is there, and the call is repeated. */
  onMissing: (what: 'nickname' | 'tel', msg: string) => Promise<boolean> = async () => false;
  /**
   * Called if the account must replace its temporary password first. Resolves with true once it has, and the call is
   * repeated.
   */
  onTemporaryPassword: () => Promise<boolean> = async () => false;
  /** Asks the person again who they are; true once they have proved it, and the call is repeated. */
  onProof: () => Promise<boolean> = async () => false;
  /**
   * Called if the account must have a second factor first. Resolves with true once it has, and the call is repeated.
   */
  onFactorRequired: () => Promise<boolean> = async () => false;
  readonly #host: CallHost;
  readonly #options: ApiOptions;

  constructor(host: CallHost, options: ApiOptions) {
    this.#host = host;
    this.#options = options;
    this.language = options.language;
    this.clientId = randomId(host, CLIENT_ID_CHARS);
  }

  /**
   * A single call, without retries.
   *
   * @throws CallError
   */
  async call<C extends Call>(call: C, input: InputOf<C>, opts: CallOptions = {}): Promise<OutputOf<C>> {
    for (;;) {
      const { token } = this;
      const text = await this.#exchange(call.path, JSON.stringify(input), opts);
      try {
        return this.#answer(call, text, token);
      } catch (error) {
        // The call is repeated once the missing value is set; otherwise its error stays.
        if (!(error instanceof CallError) || !(await this.#isMended(error))) throw error;
      }
    }
  }

  async #isMended({ code, msg }: CallError): Promise<boolean> {
    if (code === 'password.temporary') return await this.onTemporaryPassword();
    if (code === 'proof.needed') return await this.onProof();
    if (code === 'factor.required') return await this.onFactorRequired();
    const missing = MISSING[code];
    return missing !== undefined && (await this.onMissing(missing, msg));
  }

  /**
   * Calls with a file. There is no time limit: `signal` cancels the call.
   *
   * @throws CallError
   */
  async upload<C extends Call>(call: C, init: Omit<UploadLike, 'headers'>): Promise<OutputOf<C>> {
    const { token } = this;
    if (!this.#host.upload) throw new CallError(0, 'unsupported', 'This device cannot send files');
    let text: string;
    try {
      const { 'content-type': _json, ...headers } = this.#headers({});
      const response = await this.#host.upload(`${this.#options.base}/api/${call.path}`, { ...init, headers });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      text = await response.text();
    } catch {
      throw new CallError(RET_NETWORK, init.signal?.aborted ? 'aborted' : 'network', 'The server cannot be reached');
    }
    return this.#answer(call, text, token);
  }

  #answer<C extends Call>(call: C, text: string, token: string): OutputOf<C> {
    const envelope = parse(text, call.bare);
    if (envelope.ret === 1) return envelope.data as OutputOf<C>;
    const data = isFields(envelope.data) ? envelope.data : {};
    const error = new CallError(envelope.ret, typeof data['code'] === 'string' ? data['code'] : '', envelope.msg, data);
    // An answer to an old token says nothing about the current one.
    if (error.isSessionOver && token === this.token) this.onSessionEnd(envelope.msg);
    throw error;
  }

  /** Calls what changes nothing. If the network fails, the call is repeated once, after a second. */
  async read<C extends Call>(call: C, input: InputOf<C>, opts: CallOptions = {}): Promise<OutputOf<C>> {
    try {
      return await this.call(call, input, opts);
    } catch (error) {
      if (!(error instanceof CallError) || !error.isUnreachable) throw error;
      await sleep(this.#host, RETRY_MS);
      return await this.call(call, input, opts);
    }
  }

  /** Makes an id that is unique among the changes of all clients. */
  mutationId(): string {
    return `${this.clientId}${randomId(this.#host, 14)}`;
  }

  #headers(opts: CallOptions): Record<string, string> {
    const { version, platform } = this.#options;
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      language: this.language,
      version,
      platform,
      // The server adds no keys to addresses, because stored data must not change with a key: it is added when an
      // address is shown.
      addresses: 'bare',
    };
    if (this.token) headers['token'] = this.token;
    if (this.fd) headers['fd'] = this.fd;
    // This connection receives a change's own events too, with or without a mutation id, and the store applies them
    // like others.
    headers['mutation'] = opts.mutation ?? this.mutationId();
    return headers;
  }

  /** Sends a call without reading its answer. Rejects if the server is not reached. @param body the input as JSON */
  post(path: string, body: string, opts: CallOptions = {}): Promise<ResponseLike> {
    const headers = this.#headers(opts);
    return this.#host.fetch(`${this.#options.base}/api/${path}`, { method: 'POST', headers, body });
  }

  async #exchange(path: string, body: string, opts: CallOptions): Promise<string> {
    const exchange = async () => {
      const response = await this.post(path, body, opts);
      // A proxy answers this while its server restarts, so it counts as no answer.
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      return await response.text();
    };
    let timer: unknown;
    const timeout = new Promise<never>((_resolve, reject) => {
      const late = () => reject(new CallError(RET_NETWORK, 'timeout', 'The server did not answer in time'));
      timer = this.#host.setTimer(late, opts.timeoutMs ?? TIMEOUT_MS);
    });
    try {
      return await Promise.race([exchange(), timeout]);
    } catch (error) {
      if (error instanceof CallError) throw error;
      throw new CallError(RET_NETWORK, 'network', 'The server cannot be reached');
    } finally {
      this.#host.clearTimer(timer);
    }
  }
}

interface Envelope {
  ret: number;
  msg: string;
  data: unknown;
}

function parse(text: string, isBare: boolean): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value) && typeof value['ret'] === 'number') {
      return { ret: value['ret'], msg: String(value['msg'] ?? ''), data: value['data'] };
    }
    if (isBare) return { ret: 1, msg: '', data: value };
  } catch {
    // Text that is not JSON is handled like JSON without an envelope.
  }
  throw new CallError(0, 'unparseable', 'wrong returned parameters');
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
