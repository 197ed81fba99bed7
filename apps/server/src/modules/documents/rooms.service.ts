import type { DocumentServerMessage } from '@atrium/contract/files/documents.ts';
import type { App } from '#platform/app';
import { findDocument, listUpdates } from './documents.queries.ts';
import { adopt, flush } from './text.service.ts';

/** The text is written to the file after a pause of this length, or after this much writing. */
const PAUSE_MS = 4000;
const WRITING_MS = 20_000;
/** Rights are checked again at this interval, for changes without an event. */
const RECHECK_MS = 30_000;
/** Without a connection to the other nodes, the database is asked this often. */
const POLL_MS = 1000;

/** One connection that has a document open. */
export interface Seat {
  key: string;
  fileId: number;
  userid: number;
  deviceId: number;
  /** The number of the last change sent. */
  seq: number;
  generation: string;
  say(message: DocumentServerMessage): void;
  /** Checks the rights again, and ends the connection if there are none. */
  recheck(): Promise<void>;
  /** Closes the connection so that the client joins again. */
  restart(): void;
}

interface Room {
  seats: Set<Seat>;
  /** One reading runs at a time; `isStale` asks for another one after it. */
  isReading: boolean;
  isStale: boolean;
  pause?: NodeJS.Timeout;
  latest?: NodeJS.Timeout;
}

/**
 * The open documents of this node. What people write is read from the database, whichever node stored it. Only carets
 * are not stored.
 */
export class Rooms {
  readonly #app: App;
  readonly #rooms = new Map<number, Room>();
  readonly #stops: (() => void)[];
  readonly #flushing = new Map<number, Promise<void>>();

