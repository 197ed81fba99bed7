import {
  MARK_NUMBERS,
  MARK_SCALE,
  MEETING_SOCKET,
  REACTIONS,
  ROOM_CAPTION,
  ROOM_LINE,
  type RoomClientMessage,
  type RoomServerMessage,
} from '@atrium/contract/chat/meetingRoom.ts';
import { MEETING_PEOPLE } from '@atrium/contract/chat/meetings.ts';
import { languageOf } from '@atrium/i18n/languages.ts';
import { translate } from '@atrium/i18n/translate.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { WebSocket } from 'ws';
import { sessionOfDevice } from '#modules/sessions/sessions.service';
import { avatarUrl } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { randomCode } from '#platform/crypto';
import { isOwnOrigin } from '#platform/http/origin';
import { neighbourhood } from '#platform/limiter';
import type { ParticipantMessage } from '#platform/meet/messages';
import { admit, changeRules, control, endForAll, postLine, presentLine, type Sender } from './control.service.ts';
import { findGuest, findRole, getMeeting, listLines, type MeetingRow } from './meetings.queries.ts';
import { RELAYED, relayTo } from './relay.ts';
import { roleOf } from './roles.ts';
import { type JoiningPerson, roomsOf, type Seat, type WaitingGuest } from './rooms.service.ts';
import { isRelayed, issueMeetingTicket, openTicket, PORT_TEST, relayProof, type Ticket } from './tickets.ts';
import { iceServers } from './turn.ts';

/** A connection must send `enter` within this time. */
const ENTER_MS = 10_000;
/** Connections per address that have not entered a room yet. Entered ones are limited by the room. */
const WAITING_PER_ADDRESS = 20;
const TICKET_MS = 5 * 60_000;
const SILENT_MS = 45_000;
/** A test of the ports lasts no longer. */
const TEST_MS = 60_000;
/**
 * Frames per window: enough for the burst of a new connection, which has its answer and a candidate for each address of
 * the machine.
 */
const FRAMES_PER_WINDOW = 120;
const FRAME_WINDOW_MS = 10_000;
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Lines and reactions that one participant may send per window. */
const WORDS_PER_WINDOW = 20;

const flags = { audio: Type.Boolean(), camera: Type.Boolean(), screen: Type.Boolean() };
const turn = Type.Integer({ minimum: 0 });
const mid = Type.String({ maxLength: 40 });
const uid = Type.Integer({ minimum: 0 });
const uids = Type.Array(uid, { maxItems: MEETING_PEOPLE });
const words = (...all: string[]) => Type.Union(all.map((each) => Type.Literal(each)));
const frames = {
  enter: Compile(Type.Object({ ticket: Type.String({ maxLength: 1000 }), ...flags })),
  media: Compile(Type.Object(flags)),
  answer: Compile(Type.Object({ turn, sdp: Type.String({ maxLength: 60_000 }) })),
  candidate: Compile(Type.Object({ turn, mid, candidate: Type.String({ maxLength: 500 }) })),
  views: Compile(Type.Object({ large: uids, small: uids })),
  hand: Compile(Type.Object({ isUp: Type.Boolean() })),
  reaction: Compile(Type.Object({ emoji: Type.Union(REACTIONS.map((each) => Type.Literal(each))) })),
  line: Compile(Type.Object({ text: Type.String({ minLength: 1, maxLength: ROOM_LINE }) })),
  quality: Compile(Type.Object({ quality: words('good', 'fair', 'poor') })),
  recording: Compile(Type.Object({ isOn: Type.Boolean() })),
  captions: Compile(Type.Object({ isOn: Type.Boolean() })),
  caption: Compile(Type.Object({ text: Type.String({ minLength: 1, maxLength: ROOM_CAPTION }) })),
  mark: Compile(
    Type.Object({
      of: uid,
      stroke: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      points: Type.Array(Type.Integer({ minimum: 0, maximum: MARK_SCALE }), { minItems: 2, maxItems: MARK_NUMBERS }),
    }),
  ),
  control: Compile(
    Type.Object({ action: words('mute', 'unmute', 'remove', 'cohost', 'member', 'lower', 'spotlight'), uid }),
  ),
  room: Compile(Type.Object({ isLocked: Type.Optional(Type.Boolean()), hasLobby: Type.Optional(Type.Boolean()) })),
  admit: Compile(Type.Object({ uid, isIn: Type.Boolean() })),
  end: Compile(Type.Object({})),
  again: Compile(Type.Object({})),
  leave: Compile(Type.Object({})),
  ping: Compile(Type.Object({})),
} as const;

