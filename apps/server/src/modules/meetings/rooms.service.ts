import type {
  LobbyPerson,
  MeetingMedia,
  MeetingPerson,
  MeetingRole,
  RoomClientMessage,
  RoomLine,
  RoomRules,
  RoomServerMessage,
} from '@atrium/contract/chat/meetingRoom.ts';
import { MEETING_PEOPLE } from '@atrium/contract/chat/meetings.ts';
import { showInMeeting, showLeftMeeting } from '#modules/users/status.service';
import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { randomCode } from '#platform/crypto';
import type { ParticipantMessage } from '#platform/meet/messages';
import { performWork, type Work } from '#platform/work';
import { endMeeting } from './endMeeting.service.ts';
import { touchMeetings } from './meetings.queries.ts';
import { settleModerators } from './roles.ts';
import { makeRoomOwners, type RoomOwners } from './roomOwners.ts';

/** The code for a removed participant, whose browser does not reconnect. */
const ENDED = 4000;
/** The code for a server that stops and may be back soon. */
const RESTART = 1012;
/** A lost participant may return within this time before the others see them leave. */
const AWAY_MS = 10_000;
/** The interval at which meetings with people in them are marked. A meeting that is not marked for ten minutes ends. */
const MARK_MS = 60_000;
/** An empty meeting ends after this time. */
const EMPTY_MS = 60_000;
/** The number of guests that may wait in the lobby of one room. */
const LOBBY = 50;

type RoomMark = Extract<RoomClientMessage, { type: 'mark' }>;

/** Reasons for removing a participant. */
export type RemovalReason = 'meeting.removed' | 'meeting.ended';

/** One participant's place in a room, across reconnects. */
export interface Seat {
  readonly person: MeetingPerson;
  readonly deviceId: number;
  /** The participant's id in the forwarding unit. */
  readonly peer: string;
  say: (says: RoomServerMessage) => void;
  /** Closes their current connection. */
  hangUp: (code: number, why?: RemovalReason) => void;
  away?: NodeJS.Timeout | undefined;
  /**
   * The end of the time in which captions of earlier speech still arrive after they were turned off, in Unix
   * milliseconds.
   */
  readsUntil?: number;
}
/** Captions may come this late, because a service needs some seconds for the last words. */
const LATE_CAPTION_MS = 12_000;

/** A guest who is not admitted yet. */
export interface WaitingGuest {
  readonly person: LobbyPerson;
  admit: () => void;
  refuse: (why: RemovalReason) => void;
  /** Closes the guest's connection, without showing a reason. */
  hangUp: (code: number) => void;
}

interface Room {
  readonly meetingId: number;
  readonly channel: string;
  readonly seats: Map<number, Seat>;
  readonly lobby: Map<number, WaitingGuest>;
  rules: RoomRules;
  emptied?: NodeJS.Timeout | undefined;
}

export interface JoiningPerson {
  meetingId: number;
  channel: string;
  /** The stored rules; those of the running room are newer. */
  rules: RoomRules;
  person: MeetingPerson;
  deviceId: number;
  say: Seat['say'];
  hangUp: Seat['hangUp'];
}

/**
 * The rooms with people in them, in this server's memory only: after a restart the first person to return recreates
 * them from the meeting's row. With several nodes each room is at one of them, and the others pass participants on
 * (`relay.ts`).
 */
export class Rooms {
  readonly #app: App;
  readonly #rooms = new Map<number, Room>();
  readonly #owners: RoomOwners | undefined;
  readonly #mark: NodeJS.Timeout;
  #isClosed = false;
  /** Changes of who is shown as in a meeting run one after the other. */
  #shown: Promise<void> = Promise.resolve();

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
  /** Notes that the node at this address is gone, so that its rooms are opened elsewhere. */
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
  rulesOf(meetingId: number): RoomRules | undefined {
    return this.#rooms.get(meetingId)?.rules;
  }
  seatOf(meetingId: number, uid: number): Seat | undefined {
    return this.#rooms.get(meetingId)?.seats.get(uid);
  }

