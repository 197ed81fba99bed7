import type { MeetingPerson, RoomClientMessage, RoomServerMessage } from '@atrium/contract/chat/meetingRoom.ts';
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A fake microphone or camera. */
export class FakeTrack extends EventTarget {
  enabled = true;
  readyState: 'live' | 'ended' = 'live';
  contentHint = '';
  readonly kind: string;
  constructor(kind: string) {
    super();
    this.kind = kind;
  }
  getSettings() {
    return { deviceId: `${this.kind}-1` };
  }
  stop() {
    this.readyState = 'ended';
  }
}

class FakeStream {
  readonly tracks: FakeTrack[];
  constructor(tracks: FakeTrack[]) {
    this.tracks = tracks;
  }
  getTracks() {
    return this.tracks;
  }
  getVideoTracks() {
    return this.tracks;
  }
}

/** The room's connection: records the page's frames, and sends the test's. */
export class FakeSocket extends EventTarget {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  readonly said: RoomClientMessage[] = [];
  constructor() {
    super();
    FakeSocket.all.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string) {
    this.said.push(JSON.parse(text) as RoomClientMessage);
  }
  close(code = 1000) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
  async deliver(message: RoomServerMessage) {
    await act(async () => {
      this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }));
    });
  }
}

export interface Media {
  /** The tracks that the fake browser provided. */
  given: FakeTrack[];
  /** Refuses the next device with this error name. */
  refuse: (name: string) => void;
  socket: () => FakeSocket;
  sockets: FakeSocket[];
  play: ReturnType<typeof vi.fn>;
}

/** jsdom has neither devices nor connections. */
export function fakeMedia(): Media {
  const given: FakeTrack[] = [];
  let refusal = '';
  FakeSocket.all = [];
  const give = async (kinds: string[]) => {
    if (refusal) {
      const error = Object.assign(new Error(refusal), { name: refusal });
      refusal = '';
      throw error;
    }
    const tracks = kinds.map((kind) => new FakeTrack(kind));
    given.push(...tracks);
    return new FakeStream(tracks);
  };
  const play = vi.fn(async () => undefined);
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('MediaStream', FakeStream);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play as never);
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, writable: true, value: null });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: (wanted: MediaStreamConstraints) => give([wanted.audio ? 'audio' : 'video']),
      getDisplayMedia: () => give(['screen']),
      enumerateDevices: async () => [],
    },
  });
  return {
    given,
    refuse: (name) => {
      refusal = name;
    },
    socket: () => FakeSocket.all.at(-1) as FakeSocket,
    sockets: FakeSocket.all,
    play,
  };
}

export const participant = (uid: number, nickname: string, more: Partial<MeetingPerson> = {}): MeetingPerson => ({
  uid,
  userid: Number(String(uid).slice(6)),
  nickname,
  userimg: '',
  audio: true,
  camera: false,
  screen: false,
  role: 'member',
  isModerator: false,
  hand: 0,
  quality: 'good',
  isRecording: false,
  readsCaptions: false,
  ...more,
});

/** The server's answer to the first frame. */
export const entered = (people: MeetingPerson[], more: Partial<Entered> = {}): Entered => ({
  type: 'entered',
  uid: entry.uid,
  ticket: 'second',
  people,
  rules: { isLocked: false, hasLobby: true, spotlight: 0 },
  lines: [],
  ice: [],
  ...more,
});
type Entered = Extract<RoomServerMessage, { type: 'entered' }>;

export const entry = {
  id: 1,
  meetingid: '12345678901',
  name: 'Harbour talk',
  channel: 'c',
  userid: 1,
  uid: 9123451,
  token: 'first',
  nickname: 'Ada',
  userimg: '',
  appid: '',
  sharelink: '',
  dialog_id: 0,
  msgs: [],
  created_at: '2026-01-01 10:00:00',
  updated_at: '2026-01-01 10:00:00',
  end_at: null,
};