/** Null unless the frame matches its schema. */
function readFrame(bytes: Buffer): RoomClientMessage | null {
  try {
    const frame = JSON.parse(bytes.toString()) as RoomClientMessage;
    const check = typeof frame === 'object' && frame !== null && Object.hasOwn(frames, frame.type);
    return check && frames[frame.type].Check(frame) ? frame : null;
  } catch {
    return null;
  }
}

/** The WebSocket of a meeting; the contract describes the protocol. */
export function registerMeetingSocket(server: FastifyInstance, app: App): () => void {
  const rooms = roomsOf(app);
  server.get(MEETING_SOCKET, { websocket: true }, (socket, request) => {
    socket.on('error', () => socket.terminate());
    new RoomConnection(socket, request, app).begin();
  });
  return () => rooms.close();
}

/** Connections that have not entered a room, by address. */
const waiting = new Map<string, number>();
function count(address: string, change: 1 | -1): number {
  const now = (waiting.get(address) ?? 0) + change;
  if (now > 0) waiting.set(address, now);
  else waiting.delete(address);
  return now;
}

let serial = 0;
type Refusal =
  | 'forbidden'
  | 'auth.ended'
  | 'rate.limited'
  | `meeting.${'link' | 'ended' | 'full' | 'removed' | 'locked'}`;

class RoomConnection {
  readonly #socket: WebSocket;
  readonly #request: FastifyRequest;
  readonly #app: App;
  readonly #id = ++serial;
  #ticket: Ticket | undefined;
  #seat: Seat | undefined;
  #waiter: WaitingGuest | undefined;
  #isEntering = false;
  /** True if another node has the room; frames go there. */
  #isRelayed = false;
  /** The name of the port test in the forwarding unit. */
  #tested = '';
  #stopWaiting = () => {};
  #heardAt = Date.now();

  constructor(socket: WebSocket, request: FastifyRequest, app: App) {
    this.#socket = socket;
    this.#request = request;
    this.#app = app;
  }