  /** The participant's own seat, and those of the same account on other devices. */
  seatsOf(meetingId: number, { uid, userid }: MeetingPerson): Seat[] {
    return [...(this.#rooms.get(meetingId)?.seats.values() ?? [])].filter(
      ({ person }) => person.uid === uid || (userid > 0 && person.userid === userid),
    );
  }

  /** Lets a person in, or back into their place. `welcome` is sent before anything else. */
  enter(arrival: JoiningPerson, welcome: (people: MeetingPerson[], rules: RoomRules) => void): Seat {
    const { meetingId, person } = arrival;
    const room = this.#openRoom(arrival);
    const before = room.seats.get(person.uid);
    clearTimeout(before?.away);
    const seat: Seat = { ...arrival, peer: before?.peer ?? randomCode(9) };
    room.seats.set(person.uid, seat);
    before?.hangUp(ENDED);
    const changed = settleModerators(this.peopleOf(meetingId));
    welcome(this.peopleOf(meetingId), room.rules);
    this.#tell(room, { type: before ? 'media' : 'came', person }, person.uid);
    for (const each of changed) if (each !== person) this.#tell(room, { type: 'media', person: each });
    if (person.isModerator) seat.say(this.#lobbyOf(room));
    this.#app.meet.join(room.channel, seat.peer, (says) => this.#pass(room, person.uid, says), {
      uid: person.uid,
      name: person.nickname,
    });
    this.#app.meet.media(seat.peer, person);
    if (person.userid > 0) this.#show((work) => showInMeeting(work, [person.userid]));
    return seat;
  }

  /** Lets a guest wait until somebody admits them. False if too many wait. */
  wait(arrival: Pick<JoiningPerson, 'meetingId' | 'channel' | 'rules'>, waiter: WaitingGuest): boolean {
    const room = this.#openRoom(arrival);
    const before = room.lobby.get(waiter.person.uid);
    if (room.lobby.size >= LOBBY && !before) return false;
    // A guest waits only once with a ticket, so an earlier connection is closed.
    before?.hangUp(ENDED);
    room.lobby.set(waiter.person.uid, waiter);
    this.#endLater(room);
    this.#tellLobby(room);
    return true;
  }
  stopWaiting(meetingId: number, waiter: WaitingGuest): void {
    const room = this.#rooms.get(meetingId);
    if (room?.lobby.get(waiter.person.uid) !== waiter) return;
    room.lobby.delete(waiter.person.uid);
    this.#tellLobby(room);
  }
  /** Returns the guest with this id, and removes them from the lobby. */
  takeWaiter(meetingId: number, uid: number): WaitingGuest | undefined {
    const room = this.#rooms.get(meetingId);
    const waiter = room?.lobby.get(uid);
    if (!room || !waiter) return undefined;
    room.lobby.delete(uid);
    this.#tellLobby(room);
    return waiter;
  }

  media(meetingId: number, seat: Seat, media: MeetingMedia): void {
    if (this.change(meetingId, seat, media)) this.#app.meet.media(seat.peer, seat.person);
  }

  /** Changes what others see of a participant. False if the seat is somebody else's by now. */
  change(meetingId: number, seat: Seat, change: Partial<MeetingPerson>): boolean {
    const room = this.#roomOf(meetingId, seat);
    if (!room) return false;
    Object.assign(seat.person, change);
    this.#tell(room, { type: 'media', person: seat.person }, seat.person.uid);
    return true;
  }

  /** Sends a frame to everybody, the sender too. */
  tell(meetingId: number, says: RoomServerMessage): void {
    const room = this.#rooms.get(meetingId);
    if (room) this.#tell(room, says);
  }

  line(meetingId: number, line: RoomLine): void {
    this.tell(meetingId, { type: 'line', line });
  }

  /** The microphone is off until its owner turns it on, even if the browser sends sound. */
  mute(meetingId: number, seat: Seat, by: string): void {
    if (!seat.person.audio) return;
    seat.say({ type: 'asked', what: 'mute', nickname: by });
    seat.person.audio = false;
    this.#app.meet.media(seat.peer, seat.person);
    this.tell(meetingId, { type: 'media', person: seat.person });
  }

