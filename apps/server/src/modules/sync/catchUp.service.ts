import type { App } from '#platform/app';
import type { Connection } from '#platform/realtime/connection';
import { frameText } from '#platform/realtime/hub';
import type { View } from '#platform/work';
import type { Cursor } from './cursor.queries.ts';
import { currentEpoch, cursorText, makeCursor } from './cursor.ts';
import { exceedsReplayLimit, listMissed, type MissedEvents, openCursor, readMissed } from './replay.service.ts';

/** The number of events that are read from the log at a time. */
const READ_EVENTS = 100;
/** After this many bytes of frames the client gets a cursor. */
const PAGE_BYTES = 16 * 1024;
/** The number of pages that may be on their way to a client: 256 KB, enough for 20 Mbit/s at 100 ms. */
const WINDOW = 16;

/**
 * Brings a connection that is `behind` from a cursor to the present, and makes it live.
 *
 * 1. Events are read from the log a hundred at a time and written in pages of 16 KB, each followed by a `cursor` frame,
 *   so that a client whose connection breaks resumes there.
 * 2. At most 16 pages are in flight: the next one waits until the client has read the oldest of them. This limits the
 *   memory for a slow reader, and a reader that makes progress is never dropped.
 * 3. Events that happen meanwhile are in the log, and are read in further rounds until few are left. During the last
 *   round the connection holds new events, and writes them afterwards.
 * 4. The end is a `resume` frame. An unusable cursor is answered by `reset`, and the connection is live.
 */
export async function catchUp(app: App, connection: Connection, view: View, from: string, seen: number): Promise<void> {
  const opened = await openCursor(view, from, seen);
  if (!opened) return startAfresh(app, connection);
  let cursor: Cursor = { ...opened, epoch: await currentEpoch(app.db) };
  // The client has everything before this cursor, so events that are announced late are not repeated.
  connection.cursor = cursorText(cursor);
  let sent = new Set<number>();
  const pages = new Pages(connection, view);
  while (connection.isOpen) {
    connection.hold(app.hub.published);
    const missed = await listMissed(view, connection.userid, cursor);
    if (sent.size === 0 && exceedsReplayLimit(missed)) return startAfresh(app, connection);
    const left = [...missed.ids.entries()].filter(([, id]) => !sent.has(id));
    if (left.length > READ_EVENTS) connection.fallBehind();
    await pages.send(missed, left);
    if (connection.goLive(cursorText(missed.end))) {
      connection.writeTogether([JSON.stringify({ type: 'resume', data: { cursor: connection.cursor } })]);
      return;
    }
    // The next round lists some of these again. They need not be repeated: conflicting transactions write their events
    // in commit order, so transactions still in progress change nothing that was sent.
    sent = new Set(missed.ids);
    cursor = missed.end;
  }
}

async function startAfresh(app: App, connection: Connection): Promise<void> {
  const cursor = await makeCursor(app.db);
  connection.hold(app.hub.published);
  connection.goLive(cursor);
  connection.writeTogether([JSON.stringify({ type: 'reset', data: {} })]);
}

/** Writes events in pages, at most `WINDOW` of them in flight. */
class Pages {
  readonly #connection: Connection;
  readonly #view: View;
  readonly #underWay: Promise<void>[] = [];

  constructor(connection: Connection, view: View) {
    this.#connection = connection;
    this.#view = view;
  }

  /** @param left indexes in `missed.ids`, with their ids, that have not been sent */
  async send(missed: MissedEvents, left: readonly (readonly [number, number])[]): Promise<void> {
    const { userid } = this.#connection;
    let frames: string[] = [];
    let bytes = 0;
    for (let at = 0; at < left.length && this.#connection.isOpen; at += READ_EVENTS) {
      const some = new Map(left.slice(at, at + READ_EVENTS).map(([place, id]) => [id, place]));
      for (const event of await readMissed(this.#view, userid, [...some.keys()])) {
        const frame = frameText(event);
        frames.push(frame);
        bytes += Buffer.byteLength(frame);
        if (bytes < PAGE_BYTES) continue;
        await this.#endPage(frames, missed.after[some.get(event.id) ?? -1]);
        frames = [];
        bytes = 0;
      }
    }
    this.#connection.writeTogether(frames);
    await Promise.all(this.#underWay.splice(0));
  }

  async #endPage(frames: readonly string[], after: Cursor | undefined): Promise<void> {
    const cursor = after && cursorText(after);
    if (cursor) this.#connection.cursor = cursor;
    const mark = cursor ? [JSON.stringify({ type: 'cursor', data: { cursor } })] : [];
    this.#connection.writeTogether([...frames, ...mark]);
    this.#underWay.push(this.#connection.progress());
    if (this.#underWay.length >= WINDOW) await this.#underWay.shift();
  }
}
