import {
  CARET_CHARS,
  DOCUMENT_BYTES,
  DOCUMENT_SOCKET,
  type DocumentClientMessage,
  type DocumentFormat,
  type DocumentServerMessage,
  PART_CHARS,
  UPDATE_BYTES,
  UPDATES_PER_WINDOW,
} from '@atrium/contract/files/documents.ts';
import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { type Language, languageOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { driveFor } from '#modules/drive/drive.access';
import { recordFileView } from '#modules/recents/note.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import { isOwnOrigin } from '#platform/http/origin';
import { neighbourhood } from '#platform/limiter';
import type { Authenticator, Session } from '#platform/module';
import { viewFor } from '#platform/work';
import { insertUpdate, isExistingFile } from './documents.queries.ts';
import { documentRooms, type Seat } from './rooms.service.ts';
import { isUpdate } from './sharedState.ts';
import { currentDoc, openDocument } from './text.service.ts';

/** A connection must send `join` within this time. */
const JOIN_MS = 10_000;
/** The number of connections per address that may wait without having joined. */
const WAITING_PER_ADDRESS = 20;
const SILENT_MS = 45_000;
/** Frames per window: changes, carets and signs of life together. */
const FRAMES_PER_WINDOW = 500;
const WINDOW_MS = 10_000;
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const MAX_IN_DOCUMENT = 200;
const MAX_PER_PERSON = 30;
const ENDED = 4001;
const AGAIN = 4002;

const turn = Type.Integer({ minimum: 0 });
const place = Type.Union([Type.String({ maxLength: CARET_CHARS }), Type.Null()]);
const frames = {
  join: Compile(Type.Object({ token: Type.String({ maxLength: 200 }), file_id: Type.Integer({ minimum: 1 }) })),
  update: Compile(
    Type.Object({
      turn,
      part: Type.String({ maxLength: PART_CHARS, pattern: '^[A-Za-z0-9+/=]*$' }),
      isLast: Type.Boolean(),
    }),
  ),
  caret: Compile(Type.Object({ client: turn, anchor: place, head: place })),
  ping: Compile(Type.Object({})),
} as const;

/** Null unless the frame matches its schema. */
function readFrame(bytes: Buffer): DocumentClientMessage | null {
  try {
    const frame = JSON.parse(bytes.toString()) as DocumentClientMessage;
    const isKnown = typeof frame === 'object' && frame !== null && Object.hasOwn(frames, frame.type);
    return isKnown && frames[frame.type].Check(frame) ? frame : null;
  } catch {
    return null;
  }
}

/** The WebSocket of an open document; the contract describes the protocol. */
export function registerDocumentSocket(server: FastifyInstance, app: App, sessions: Authenticator): () => void {
  documentRooms(app);
  server.get(DOCUMENT_SOCKET, { websocket: true }, (socket, request) => {
    socket.on('error', () => socket.terminate());
    new DocumentConnection(socket, request, app, sessions).begin();
  });
  return () => undefined;
}

/** Connections that have not joined a document, by address. */
const waiting = new Map<string, number>();
function count(address: string, change: 1 | -1): number {
  const now = (waiting.get(address) ?? 0) + change;
  if (now > 0) waiting.set(address, now);
  else waiting.delete(address);
  return now;
}

class DocumentConnection {
  readonly #socket: WebSocket;
  readonly #request: FastifyRequest;
  readonly #app: App;
  readonly #sessions: Authenticator;
  readonly #key = randomCode(12);
  readonly #lang: Language;
  #token = '';
  #seat: Seat | undefined;
  #isJoining = false;
  #mayWrite = false;
  /** The parts of the change that is arriving. */
  #parts: string[] = [];
  #chars = 0;
  /** Changes are stored one after another. */
  #storing: Promise<void> = Promise.resolve();
  #heardAt = Date.now();
  #stopWaiting = () => {};

  constructor(socket: WebSocket, request: FastifyRequest, app: App, sessions: Authenticator) {
    this.#socket = socket;
    this.#request = request;
    this.#app = app;
    this.#sessions = sessions;
    this.#lang = languageOf((request.query as Record<string, string | undefined>)['language'] ?? '');
  }

  begin(): void {
    const socket = this.#socket;
    if (!isOwnOrigin(this.#request, this.#app)) return this.#end('forbidden');
    const address = neighbourhood(this.#request.ip);
    this.#stopWaiting = () => {
      this.#stopWaiting = () => undefined;
      count(address, -1);
    };
    socket.on('close', () => this.#stopWaiting());
    if (count(address, 1) > WAITING_PER_ADDRESS) return this.#end('rate.limited');
    const late = setTimeout(() => {
      if (!this.#seat) socket.close(ENDED, 'nobody joined');
    }, JOIN_MS);
    const silence = setInterval(() => {
      if (Date.now() - this.#heardAt > SILENT_MS) socket.terminate();
    }, SILENT_MS / 3);
    socket.on('message', (bytes: Buffer) => {
      this.#receive(bytes).catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'a frame of a document could not be handled');
        socket.close(1011);
      });
    });
    socket.on('close', () => {
      clearTimeout(late);
      clearInterval(silence);
      if (this.#seat) documentRooms(this.#app).leave(this.#seat);
      this.#seat = undefined;
    });
  }

  #say(message: DocumentServerMessage): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
    socket.send(JSON.stringify(message));
  }

  #words = (code: string, data: Record<string, unknown> = {}) =>
    translate(this.#lang, `error.${code}` as 'error.forbidden', data as Record<string, never>);

  #end(code: string, words = code): void {
    this.#say({ type: 'ended', code, msg: this.#words(words) });
    this.#socket.close(ENDED, 'ended');
  }

  async #receive(bytes: Buffer): Promise<void> {
    this.#heardAt = Date.now();
    const { limiter } = this.#app;
    if (!limiter.take(`document:frames:${this.#key}`, FRAMES_PER_WINDOW, WINDOW_MS, 'node')) {
      return this.#socket.close(1008, 'too many frames');
    }
    const frame = readFrame(bytes);
    if (!frame) return;
    if (frame.type === 'join') return this.#join(frame.token, frame.file_id);
    const seat = this.#seat;
    if (!seat) return;
    if (frame.type === 'update') return this.#collect(seat, frame);
    if (frame.type === 'ping') return this.#say({ type: 'pong' });
    const { client, anchor, head } = frame;
    documentRooms(this.#app).tell(
      seat.fileId,
      { type: 'caret', key: this.#key, userid: seat.userid, client, anchor, head },
      seat,
    );
  }

  async #join(token: string, fileId: number): Promise<void> {
    if (this.#isJoining) return;
    this.#isJoining = true;
    const app = this.#app;
    const rooms = documentRooms(app);
    this.#token = token;
    try {
      const { session, row } = await this.#rights(fileId);
      if (rooms.countOf(fileId) >= MAX_IN_DOCUMENT || rooms.countBy(session.userid) >= MAX_PER_PERSON) {
        return this.#end('rate.limited');
      }
      const document = await openDocument(app, row);
      const { doc, seq } = await currentDoc(app, document);
      if (this.#socket.readyState !== this.#socket.OPEN) return;
      await recordFileView(viewFor(app, session), { type: 'file', target_id: fileId });
      this.#stopWaiting();
      this.#mayWrite = row.permission >= PERMISSION.write;
      this.#say({
        ...{ type: 'joined', generation: document.generation, format: document.format as DocumentFormat },
        ...{ state: Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64'), may_write: this.#mayWrite },
      });
      this.#seat = {
        ...{ key: this.#key, fileId, userid: session.userid, deviceId: session.deviceId },
        ...{ seq, generation: document.generation },
        say: (message) => this.#say(message),
        recheck: () => this.#recheck(fileId),
        restart: () => this.#socket.close(AGAIN, 'join again'),
      };
      rooms.enter(this.#seat);
      // The rights may have ended while the state was being read. Until now, no check included this connection.
      await this.#recheck(fileId);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#end(error.code);
    }
  }

  /** @throws auth.ended, file.gone */
  async #rights(fileId: number) {
    const session: Session | undefined = await this.#sessions.authenticate(this.#token);
    if (!session) throw fail('auth.ended');
    return { session, row: await driveFor(viewFor(this.#app, session), fileId, 'read') };
  }

  async #recheck(fileId: number): Promise<void> {
    try {
      const { row } = await this.#rights(fileId);
      const mayWrite = row.permission >= PERMISSION.write;
      if (mayWrite !== this.#mayWrite) this.#say({ type: 'rights', may_write: mayWrite });
      this.#mayWrite = mayWrite;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await this.#leave(error.code);
    }
  }

  /** Leaves the document: later changes of others do not reach this connection. */
  async #leave(code: string): Promise<void> {
    const seat = this.#seat;
    if (!seat) return;
    documentRooms(this.#app).leave(seat);
    this.#seat = undefined;
    // People who had the file open know that it exists, so they learn that their access was withdrawn.
    const isWithdrawn = code === 'file.gone' && (await isExistingFile(this.#app.db, seat.fileId));
    this.#end(code, isWithdrawn ? 'document.withdrawn' : code);
  }

  #collect(seat: Seat, { turn: number, part, isLast }: DocumentClientMessage & { type: 'update' }): void {
    this.#chars += part.length;
    const isTooLarge = this.#chars > (UPDATE_BYTES / 3) * 4 + 4;
    if (isTooLarge) this.#parts = [];
    else this.#parts.push(part);
    if (!isLast) return;
    const text = this.#parts.join('');
    [this.#parts, this.#chars] = [[], 0];
    this.#storing = this.#storing
      .then(() => this.#store(seat, number, isTooLarge ? undefined : Buffer.from(text, 'base64')))
      .catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'could not store a change of a document');
        this.#socket.close(1011);
      });
  }

  /** Checks the rights, stores the change, and only then acknowledges it. */
  async #store(seat: Seat, number: number, update: Buffer | undefined): Promise<void> {
    // The connection has ended while changes before this one were being stored.
    if (this.#seat !== seat) return;
    const app = this.#app;
    try {
      if (!app.limiter.take(`document:updates:${this.#key}`, UPDATES_PER_WINDOW, WINDOW_MS, 'node')) {
        throw fail('rate.limited');
      }
      if (!update) throw fail('document.large');
      if (!isUpdate(update)) throw fail('document.update');
      const { row } = await this.#rights(seat.fileId);
      if (row.permission < PERMISSION.write) throw fail('forbidden');
      const { fileId: file_id, generation, userid } = seat;
      const stored = await insertUpdate(app.db, { file_id, generation, update, userid }, DOCUMENT_BYTES);
      if (stored === undefined) throw fail('document.large');
      // The position moves past this change, which its writer already has.
      if (stored === seat.seq + 1) seat.seq = stored;
      this.#say({ type: 'ack', turn: number });
      documentRooms(app).changed(file_id);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'file.gone' || error.code === 'auth.ended') return await this.#leave(error.code);
      this.#say({ type: 'refused', turn: number, code: error.code, msg: this.#words(error.code) });
    }
  }
}