  /** Informs everybody, the person too. */
  announce(meetingId: number, seat: Seat, change: Pick<Partial<MeetingPerson>, 'isRecording' | 'readsCaptions'>): void {
    if (change.readsCaptions === false && seat.person.readsCaptions) seat.readsUntil = Date.now() + LATE_CAPTION_MS;
    if (this.change(meetingId, seat, change)) seat.say({ type: 'media', person: seat.person });
  }

  /** Sends a caption to those who read them. Nobody is quoted while their microphone is off. */
  caption(meetingId: number, seat: Seat, text: string): void {
    const room = this.#roomOf(meetingId, seat);
    if (!room || !text || !seat.person.audio) return;
    for (const each of room.seats.values())
      if (each.person.readsCaptions || (each.readsUntil ?? 0) > Date.now())
        each.say({ type: 'caption', uid: seat.person.uid, text });
  }

  /** Shows a stroke on a shared screen to the others. A stroke with an odd number of coordinates is ignored. */
  mark(meetingId: number, seat: Seat, { of, stroke, points }: Omit<RoomMark, 'type'>): void {
    const room = this.#roomOf(meetingId, seat);
    if (!room?.seats.get(of)?.person.screen || points.length % 2 > 0) return;
    const { uid } = seat.person;
    this.#tell(room, { type: 'mark', uid, of, stroke, points }, uid);
  }

  setRole(meetingId: number, userid: number, role: MeetingRole): void {
    const room = this.#rooms.get(meetingId);
    if (!room) return;
    const named = [...room.seats.values()].map(({ person }) => person).filter((person) => person.userid === userid);
    for (const person of named) person.role = role;
    const changed = new Set([...named, ...settleModerators(this.peopleOf(meetingId))]);
    for (const person of changed) this.#tell(room, { type: 'media', person });
    this.#tellLobby(room);
  }

  setRules(meetingId: number, rules: Partial<RoomRules>): void {
    const room = this.#rooms.get(meetingId);
    if (!room) return;
    room.rules = { ...room.rules, ...rules };
    this.#tell(room, { type: 'rules', rules: room.rules });
  }

  views(meetingId: number, seat: Seat, large: readonly number[], small: readonly number[]): void {
    const room = this.#roomOf(meetingId, seat);
    if (!room) return;
    const peers = (uids: readonly number[]) => uids.flatMap((uid) => room.seats.get(uid)?.peer ?? []);
    this.#app.meet.views(seat.peer, peers(large), peers(small));
  }

  /** Notes that a connection is lost; the person may reconnect. */
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
    for (const person of settleModerators(this.peopleOf(meetingId))) {
      this.#tell(room, { type: 'media', person });
      if (person.isModerator) room.seats.get(person.uid)?.say(this.#lobbyOf(room));
    }
    this.#showLeft(seat);
    this.#endLater(room);
  }

  /** Sends one participant away. */
  remove(meetingId: number, seat: Seat): void {
    const { hangUp } = seat;
    this.leave(meetingId, seat);
    hangUp(ENDED, 'meeting.removed');
  }

  /** Empties the room and its lobby. */
  clear(meetingId: number): void {
    const room = this.#rooms.get(meetingId);
    if (!room) return;
    clearTimeout(room.emptied);
    this.#rooms.delete(meetingId);
    this.#owners?.tell();
    for (const waiter of room.lobby.values()) waiter.refuse('meeting.ended');
    for (const seat of room.seats.values()) {
      clearTimeout(seat.away);
      this.#app.meet.leave(seat.peer);
      seat.hangUp(ENDED, 'meeting.ended');
      this.#showLeft(seat);
    }
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

  #openRoom({ meetingId, channel, rules }: Pick<JoiningPerson, 'meetingId' | 'channel' | 'rules'>): Room {
    const known = this.#rooms.get(meetingId);
    const room: Room = known ?? { meetingId, channel, rules, seats: new Map(), lobby: new Map() };
    this.#rooms.set(meetingId, room);
    if (!known) this.#owners?.tell();
    clearTimeout(room.emptied);
    return room;
  }