  begin(): void {
    const socket = this.#socket;
    if (!isOwnOrigin(this.#request, this.#app)) return this.#refuse('forbidden');
    const address = neighbourhood(this.#request.ip);
    this.#stopWaiting = () => {
      this.#stopWaiting = () => undefined;
      count(address, -1);
    };
    socket.on('close', () => this.#stopWaiting());
    if (count(address, 1) > WAITING_PER_ADDRESS) return this.#refuse('rate.limited');
    const late = setTimeout(() => {
      if (!this.#seat && !this.#waiter && !this.#isRelayed && !this.#tested) socket.close(4001, 'nobody entered');
    }, ENTER_MS);
    const tickets = setInterval(() => void this.#renew(), TICKET_MS);
    const silence = setInterval(() => {
      if (Date.now() - this.#heardAt > SILENT_MS) socket.terminate();
    }, SILENT_MS / 3);
    socket.on('message', (bytes: Buffer) => {
      this.#receive(bytes).catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'a frame of a meeting could not be handled');
        socket.close(1011);
      });
    });
    socket.on('close', () => {
      clearTimeout(late);
      clearInterval(tickets);
      clearInterval(silence);
      if (this.#tested) this.#app.meet.leave(this.#tested);
      const rooms = roomsOf(this.#app);
      if (this.#seat && this.#ticket) rooms.lose(this.#ticket.meetingId, this.#seat);
      if (this.#waiter && this.#ticket) rooms.stopWaiting(this.#ticket.meetingId, this.#waiter);
    });
  }

  #say(says: RoomServerMessage): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
    socket.send(JSON.stringify(says));
  }

  #refuse(code: Refusal, closeWith = 4001): void {
    const query = this.#request.query as Record<string, string | undefined>;
    const msg = translate(languageOf(query['language'] ?? ''), `error.${code}`);
    this.#say({ type: 'refused', code, msg });
    this.#socket.close(closeWith, 'refused');
  }

  async #receive(bytes: Buffer): Promise<void> {
    this.#heardAt = Date.now();
    const app = this.#app;
    if (!app.limiter.take(`meeting:frames:${this.#id}`, FRAMES_PER_WINDOW, FRAME_WINDOW_MS, 'node')) {
      return this.#socket.close(1008, 'too many frames');
    }
    const frame = readFrame(bytes);
    if (!frame) return;
    if (this.#isRelayed) return;
    if (frame.type === 'enter') return this.#enter(frame);
    if (this.#tested) return this.#receiveInTest(frame);
    const [seat, ticket] = [this.#seat, this.#ticket];
    if (!seat || !ticket) return;
    switch (frame.type) {
      case 'media':
        return roomsOf(app).media(ticket.meetingId, seat, pick(frame));
      case 'answer':
        return app.meet.answer(seat.peer, frame.turn, frame.sdp);
      case 'candidate':
        return app.meet.candidate(seat.peer, frame.turn, frame.candidate, frame.mid);
      case 'views':
        return roomsOf(app).views(ticket.meetingId, seat, frame.large, frame.small);
      case 'quality':
        return void roomsOf(app).change(ticket.meetingId, seat, { quality: frame.quality });
      case 'hand':
        return void roomsOf(app).change(ticket.meetingId, seat, { hand: frame.isUp ? Date.now() : 0 });
      case 'recording':
        // Guests have no file area, and a member who may not moderate must not record the others.
        if (frame.isOn && !seat.person.isModerator) return;
        return roomsOf(app).announce(ticket.meetingId, seat, { isRecording: frame.isOn });
      case 'captions':
        return roomsOf(app).announce(ticket.meetingId, seat, { readsCaptions: frame.isOn });
      case 'caption':
        if (this.#mayTalk()) roomsOf(app).caption(ticket.meetingId, seat, frame.text.trim());
        return;
      case 'reaction':
        if (this.#mayTalk())
          roomsOf(app).tell(ticket.meetingId, { type: 'reaction', uid: seat.person.uid, emoji: frame.emoji });
        return;
      case 'mark':
        return roomsOf(app).mark(ticket.meetingId, seat, frame);
      case 'line':
        if (this.#mayTalk()) await postLine(this.#sender(seat, ticket), frame);
        return;
      case 'control':
        return control(this.#sender(seat, ticket), frame);
      case 'room':
        return changeRules(this.#sender(seat, ticket), frame);
      case 'admit':
        return admit(this.#sender(seat, ticket), frame);
      case 'end':
        return endForAll(this.#sender(seat, ticket));
      case 'again':
        return app.meet.again(seat.peer);
      case 'leave':
        roomsOf(app).leave(ticket.meetingId, seat);
        return this.#socket.close(1000);
      case 'ping':
        return;
    }
  }

  async #enter(frame: RoomClientMessage & { type: 'enter' }): Promise<void> {
    if (this.#isEntering) return;
    this.#isEntering = true;
    const app = this.#app;
    const rooms = roomsOf(app);
    const ticket = await openTicket(app, frame.ticket);
    if (!ticket) return this.#refuse('meeting.link');
    const { meetingId, uid, userid, deviceId } = ticket;
    if (meetingId === PORT_TEST) return this.#test(ticket);
    // A node does not pass on a participant whom another node passed to it: nodes may disagree for a moment.
    const wasPassedOn = await isRelayed(app, frame.ticket, this.#request.headers[RELAYED]);
    const elsewhere = wasPassedOn ? undefined : rooms.addressOf(meetingId);
    if (elsewhere) return this.#passOn(elsewhere, frame);
    const meeting = await getMeeting(app.db, meetingId);
    if (!meeting || meeting.end_at) return this.#refuse('meeting.ended');
    const isSignedIn = userid === 0 || (await sessionOfDevice(app, deviceId))?.userid === userid;
    if (!isSignedIn) return this.#refuse('auth.ended');
    const user = userid ? await findUser(app.db, userid) : undefined;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const isBack = ticket.isIn === true || rooms.has(meetingId, uid);
    if (rooms.isFull(meetingId) && !isBack) return this.#refuse('meeting.full');
    const stored = userid ? await findRole(app.db, meetingId, userid) : undefined;
    const isRemoved = userid ? stored === 'removed' : await isGuestRemoved(app, uid);
    if (isRemoved) return this.#refuse('meeting.removed');
    const { nickname } = ticket;
    const userimg = avatarUrl(app, user ?? { userimg: '', nickname, email: '' });
    const role = roleOf(userid, meeting, stored);
    const rules = rooms.rulesOf(meetingId) ?? rulesOf(meeting);
    const isKeptOut = !isBack && role !== 'host' && role !== 'cohost';
    if (rules.isLocked && isKeptOut) return this.#refuse('meeting.locked');
    this.#stopWaiting();
    this.#ticket = ticket;
    const arrival: JoiningPerson = {
      meetingId,
      channel: meeting.channel,
      rules,
      person: {
        ...{ uid, userid, nickname, userimg, role, ...pick(frame) },
        ...{ isModerator: false, hand: 0, quality: 'good', isRecording: false, readsCaptions: false },
      },
      deviceId,
      say: (says) => this.#say(says),
      hangUp: (code, why) => (why ? this.#refuse(why, code) : this.#socket.close(code)),
    };
    if (rules.hasLobby && role === 'guest' && isKeptOut) return this.#wait(arrival);
    await this.#sit(arrival);
  }

  /** Lets an administrator's browser connect to the forwarding unit, in a room of its own. */
  async #test({ userid, deviceId }: Ticket): Promise<void> {
    if ((await sessionOfDevice(this.#app, deviceId))?.userid !== userid) return this.#refuse('auth.ended');
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#stopWaiting();
    this.#tested = `test:${randomCode(12)}`;
    const hear = ({ t, ...rest }: ParticipantMessage) => {
      if (t !== 'placed' && t !== 'demand') this.#say({ type: t, ...rest } as RoomServerMessage);
    };
    this.#app.meet.join(this.#tested, this.#tested, hear, { uid: userid, name: '' });
    const end = setTimeout(() => this.#socket.close(1000), TEST_MS);
    this.#socket.on('close', () => clearTimeout(end));
  }

  #receiveInTest(frame: RoomClientMessage): void {
    const { meet } = this.#app;
    if (frame.type === 'answer') meet.answer(this.#tested, frame.turn, frame.sdp);
    if (frame.type === 'candidate') meet.candidate(this.#tested, frame.turn, frame.candidate, frame.mid);
    if (frame.type === 'leave') this.#socket.close(1000);
  }

  /** Lets a person wait in the lobby. */
  #wait(arrival: JoiningPerson): void {
    const { uid, nickname, userimg } = arrival.person;
    const waiter: WaitingGuest = {
      person: { uid, nickname, userimg },
      admit: () => {
        this.#waiter = undefined;
        this.#sit(arrival).catch((error: unknown) => {
          this.#app.log.error({ err: error }, 'could not admit a guest');
          this.#socket.close(1011);
        });
      },
      refuse: (why) => {
        this.#waiter = undefined;
        this.#refuse(why);
      },
      hangUp: (code) => {
        this.#waiter = undefined;
        this.#socket.close(code);
      },
    };
    if (!roomsOf(this.#app).wait(arrival, waiter)) return this.#refuse('meeting.full');
    this.#waiter = waiter;
    this.#say({ type: 'waiting' });
  }

  async #sit(arrival: JoiningPerson): Promise<void> {
    const app = this.#app;
    const rooms = roomsOf(app);
    const { meetingId, person } = arrival;
    if (!this.#ticket) return;
    this.#ticket = { ...this.#ticket, isIn: true };
    const ticket = await issueMeetingTicket(app, this.#ticket);
    const lines = (await listLines(app.db, meetingId)).map(presentLine);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // The room may be full by now, because others may have been admitted meanwhile.
    if (rooms.isFull(meetingId) && !rooms.has(meetingId, person.uid)) return this.#refuse('meeting.full');
    const { uid } = person;
    this.#seat = rooms.enter(arrival, (people, rules) =>
      this.#say({ type: 'entered', uid, ticket, people, rules, lines, ice: iceServers(app, uid) }),
    );
  }

  #sender(seat: Seat, { meetingId }: Ticket): Sender {
    return { app: this.#app, meetingId, seat };
  }
  #mayTalk(): boolean {
    return this.#app.limiter.take(`meeting:words:${this.#id}`, WORDS_PER_WINDOW, FRAME_WINDOW_MS, 'node');
  }

  async #passOn(address: string, frame: RoomClientMessage & { type: 'enter' }): Promise<void> {
    const proof = await relayProof(this.#app, frame.ticket);
    this.#isRelayed = true;
    this.#stopWaiting();
    const { headers, ip, query } = this.#request;
    relayTo(address, this.#socket, {
      first: JSON.stringify(frame),
      origin: headers.origin ?? '',
      language: (query as Record<string, string | undefined>)['language'] ?? '',
      ip,
      proof,
      onUnreachable: () => roomsOf(this.#app).noteUnreachable(address),
    });
  }

  async #renew(): Promise<void> {
    if (!this.#ticket || !this.#seat) return;
    const ticket = await issueMeetingTicket(this.#app, this.#ticket);
    this.#say({ type: 'ticket', ticket, ice: iceServers(this.#app, this.#ticket.uid) });
  }
}

const rulesOf = ({ is_locked, has_lobby, spotlight }: MeetingRow) => ({
  isLocked: is_locked,
  hasLobby: has_lobby,
  spotlight: Number(spotlight),
});
const isGuestRemoved = async ({ db }: App, uid: number) => (await findGuest(db, uid, new Date(0)))?.is_removed === true;

const pick = ({ audio, camera, screen }: { audio: boolean; camera: boolean; screen: boolean }) => ({
  audio,
  camera,
  screen,
});
