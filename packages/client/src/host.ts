/** Everything the client needs from its environment: provided by a browser, a desktop shell, a test or a load bench. */
export interface ClientHost {
  fetch(url: string, init: RequestLike): Promise<ResponseLike>;
  /** Sends a multipart body with one file. It is absent in a host without files. */
  upload?(url: string, init: UploadLike): Promise<ResponseLike>;
  /** `url` is relative (`/ws?...`) if the base is. */
  openSocket(url: string): SocketLike;
  storage: KeyValueStore;
  /** Stores the final data of a closing page, for which `storage` may be too slow. */
  lastWords?: { get(): string | null; set(words: string | null): void };
  /** The pages of a browser; absent in a host with one page at a time. */
  tabs?: Tabs;
  /** Messages to the other pages. Frozen pages do not receive them, and none does after the page has closed. */
  channel?: { tell(words: unknown): void; hear(listener: (words: unknown) => void): void };
  /** The time in milliseconds since 1970. */
  now(): number;
  setTimer(run: () => void, ms: number): Timer;
  clearTimer(timer: Timer): void;
  /** A random number from 0 to less than 1. */
  random(): number;
}

/** The part that a call needs. */
export type CallHost = Pick<ClientHost, 'fetch' | 'upload' | 'setTimer' | 'clearTimer' | 'random'>;

export interface RequestLike {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

export interface UploadLike {
  headers: Record<string, string>;
  fields: Record<string, string>;
  file: UploadFile;
  /** Bytes sent, and the total. */
  onProgress(sent: number, total: number): void;
  signal?: AbortSignal;
}

/** The host's own type of file, and its field in the call. */
export interface UploadFile {
  field: string;
  name: string;
  content: Blob;
}

export interface ResponseLike {
  status: number;
  text(): Promise<string>;
}

/** The used part of a `WebSocket`. */
export interface SocketLike {
  /** The state of a WebSocket: 1 while it is open. Test sockets have none. */
  readonly readyState?: number;
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

/** Several pages that share one storage and receive no messages from each other. */
export interface Tabs {
  /** This page's id; a reloaded page has a new one. */
  id: string;
  /** The ids of open pages, including this one. */
  open(): Promise<readonly string[]>;
  /** Resolves when this page becomes the one that stores shared data: as the first one, or after the previous one. */
  lead(): Promise<void>;
  /** False if another page has taken over, because this one was frozen too long. */
  isLeading?(): boolean;
}

/** The host's own type of timer ids. */
export type Timer = unknown;

export function randomId(host: CallHost, length = 20): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let id = '';
  while (id.length < length) id += letters[Math.floor(host.random() * letters.length)] ?? '';
  return id;
}

export const sleep = (host: CallHost, ms: number) => new Promise<void>((resolve) => void host.setTimer(resolve, ms));
