import type { MeetingMedia, RoomClientMessage, RoomServerMessage } from '@atrium/contract/chat/meetingRoom.ts';
import { MEETING_SOCKET } from '@atrium/contract/chat/meetingRoom.ts';
import WebSocket from 'ws';
import { testServer } from './world.ts';

type Of<T extends RoomServerMessage['type']> = Extract<RoomServerMessage, { type: T }>;

/** A participant who enters a room without audio or video. */
export class RoomClient {
  heard: RoomServerMessage[] = [];
  closedWith = 0;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.heard.push(JSON.parse(data.toString()) as RoomServerMessage));
    socket.on('close', (code) => {
      this.closedWith = code;
    });
  }

  static async enter(
    ticket: string,
    media: Partial<MeetingMedia> = {},
    headers: Record<string, string> = {},
    at?: string,
  ): Promise<RoomClient> {
    const base = at ?? (await testServer()).base;
    const socket = new WebSocket(`${base.replace('http', 'ws')}${MEETING_SOCKET}?language=en`, { headers });
    const client = new RoomClient(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    client.say({ type: 'enter', ticket, audio: false, camera: false, screen: false, ...media });
    return client;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }
  say(frame: RoomClientMessage): void {
    this.raw(JSON.stringify(frame));
  }
  raw(text: string): void {
    this.#socket.send(text);
  }
  leave(): void {
    this.say({ type: 'leave' });
  }
  hang(): void {
    this.#socket.terminate();
  }
  forget(): void {
    this.heard = [];
  }

  async receives<T extends RoomServerMessage['type']>(
    type: T,
    match: (says: Of<T>) => boolean = () => true,
    timeoutMs = 5000,
  ): Promise<Of<T>> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = this.heard.find((each): each is Of<T> => each.type === type && match(each as Of<T>));
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`no ${type}; heard ${this.heard.map((each) => each.type).join(' ')}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async ended(): Promise<void> {
    const deadline = Date.now() + 5000;
    while (this.#socket.readyState !== WebSocket.CLOSED) {
      if (Date.now() > deadline) throw new Error('the connection stays');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}
