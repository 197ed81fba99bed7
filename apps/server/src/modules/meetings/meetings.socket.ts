import { MEETING_SOCKET, type RoomClientMessage, type RoomServerMessage } from '@atrium/contract/chat/meetings.ts';
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
import { isOwnOrigin } from '#platform/http/origin';
import { neighbourhood } from '#platform/limiter';
import { getMeeting } from './meetings.queries.ts';
import { RELAYED, relayTo } from './relay.ts';
import { roomsOf, type Seat } from './rooms.service.ts';
import { isRelayed, issueMeetingTicket, openTicket, relayProof, type Ticket } from './tickets.ts';

/** A connection must send `enter` within this time. */
const ENTER_MS = 10_000;
/** Connections per address that have not entered a room yet. Entered ones are limited by the room. */
const WAITING_PER_ADDRESS = 20;
const TICKET_MS = 5 * 60_000;
const SILENT_MS = 45_000;
/** The burst of a new connection: its answer and one candidate for each of the machine's addresses. */
const FRAMES_PER_WINDOW = 120;
const FRAME_WINDOW_MS = 10_000;
const MAX_BUFFERED_BYTES = 1024 * 1024;

const flags = { audio: Type.Boolean(), camera: Type.Boolean(), screen: Type.Boolean() };
const turn = Type.Integer({ minimum: 0 });
const mid = Type.String({ maxLength: 40 });
const frames = {
  enter: Compile(Type.Object({ ticket: Type.String({ maxLength: 1000 }), ...flags })),
  media: Compile(Type.Object(flags)),
  answer: Compile(Type.Object({ turn, sdp: Type.String({ maxLength: 60_000 }) })),
  candidate: Compile(Type.Object({ turn, mid, candidate: Type.String({ maxLength: 500 }) })),
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

class RoomConnection {
  readonly #socket: WebSocket;
  readonly #request: FastifyRequest;
  readonly #app: App;
  readonly #id = ++serial;
  #ticket: Ticket | undefined;
  #seat: Seat | undefined;
  #isEntering = false;
  /** Another node has the room; frames go there. */
  #isRelayed = false;
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
      if (!this.#seat && !this.#isRelayed) socket.close(4001, 'nobody entered');
    }, ENTER_MS);
    const tickets = setInterval(() => void this.#renew(), TICKET_MS);
    const silence = setInterval(() => {
      if (Date.now() - this.#heardAt > SILENT_MS) socket.terminate();
    }, SILENT_MS / 3);
    socket.on('message', (bytes: Buffer) => {
      this.#receive(bytes).catch((error: unknown) => {
        this.#app.log.error({ err: error }, 'a frame of a meeting');
        socket.close(1011);
      });
    });
    socket.on('close', () => {
      clearTimeout(late);
      clearInterval(tickets);
      clearInterval(silence);
      if (this.#seat && this.#ticket) roomsOf(this.#app).lose(this.#ticket.meetingId, this.#seat);
    });
  }

  #say(says: RoomServerMessage): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return socket.terminate();
    socket.send(JSON.stringify(says));
  }

  #refuse(code: 'forbidden' | 'auth.ended' | 'meeting.link' | 'meeting.ended' | 'meeting.full' | 'rate.limited'): void {
    const query = this.#request.query as Record<string, string | undefined>;
    const msg = translate(languageOf(query['language'] ?? ''), `error.${code}`);
    this.#say({ type: 'refused', code, msg });
    this.#socket.close(4001, 'refused');
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
    const [seat, ticket] = [this.#seat, this.#ticket];
    if (!seat || !ticket) return;
    switch (frame.type) {
      case 'media':
        return roomsOf(app).media(ticket.meetingId, seat, pick(frame));
      case 'answer':
        return app.meet.answer(seat.peer, frame.turn, frame.sdp);
      case 'candidate':
        return app.meet.candidate(seat.peer, frame.turn, frame.candidate, frame.mid);
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
    // A node that was passed a participant never passes them on: nodes may disagree for a moment.
    const wasPassedOn = await isRelayed(app, frame.ticket, this.#request.headers[RELAYED]);
    const elsewhere = wasPassedOn ? undefined : rooms.addressOf(meetingId);
    if (elsewhere) return this.#passOn(elsewhere, frame);
    const meeting = await getMeeting(app.db, meetingId);
    if (!meeting || meeting.end_at) return this.#refuse('meeting.ended');
    const isSignedIn = userid === 0 || (await sessionOfDevice(app, deviceId))?.userid === userid;
    if (!isSignedIn) return this.#refuse('auth.ended');
    const user = userid ? await findUser(app.db, userid) : undefined;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (rooms.isFull(meetingId) && !rooms.has(meetingId, uid)) return this.#refuse('meeting.full');
    const { nickname } = ticket;
    const userimg = avatarUrl(app, user ?? { userimg: '', nickname, email: '' });
    const fresh = await issueMeetingTicket(app, ticket);
    this.#stopWaiting();
    this.#ticket = ticket;
    this.#seat = rooms.enter(
      {
        meetingId,
        channel: meeting.channel,
        person: { uid, userid, nickname, userimg, ...pick(frame) },
        deviceId,
        say: (says) => this.#say(says),
        hangUp: (code) => this.#socket.close(code),
      },
      (people) => this.#say({ type: 'entered', uid, ticket: fresh, people }),
    );
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
    if (this.#ticket) this.#say({ type: 'ticket', ticket: await issueMeetingTicket(this.#app, this.#ticket) });
  }
}

const pick = ({ audio, camera, screen }: { audio: boolean; camera: boolean; screen: boolean }) => ({
  audio,
  camera,
  screen,
});
