import {
  MEETING_PEOPLE,
  type MeetingMedia,
  type MeetingPerson,
  type RoomServerMessage,
} from '@atrium/contract/chat/meetings.ts';
import { nobody } from '#modules/users/bots.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import type { ParticipantMessage } from '#platform/meet/messages';
import { performWork } from '#platform/work';
import { endMeeting } from './endMeeting.service.ts';
import { touchMeetings } from './meetings.queries.ts';
import { makeRoomOwners, type RoomOwners } from './roomOwners.ts';

/** Removed: the browser does not reconnect. */
const ENDED = 4000;
/** The server stops and may be back soon. */
const RESTART = 1012;
/** A lost participant may return within this time before the others see them leave. */
const AWAY_MS = 10_000;
/** Interval of marking meetings with people in them. Those that are not marked for ten minutes end. */
const MARK_MS = 60_000;
/** An empty meeting ends after this time. */
const EMPTY_MS = 60_000;

/** One participant's place in a room, across reconnects. */
export interface Seat {
  readonly person: MeetingPerson;
  readonly deviceId: number;
  /** Their id in the media worker. */
  readonly peer: string;
  say: (says: RoomServerMessage) => void;
  /** Closes their current connection. */
  hangUp: (code: number) => void;
  away?: NodeJS.Timeout | undefined;
}

interface Room {
  readonly meetingId: number;
  readonly channel: string;
  readonly seats: Map<number, Seat>;
  emptied?: NodeJS.Timeout | undefined;
}

interface Arrival {
  meetingId: number;
  channel: string;
  person: MeetingPerson;
  deviceId: number;
  say: Seat['say'];
  hangUp: Seat['hangUp'];
}

/**
 * The rooms with people in them, in this server's memory only: after a restart the first person to return recreates
 * them. With several nodes each room is at one of them, and the others pass participants on (`relay.ts`).
 */
export class Rooms {
  readonly #app: App;
  readonly #rooms = new Map<number, Room>();
  readonly #owners: RoomOwners | undefined;
  readonly #mark: NodeJS.Timeout;
  #isClosed = false;

  constructor(app: App) {
    this.#app = app;
    this.#owners = makeRoomOwners(
      app,
      () => [...this.#rooms.keys()],
      (meetingId) => this.#giveUp(meetingId),
    );
    this.#mark = setInterval(() => this.#markPresent(), MARK_MS);
    this.#mark.unref();
    app.bus.subscribe('session', ({ userid, deviceId, ended }) => {
      if (ended) this.#endSessions(userid, deviceId);
    });
  }

