import {
  type CaretFrame,
  DOCUMENT_SOCKET,
  type DocumentClientMessage,
  type DocumentFormat,
  type DocumentServerMessage,
  PART_CHARS,
} from '@atrium/contract/files/documents.ts';
import * as Y from 'yjs';
import type { ClientHost, SocketLike, Timer } from '../host.ts';
import { documentKey } from '../store/storedKeys.ts';

/** The parts of the host that are used. */
export type DocumentHost = Pick<ClientHost, 'openSocket' | 'setTimer' | 'clearTimer'> & {
  storage: Pick<ClientHost['storage'], 'get' | 'set' | 'delete'>;
};

export type DocumentStatus = 'opening' | 'saved' | 'saving' | 'offline' | 'ended';

export interface Caret extends CaretFrame {
  key: string;
  userid: number;
}

interface Stored {
  generation: string;
  format: DocumentFormat;
  state: Uint8Array;
  /** The page that wrote it. */
  by?: number;
  /** True if a change in it is not acknowledged. */
  isUnsent: boolean;
  mayWrite: boolean;
}

interface Options {
  host: DocumentHost;
  fileId: number;
  userid: number;
  token: () => string;
  language: string;
  /** Called when the shown content has changed. */
  onChange: () => void;
  onComments: () => void;
}

const RETRY_MS = [300, 1000, 2000, 4000, 8000];
const PING_MS = 10_000;
/** A connection on which nothing arrives for this long is lost, even without an error. */
const SILENT_MS = 25_000;
const ACK_MS = 10_000;
/** A caret that is not repeated within this time is removed. */
const CARET_LIFE_MS = 40_000;
/** The delay of storing on the device. It is long while the server has everything. */
const STORE_MS = { online: 2000, offline: 400 };
/** Keystrokes within this time are sent together. */
const GATHER_MS = 30;
/**
 * Changes of others within this time are applied together: each application lays the text out, which delays one's own
 * keys.
 */
const APPLY_MS = 50;
const ENDED = 4001;

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && (value as Stored).state instanceof Uint8Array;

const OPEN = 1;
const isOpen = ({ readyState = OPEN }: SocketLike): boolean => readyState === OPEN;

/**
 * A document that several people edit: its shared state here, and its way to the server and to this device's storage.
 *
 * 1. Changes are sent one at a time, and joined while one waits for its acknowledgment. After a lost connection the
 *   difference to the server's state is sent, so that nothing needs to be remembered but the state itself.
 * 2. The state is stored on the device, so that it opens and can be edited without a connection.
 * 3. Another generation of the server's state replaces this one: `doc` is then another object.
 */