  #endLater(room: Room): void {
    clearTimeout(room.emptied);
    if (room.seats.size > 0) return;
    room.emptied = setTimeout(() => this.#end(room), EMPTY_MS).unref();
  }

  /**
   * Marks the meetings of this node as in use, for other nodes that end quiet meetings and do not know of these if
   * Redis is away.
   */
  #markPresent(): void {
    const here = this.present();
    if (here.length === 0) return;
    touchMeetings(this.#app.db, here, new Date()).catch((error: unknown) => {
      this.#app.log.warn({ err: error }, 'could not mark meetings as running');
    });
    const people = here.flatMap((id) => this.peopleOf(id)).map(({ userid }) => userid);
    this.#show((work) => showInMeeting(work, people));
  }

  #showLeft({ person: { userid } }: Seat): void {
    const isElsewhere = this.present().some((id) => this.peopleOf(id).some((each) => each.userid === userid));
    if (userid > 0 && !isElsewhere) this.#show((work) => showLeftMeeting(work, userid));
  }

  #show(change: (work: Work) => Promise<void>): void {
    this.#shown = this.#shown
      .then(() => (this.#isClosed ? undefined : performWork(this.#app, systemCaller, change)))
      .catch((error: unknown) => {
        this.#app.log.warn({ err: error }, 'could not show who is in a meeting');
      });
  }

  /** Gives up a room that another node opened too: its participants and waiting guests connect again, to that one. */
  #giveUp(meetingId: number): void {
    const room = this.#rooms.get(meetingId);
    if (!room) return;
    clearTimeout(room.emptied);
    this.#rooms.delete(meetingId);
    for (const waiter of room.lobby.values()) waiter.hangUp(RESTART);
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
    // The room stays open for a waiting guest, who may be the first to come.
    if (room.lobby.size > 0) return this.#endLater(room);
    this.#rooms.delete(room.meetingId);
    this.#owners?.tell();
    performWork(this.#app, systemCaller, (work) => endMeeting(work, room.meetingId)).catch((error: unknown) => {
      this.#app.log.error({ err: error, meeting: room.meetingId }, 'could not end a meeting');
    });
  }

  #tell(room: Room, says: RoomServerMessage, except = 0): void {
    for (const seat of room.seats.values()) if (seat.person.uid !== except) seat.say(says);
  }

  #lobbyOf(room: Room): RoomServerMessage {
    return { type: 'lobby', people: [...room.lobby.values()].map(({ person }) => person) };
  }
  #tellLobby(room: Room): void {
    const says = this.#lobbyOf(room);
    for (const seat of room.seats.values()) if (seat.person.isModerator) seat.say(says);
  }

  #pass(room: Room, uid: number, says: ParticipantMessage): void {
    const seat = room.seats.get(uid);
    if (!seat) return;
    if (says.t === 'placed') {
      const uids = new Map([...room.seats.values()].map((each) => [each.peer, each.person.uid]));
      const named = <T extends { peer: string }>(list: readonly T[]) =>
        list.flatMap(({ peer, ...place }) => (uids.has(peer) ? [{ ...place, uid: uids.get(peer) ?? 0 }] : []));
      seat.say({ type: 'placed', seats: named(says.placed.seats), screens: named(says.placed.screens) });
    } else if (says.t === 'offer') {
      const { turn, isNew, sdp } = says;
      seat.say({ type: 'offer', turn, isNew, sdp });
    } else if (says.t === 'grant') {
      seat.say({ type: 'grant', url: says.url, token: says.token });
    } else if (says.t === 'demand') {
      seat.say({ type: 'demand', isLarge: says.isLarge });
    } else {
      const { turn, candidate, mid } = says;
      seat.say({ type: 'candidate', turn, candidate, mid });
    }
  }

  /** Removes the person from rooms when they sign out or their account is deleted. */
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