  /** The meetings with people in them, at this node. */
  present(): number[] {
    return [...this.#rooms.keys()];
  }
  /** The node at this address is gone: its rooms are opened elsewhere. */
  noteUnreachable(address: string): void {
    this.#owners?.noteUnreachable(address);
  }
  /** The address of the other node that has the room; undefined if this one has it. */
  addressOf(meetingId: number): string | undefined {
    return this.#owners?.otherNode(meetingId)?.address;
  }
  isFull(meetingId: number): boolean {
    return (this.#rooms.get(meetingId)?.seats.size ?? 0) >= MEETING_PEOPLE;
  }
  has(meetingId: number, uid: number): boolean {
    return this.#rooms.get(meetingId)?.seats.has(uid) ?? false;
  }
  peopleOf(meetingId: number): MeetingPerson[] {
    return [...(this.#rooms.get(meetingId)?.seats.values() ?? [])].map((seat) => seat.person);
  }

  /** Lets a person in, or back into their place. `welcome` is sent before anything else. */
  enter(arrival: Arrival, welcome: (people: MeetingPerson[]) => void): Seat {
    const { meetingId, channel, person } = arrival;
    const room: Room = this.#rooms.get(meetingId) ?? { meetingId, channel, seats: new Map() };
    const isNew = !this.#rooms.has(meetingId);
    this.#rooms.set(meetingId, room);
    if (isNew) this.#owners?.tell();
    clearTimeout(room.emptied);
    const before = room.seats.get(person.uid);
    clearTimeout(before?.away);
    const seat: Seat = { ...arrival, peer: before?.peer ?? randomCode(9) };
    room.seats.set(person.uid, seat);
    before?.hangUp(ENDED);
    welcome(this.peopleOf(meetingId));
    this.#tell(room, { type: before ? 'media' : 'came', person }, person.uid);
    this.#app.meet.join(channel, seat.peer, (says) => this.#pass(room, person.uid, says));
    this.#app.meet.screen(seat.peer, person.screen);
    return seat;
  }

  media(meetingId: number, seat: Seat, media: MeetingMedia): void {
    const room = this.#roomOf(meetingId, seat);
    if (!room) return;
    Object.assign(seat.person, media);
    this.#app.meet.screen(seat.peer, media.screen);
    this.#tell(room, { type: 'media', person: seat.person }, seat.person.uid);
  }

  /** The connection is lost; the person may reconnect. */
  lose(meetingId: number, seat: Seat): void {
    if (!this.#roomOf(meetingId, seat)) return;
    seat.say = () => undefined;
    seat.away = setTimeout(() => this.leave(meetingId, seat), AWAY_MS).unref();
  }

  leave(meetingId: number, seat: Seat): void {
    const room = this.#roomOf(meetingId, seat);
    if (!room) return;
    clearTimeout(seat.away);
    room.seats.delete(seat.person.uid);
    this.#app.meet.leave(seat.peer);
    this.#tell(room, { type: 'left', uid: seat.person.uid });
    if (room.seats.size > 0) return;
    room.emptied = setTimeout(() => this.#end(room), EMPTY_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#mark);
    this.#owners?.close();
    for (const room of this.#rooms.values()) {
      clearTimeout(room.emptied);
      for (const seat of room.seats.values()) {
        clearTimeout(seat.away);
        seat.hangUp(RESTART);
      }
    }
  }

  /** Other nodes, which end quiet meetings, do not know these when Redis is away. */
  #markPresent(): void {
    const here = this.present();
    if (here.length === 0) return;
    touchMeetings(this.#app.db, here, new Date()).catch((error: unknown) => {
      this.#app.log.warn({ err: error }, 'could not mark meetings as running');
    });
  }

  /** Another node opened the same room: its participants connect again, and find each other there. */
  #giveUp(meetingId: number): void {
    const room = this.#rooms.get(meetingId);
    if (!room) return;
    clearTimeout(room.emptied);
    this.#rooms.delete(meetingId);
    for (const seat of room.seats.values()) {
      clearTimeout(seat.away);
      this.#app.meet.leave(seat.peer);
      seat.hangUp(RESTART);
    }
  }

  #roomOf(meetingId: number, seat: Seat): Room | undefined {
    const room = this.#rooms.get(meetingId);
    return room?.seats.get(seat.person.uid) === seat ? room : undefined;
  }

  #end(room: Room): void {
    if (this.#isClosed || room.seats.size > 0) return;
    this.#rooms.delete(room.meetingId);
    this.#owners?.tell();
    performWork(this.#app, nobody, (work) => endMeeting(work, room.meetingId)).catch((error: unknown) => {
      this.#app.log.error({ err: error, meeting: room.meetingId }, 'could not end a meeting');
    });
  }

  #tell(room: Room, says: RoomServerMessage, except = 0): void {
    for (const seat of room.seats.values()) if (seat.person.uid !== except) seat.say(says);
  }

  #pass(room: Room, uid: number, says: ParticipantMessage): void {
    const seat = room.seats.get(uid);
    if (!seat) return;
    if (says.t === 'placed') {
      const uids = new Map([...room.seats.values()].map((each) => [each.peer, each.person.uid]));
      const named = (list: readonly { n: number; peer: string }[]) =>
        list.flatMap(({ n, peer }) => (uids.has(peer) ? [{ n, uid: uids.get(peer) ?? 0 }] : []));
      seat.say({ type: 'placed', seats: named(says.placed.seats), screens: named(says.placed.screens) });
    } else if (says.t === 'offer') {
      const { turn, isNew, sdp } = says;
      seat.say({ type: 'offer', turn, isNew, sdp });
    } else {
      const { turn, candidate, mid } = says;
      seat.say({ type: 'candidate', turn, candidate, mid });
    }
  }

  /** Signing out or deleting an account also ends its places in rooms. */
  #endSessions(userid: number, deviceId: number | undefined): void {
    for (const room of this.#rooms.values()) {
      for (const seat of room.seats.values()) {
        if (seat.person.userid !== userid || (deviceId && seat.deviceId !== deviceId)) continue;
        const { hangUp } = seat;
        this.leave(room.meetingId, seat);
        hangUp(ENDED);
      }
    }
  }
}

const all = new WeakMap<App, Rooms>();
export function roomsOf(app: App): Rooms {
  const known = all.get(app);
  if (known) return known;
  const rooms = new Rooms(app);
  all.set(app, rooms);
  return rooms;
}