  constructor(app: App) {
    this.#app = app;
    app.cluster?.on('document', ({ id, what, frame }) => {
      const room = this.#rooms.get(id);
      if (!room) return;
      if (what === 'changes') this.#read(id);
      else if (what === 'comments') this.#sayAll(room, JSON.stringify({ type: 'comments' }));
      else if (frame) this.#sayAll(room, frame);
    });
    const recheck = setInterval(() => this.#recheck(() => true), RECHECK_MS);
    const poll = setInterval(() => {
      if (app.cluster && !app.cluster.isUp) for (const id of this.#rooms.keys()) this.#read(id);
    }, POLL_MS);
    app.cluster?.onLink((isUp) => {
      if (isUp) for (const id of this.#rooms.keys()) this.#read(id);
    });
    recheck.unref();
    poll.unref();
    this.#stops = [
      () => clearInterval(recheck),
      () => clearInterval(poll),
      app.bus.subscribe('session', ({ userid }) => this.#recheck((seat) => seat.userid === userid)),
      app.bus.subscribe('event', ({ type, action, data }) => {
        if (type !== 'file' || this.#rooms.size === 0) return;
        const { id } = data as { id?: number };
        if (action === 'content' && id) this.#adopt(id);
        // An event about a folder does not name its content, so all open documents are checked.
        else if (action !== 'compress') this.#recheck(() => true);
      }),
    ];
  }

  enter(seat: Seat): void {
    const room = this.#rooms.get(seat.fileId) ?? { seats: new Set(), isReading: false, isStale: false };
    this.#rooms.set(seat.fileId, room);
    room.seats.add(seat);
    this.tell(seat.fileId, { type: 'came' }, seat);
    this.#read(seat.fileId);
  }

  leave(seat: Seat): void {
    const room = this.#rooms.get(seat.fileId);
    if (!room?.seats.delete(seat)) return;
    this.tell(seat.fileId, { type: 'left', key: seat.key }, seat);
    if (room.seats.size > 0) return;
    this.#rooms.delete(seat.fileId);
    clearTimeout(room.pause);
    clearTimeout(room.latest);
    void this.#flush(seat.fileId);
  }

  countOf(fileId: number): number {
    return this.#rooms.get(fileId)?.seats.size ?? 0;
  }
  countBy(userid: number): number {
    let count = 0;
    for (const { seats } of this.#rooms.values()) for (const seat of seats) if (seat.userid === userid) count++;
    return count;
  }

  /** Sends a stored change to everybody who has the document open. */
  changed(fileId: number): void {
    this.#app.cluster?.tell('document', { id: fileId, what: 'changes' });
    this.#read(fileId);
    this.#flushLater(fileId);
  }

  commented(fileId: number): void {
    this.#app.cluster?.tell('document', { id: fileId, what: 'comments' });
    const room = this.#rooms.get(fileId);
    if (room) this.#sayAll(room, JSON.stringify({ type: 'comments' }));
  }

  /** Sends a frame that is not stored to everybody else in the document. */
  tell(fileId: number, message: DocumentServerMessage, from: Seat): void {
    const frame = JSON.stringify(message);
    this.#app.cluster?.tell('document', { id: fileId, what: 'frame', frame });
    const room = this.#rooms.get(fileId);
    if (room) this.#sayAll(room, frame, from);
  }

  /** Waits until texts that are being written are stored. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    const open = [...this.#rooms.keys()];
    for (const room of this.#rooms.values()) {
      clearTimeout(room.pause);
      clearTimeout(room.latest);
    }
    this.#rooms.clear();
    await Promise.all([...open.map((id) => this.#flush(id)), ...this.#flushing.values()]);
  }

  #sayAll(room: Room, frame: string, except?: Seat): void {
    const message = JSON.parse(frame) as DocumentServerMessage;
    for (const seat of room.seats) if (seat !== except) seat.say(message);
  }

  #recheck(which: (seat: Seat) => boolean): void {
    for (const { seats } of this.#rooms.values()) {
      for (const seat of seats) {
        if (!which(seat)) continue;
        seat.recheck().catch((error: unknown) => {
          this.#app.log.warn({ err: error }, 'could not check the rights of an open document');
          seat.restart();
        });
      }
    }
  }

  #adopt(fileId: number): void {
    if (!this.#rooms.has(fileId)) return;
    adopt(this.#app, fileId).then(
      (isChanged) => isChanged && this.changed(fileId),
      (error: unknown) => this.#app.log.warn({ err: error, file: fileId }, 'could not join a version of a document'),
    );
  }

  #read(fileId: number): void {
    const room = this.#rooms.get(fileId);
    if (!room) return;
    if (room.isReading) {
      room.isStale = true;
      return;
    }
    room.isReading = true;
    room.isStale = false;
    this.#readOnce(fileId, room)
      .catch((error: unknown) => {
        this.#app.log.warn({ err: error, file: fileId }, 'could not read the changes of a document');
        // Clients join again, and the state that they get then includes the changes they missed.
        for (const seat of room.seats) seat.restart();
      })
      .finally(() => {
        room.isReading = false;
        if (room.isStale) this.#read(fileId);
      });
  }

  async #readOnce(fileId: number, room: Room): Promise<void> {
    const from = Math.min(...[...room.seats].map(({ seq }) => seq));
    if (!Number.isFinite(from)) return;
    let rows = await listUpdates(this.#app.db, fileId, from);
    const document = rows[0]?.seq === from + 1 ? undefined : await findDocument(this.#app.db, fileId);
    // The state is read first: changes stored after it was read would otherwise look like a gap.
    if (document) rows = await listUpdates(this.#app.db, fileId, from);
    for (const seat of room.seats) {
      // The client joins again if the state already includes these changes, or if it is another state.
      const isApart = document && (document.generation !== seat.generation || hasGap(rows, seat.seq, document));
      if (isApart) {
        seat.restart();
        continue;
      }
      for (const { seq, update } of rows) {
        if (seq <= seat.seq) continue;
        seat.say({ type: 'update', update: update.toString('base64') });
        seat.seq = seq;
      }
    }
  }

  #flushLater(fileId: number): void {
    const room = this.#rooms.get(fileId);
    if (!room) return;
    const run = () => {
      clearTimeout(room.pause);
      clearTimeout(room.latest);
      delete room.pause;
      delete room.latest;
      void this.#flush(fileId);
    };
    clearTimeout(room.pause);
    room.pause = setTimeout(run, PAUSE_MS);
    room.latest ??= setTimeout(run, WRITING_MS);
    room.pause.unref();
    room.latest.unref();
  }

  #flush(fileId: number): Promise<void> {
    const before = this.#flushing.get(fileId) ?? Promise.resolve();
    const flushing: Promise<void> = before
      .then(() => flush(this.#app, fileId))
      .catch((error: unknown) => {
        this.#app.log.warn({ err: error, file: fileId }, 'could not write the text of a document');
      })
      .finally(() => {
        if (this.#flushing.get(fileId) === flushing) this.#flushing.delete(fileId);
      });
    this.#flushing.set(fileId, flushing);
    return flushing;
  }
}

/** True if a change after `seen` is neither in these rows nor still to come. */
function hasGap(rows: readonly { seq: number }[], seen: number, { seq }: { seq: number }): boolean {
  const next = rows.find((row) => row.seq > seen);
  return next ? next.seq !== seen + 1 : seq > seen;
}

const all = new WeakMap<App, Rooms>();
export function documentRooms(app: App): Rooms {
  const known = all.get(app) ?? new Rooms(app);
  all.set(app, known);
  return known;
}
