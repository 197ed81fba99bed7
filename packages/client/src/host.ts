/** Everything the client needs from outside: a browser, a desktop shell, a test or a load bench gives it. */
export interface ClientHost {
  fetch(url: string, init: RequestLike): Promise<ResponseLike>;
  /** A multipart body with one file. A host without files leaves this away. */
  upload?(url: string, init: UploadLike): Promise<ResponseLike>;
  /** `url` is relative (`/ws?...`) where the base is. */
  openSocket(url: string): SocketLike;
  storage: KeyValueStore;
  /** For the last words of a page that is going, which `storage` may not get to any more. A host without it leaves it away. */
  lastWords?: { get(): string | null; set(words: string | null): void };
  /** A host with one page at a time leaves these two away. */
  tabs?: Tabs;
  /** What one page tells, the others hear; not those that are frozen, and nobody after the page has gone. */
  channel?: { tell(words: unknown): void; hear(listener: (words: unknown) => void): void };
  /** Milliseconds since 1970. */
  now(): number;
  setTimer(run: () => void, ms: number): Timer;
  clearTimer(timer: Timer): void;
  /** 0 <= x < 1. */
  random(): number;
}

export interface RequestLike {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

export interface UploadLike {
  headers: Record<string, string>;
  fields: Record<string, string>;
  file: UploadFile;
  /** Bytes that are on their way, of how many. */
  onProgress(sent: number, total: number): void;
  signal?: AbortSignal;
}

/** The host's own kind of file, under the call's name for it. */
export interface UploadFile {
  field: string;
  name: string;
  content: Blob;
}

export interface ResponseLike {
  status: number;
  text(): Promise<string>;
}

/** The part of a `WebSocket` that is used. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

/** Values are structured-cloneable. */
export interface KeyValueStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  clear(): Promise<void>;
  keys(): Promise<readonly string[]>;
}

/** Several pages that have one storage together, and hear nothing of each other. */
export interface Tabs {
  /** This page's; a page that is loaded again has another one. */
  id: string;
  /** Of those that are open, this one's too. */
  open(): Promise<readonly string[]>;
  /** Resolves when it is this page that keeps what all of them know: as the first one, or after the one before it. */
  lead(): Promise<void>;
  /** False where another page does so by now: this one was frozen too long. A host where that cannot be leaves it away. */
  isLeading?(): boolean;
}

/** Opaque: whatever the host's timers are called by. */
export type Timer = unknown;

export function randomId(host: ClientHost, length = 20): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let id = '';
  while (id.length < length) id += letters[Math.floor(host.random() * letters.length)] ?? '';
  return id;
}

export const sleep = (host: ClientHost, ms: number) => new Promise<void>((resolve) => void host.setTimer(resolve, ms));