export class SharedDocument {
  doc = new Y.Doc();
  status: DocumentStatus = 'opening';
  format: DocumentFormat = 'md';
  mayWrite = false;
  /** True if there is content to show: from the server or from this device. */
  isOpen = false;
  /** The reason why it ended, or why the last change was refused. */
  problem = '';
  readonly carets = new Map<string, Caret>();
  readonly #lastSeen = new Map<string, number>();
  readonly #options: Options;
  #generation = '';
  #socket: SocketLike | null = null;
  #isJoined = false;
  #heardAt = 0;
  #isClosed = false;
  #tries = 0;
  #turn = 0;
  /** The change that waits for its acknowledgment. */
  #inFlight: { turn: number } | null = null;
  #pending: Uint8Array[] = [];
  /** Changes of others that are not applied yet. */
  #received: Uint8Array[] = [];
  #isCaretNew = false;
  #isUnsent = false;
  #refusedTurns = 0;
  /** True to send all changes instead of only the last ones, because earlier ones may not have arrived. */
  #mustSendAll = false;
  #caret: CaretFrame | null = null;
  #timers = new Map<string, Timer>();
  #storing: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    this.#watch();
    this.#beat();
  }

  /** Opens what the device has, and connects. */
  async open(): Promise<void> {
    const stored = await this.#options.host.storage.get(this.#key).catch(() => undefined);
    if (this.#isClosed) return;
    if (isStored(stored) && !this.isOpen) {
      Y.applyUpdate(this.doc, stored.state, this);
      this.#generation = stored.generation;
      this.format = stored.format;
      this.mayWrite = stored.mayWrite;
      this.#isUnsent = stored.isUnsent;
      this.isOpen = true;
      this.#tell();
    }
    this.#connect();
  }

  /** True if every change is acknowledged. */
  get isSaved(): boolean {
    return !this.#inFlight && this.#pending.length === 0 && !this.#isUnsent;
  }

  /** Stores what is not acknowledged and closes the connection. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#apply();
    for (const timer of this.#timers.values()) this.#options.host.clearTimer(timer);
    const socket = this.#socket;
    this.#socket = null;
    if (this.#isJoined && socket) this.#sendAll(socket);
    socket?.close();
    await this.store();
  }

  /** Connects at once, because the device is online again. */
  reconnect(): void {
    this.#tries = 0;
    if (!this.#socket) this.#connect();
  }

  /** Gives the connection up: the device is offline, or nothing arrives any longer. */
  disconnect(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#lost();
    socket.close();
  }

  /** Sets the caller's caret; null positions without the focus. */
  setCaret(caret: CaretFrame | null): void {
    this.#caret = caret;
    this.#later('caret', 60, () => this.#sayCaret());
  }

  get #key(): string {
    return documentKey(this.#options.userid, this.#options.fileId);
  }

  #tell(): void {
    const isBusy = this.#inFlight !== null || this.#pending.length > 0 || this.#isUnsent;
    if (this.status !== 'ended')
      this.status = !this.#isJoined ? (this.isOpen ? 'offline' : 'opening') : isBusy ? 'saving' : 'saved';
    this.#options.onChange();
  }

  #watch(): void {
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      this.#storeLater();
      if (origin === this) return;
      this.#pending.push(update);
      this.#isUnsent = true;
      this.#tell();
      this.#later('send', GATHER_MS, () => this.#send());
    });
  }

  #storeLater(): void {
    this.#later('store', this.#isJoined ? STORE_MS.online : STORE_MS.offline, () => void this.store());
  }

  #later(name: string, ms: number, run: () => void): void {
    if (this.#timers.has(name) || this.#isClosed) return;
    const timer = this.#options.host.setTimer(() => {
      this.#timers.delete(name);
      run();
    }, ms);
    this.#timers.set(name, timer);
  }

  #stopTimer(name: string): void {
    const timer = this.#timers.get(name);
    if (timer !== undefined) this.#options.host.clearTimer(timer);
    this.#timers.delete(name);
  }

  #beat(): void {
    this.#later('beat', PING_MS, () => {
      if (this.#isJoined && Date.now() - this.#heardAt > SILENT_MS) this.disconnect();
      if (this.#isJoined) this.#say({ type: 'ping' });
      this.#sayCaret();
      const due = Date.now() - CARET_LIFE_MS;
      for (const [key, at] of this.#lastSeen) if (at < due) this.#forget(key);
      this.#beat();
    });
  }

  #forget(key: string): void {
    this.#lastSeen.delete(key);
    if (this.carets.delete(key)) this.#tell();
  }

  #sayCaret(): void {
    if (this.#isJoined && this.#caret) this.#say({ type: 'caret', ...this.#caret });
  }

  #connect(): void {
    if (this.#isClosed || this.#socket || this.status === 'ended') return;
    const { host, language, token, fileId } = this.#options;
    const socket = host.openSocket(`${DOCUMENT_SOCKET}?language=${encodeURIComponent(language)}`);
    this.#socket = socket;
    socket.onopen = () => {
      const join: DocumentClientMessage = { type: 'join', token: token(), file_id: fileId };
      socket.send(JSON.stringify(join));
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(JSON.parse(String(data)) as DocumentServerMessage);
    };
    socket.onerror = () => undefined;
    socket.onclose = ((event?: { code?: number }) => {
      if (this.#socket !== socket) return;
      if (event?.code === ENDED) this.status = 'ended';
      this.#lost();
    }) as SocketLike['onclose'];
  }

  #lost(): void {
    // The device's state is the only copy from now on.
    this.#apply();
    this.#stopTimer('store');
    void this.store();
    this.#socket = null;
    this.#isJoined = false;
    this.#inFlight = null;
    this.carets.clear();
    this.#lastSeen.clear();
    this.#tell();
    const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)] ?? 8000;
    if (this.status !== 'ended') this.#later('retry', wait, () => this.#connect());
  }

  #say(frame: DocumentClientMessage): void {
    if (this.#socket && isOpen(this.#socket)) this.#socket.send(JSON.stringify(frame));
  }

  #hear(message: DocumentServerMessage): void {
    this.#heardAt = Date.now();
    switch (message.type) {
      case 'joined':
        return this.#joined(message);
      case 'update':
        this.#received.push(bytesOf(message.update));
        return this.#later('apply', APPLY_MS, () => this.#apply());
      case 'ack':
        this.#stopTimer(`ack${message.turn}`);
        if (this.#inFlight?.turn !== message.turn) return;
        this.#inFlight = null;
        this.#refusedTurns = 0;
        this.problem = '';
        this.#isUnsent = this.#pending.length > 0;
        this.#storeLater();
        this.#tell();
        return this.#send();
      case 'refused':
        this.#stopTimer(`ack${message.turn}`);
        if (this.#inFlight?.turn !== message.turn) return;
        this.#inFlight = null;
        this.problem = message.msg;
        // The change stays here, and is sent again after a while.
        this.#mustSendAll = true;
        this.#later('refused', Math.min(30_000, 2000 * 2 ** this.#refusedTurns++), () => this.#send());
        return this.#tell();
      case 'rights':
        this.mayWrite = message.may_write;
        this.#send();
        return this.#tell();
      case 'caret': {
        const { type: _, ...caret } = message;
        this.carets.set(caret.key, caret);
        this.#lastSeen.set(caret.key, Date.now());
        this.#isCaretNew = true;
        return this.#later('apply', APPLY_MS, () => this.#apply());
      }
      case 'left':
        return this.#forget(message.key);
      case 'came':
        return this.#sayCaret();
      case 'pong':
        return;
      case 'comments':
        return this.#options.onComments();
      case 'ended':
        this.problem = message.msg;
        this.status = 'ended';
        // A document that the person may no longer read is removed from the device.
        if (message.code === 'file.gone') void this.#forgetStored();
        return this.#tell();
    }
  }

  #apply(): void {
    this.#stopTimer('apply');
    const received = this.#received;
    this.#received = [];
    if (received.length > 0)
      this.doc.transact(() => {
        for (const update of received) Y.applyUpdate(this.doc, update, this);
      }, this);
    if (this.#isCaretNew) this.#tell();
    this.#isCaretNew = false;
  }

  #serverVector: Uint8Array | undefined;

  #joined(message: DocumentServerMessage & { type: 'joined' }): void {
    const state = bytesOf(message.state);
    this.#apply();
    if (this.#generation !== '' && this.#generation !== message.generation) this.#beginAfresh();
    this.#generation = message.generation;
    this.format = message.format;
    this.mayWrite = message.may_write;
    this.isOpen = true;
    this.#isJoined = true;
    this.#tries = 0;
    this.#serverVector = Y.encodeStateVectorFromUpdate(state);
    Y.applyUpdate(this.doc, state, this);
    this.#mustSendAll = this.#isUnsent || this.#pending.length > 0 || this.#isAhead(this.#serverVector);
    this.#send();
    this.#sayCaret();
    this.#options.onComments();
    this.#tell();
  }

  #beginAfresh(): void {
    this.doc.destroy();
    this.doc = new Y.Doc();
    this.#pending = [];
    this.#isUnsent = false;
    this.#watch();
  }

  /** True if this document has changes, for example of another page of this browser, that the server does not have. */
  #isAhead(vector: Uint8Array): boolean {
    const theirs = Y.decodeStateVector(vector);
    return [...Y.decodeStateVector(Y.encodeStateVector(this.doc))].some(([id, clock]) => clock > (theirs.get(id) ?? 0));
  }

  #send(): void {
    const socket = this.#socket;
    if (!this.#isJoined || !socket || this.#inFlight || !this.mayWrite || this.#timers.has('refused')) return;
    // All changes that the server did not have when this connection joined.
    if (this.#mustSendAll) this.#pending = [Y.encodeStateAsUpdate(this.doc, this.#serverVector)];
    this.#mustSendAll = false;
    this.#sendAll(socket);
  }

  #sendAll(socket: SocketLike): void {
    // Changes that a closing socket does not accept are sent by the next one.
    if (this.#pending.length === 0 || !isOpen(socket)) return;
    const update = this.#pending.length === 1 ? this.#pending[0] : Y.mergeUpdates(this.#pending);
    if (!update) return;
    this.#pending = [];
    const turn = ++this.#turn;
    this.#inFlight = { turn };
    const isLate = () => this.#inFlight?.turn === turn && this.disconnect();
    this.#timers.set(`ack${turn}`, this.#options.host.setTimer(isLate, ACK_MS));
    const text = textOf(update);
    for (let at = 0; at < text.length; at += PART_CHARS) {
      const frame: DocumentClientMessage = {
        ...{ type: 'update', turn, part: text.slice(at, at + PART_CHARS) },
        isLast: at + PART_CHARS >= text.length,
      };
      socket.send(JSON.stringify(frame));
    }
  }

  /** Stores the state on the device. Calls that overtake one another are carried out in their order. */
  store(): Promise<void> {
    if (!this.isOpen || this.status === 'ended') return Promise.resolve();
    const { storage } = this.#options.host;
    const by = this.doc.clientID;
    const run = async () => {
      const own = Y.encodeStateAsUpdate(this.doc);
      const before = await storage.get(this.#key);
      // Another page of this browser may have the document open too.
      const isOther = isStored(before) && before.generation === this.#generation && before.by !== by;
      const other = isOther ? before : undefined;
      const stored: Stored = {
        ...{ generation: this.#generation, format: this.format, mayWrite: this.mayWrite },
        state: other ? Y.mergeUpdates([other.state, own]) : own,
        by,
        isUnsent: !this.isSaved || (other?.isUnsent === true && !this.#isJoined),
      };
      await storage.set(this.#key, stored);
    };
    const storing = this.#storing.then(run, run);
    this.#storing = storing.catch(() => undefined);
    return storing.catch(() => undefined);
  }

  async #forgetStored(): Promise<void> {
    await this.#storing;
    await this.#options.host.storage.delete(this.#key).catch(() => undefined);
  }
}

function bytesOf(text: string): Uint8Array {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
