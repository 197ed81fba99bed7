import {
  MEETING_SOCKET,
  type MeetingMedia,
  type RoomClientMessage,
  type RoomServerMessage,
} from '@atrium/contract/chat/meetingRoom.ts';
import { language } from '#sync/language.ts';

const PING_MS = 15_000;
const RETRY_MS = [300, 1000, 2000, 4000];
/**
 * The code of a connection that the server closed for good: the person signed out here, or joined on another device.
 */
const ENDED = 4000;
const REFUSED = 4001;

interface Events {
  hear: (says: RoomServerMessage) => void;
  /** Called when the connection is lost and will be retried. */
  lost: () => void;
  /** Called when the connection ended for good. */
  ended: (words: string) => void;
  /** Returns the person's own state for the others, whenever somebody joins. */
  media: () => MeetingMedia;
}

/** The room's connection, which reconnects until the person leaves: each connection gets the token for the next one. */
export class Signalling {
  readonly #on: Events;
  #ticket: string;
  #socket: WebSocket | null = null;
  #tries = 0;
  #isOver = false;
  #retry = 0;
  readonly #ping: number;

  constructor(ticket: string, on: Events) {
    this.#ticket = ticket;
    this.#on = on;
    this.#ping = window.setInterval(() => this.say({ type: 'ping' }), PING_MS);
    this.#connect();
  }

  say(frame: RoomClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close(): void {
    this.say({ type: 'leave' });
    this.#end();
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#socket = null;
  }

  #connect(): void {
    const url = new URL(`${MEETING_SOCKET}?language=${language}`, location.href.replace(/^http/, 'ws'));
    const socket = new WebSocket(url);
    let words = '';
    this.#socket = socket;
    socket.addEventListener('open', () => this.say({ type: 'enter', ticket: this.#ticket, ...this.#on.media() }));
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      const says = JSON.parse(data) as RoomServerMessage;
      if (says.type === 'ticket' || says.type === 'entered') this.#ticket = says.ticket;
      if (says.type === 'entered') this.#tries = 0;
      if (says.type === 'refused') words = says.msg;
      this.#on.hear(says);
    });
    socket.addEventListener('close', ({ code }) => {
      if (this.#isOver || this.#socket !== socket) return;
      if (code === ENDED || code === REFUSED) {
        this.#end();
        this.#on.ended(words);
        return;
      }
      this.#on.lost();
      const wait = RETRY_MS[Math.min(this.#tries++, RETRY_MS.length - 1)];
      this.#retry = window.setTimeout(() => this.#connect(), wait);
    });
  }
}
