import type { MeetingQuality } from '@atrium/contract/chat/meetingRoom.ts';
import {
  ConnectionQuality,
  type LocalTrackPublication,
  type RemoteParticipant,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
  VideoQuality,
} from 'livekit-client';
import type { Kind, Tracks } from './roomView.ts';

export interface LiveKitEvents {
  /** The received tracks of the others, by uid. */
  tracks: (tracks: ReadonlyMap<number, Tracks>) => void;
  carried: (isCarried: boolean) => void;
  quality: (quality: MeetingQuality) => void;
  /** Called when a host muted this participant at the server. */
  muted: () => void;
  /** Called when the connection ended, and a new token is needed. */
  lost: () => void;
}

const SOURCES: Record<Kind, Track.Source> = {
  audio: Track.Source.Microphone,
  camera: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
  sound: Track.Source.ScreenShareAudio,
};
const KINDS = new Map(Object.entries(SOURCES).map(([kind, source]) => [source, kind as Kind]));
const QUALITIES: Partial<Record<ConnectionQuality, MeetingQuality>> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'fair',
  [ConnectionQuality.Poor]: 'poor',
  [ConnectionQuality.Lost]: 'poor',
};

setLogLevel('silent');

/** Audio and video through a LiveKit server. Our own server still decides who is in the room and what they may do. */
export class LiveKitMedia {
  readonly #room = new Room({ dynacast: true, stopLocalTrackOnUnpublish: false, disconnectOnPageLeave: false });
  readonly #on: LiveKitEvents;
  readonly #published = new Map<Kind, LocalTrackPublication>();
  #work: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(on: LiveKitEvents) {
    this.#on = on;
    const arrived = () => this.#on.tracks(this.#tracks());
    this.#room
      .on(RoomEvent.TrackSubscribed, arrived)
      .on(RoomEvent.TrackUnsubscribed, arrived)
      .on(RoomEvent.ParticipantDisconnected, arrived)
      .on(RoomEvent.Connected, () => on.carried(true))
      .on(RoomEvent.Reconnecting, () => on.carried(false))
      .on(RoomEvent.Reconnected, () => on.carried(true))
      .on(RoomEvent.Disconnected, () => {
        on.carried(false);
        if (!this.#isOver) on.lost();
      })
      .on(RoomEvent.TrackMuted, ({ source }, { isLocal }) => {
        if (isLocal && source === Track.Source.Microphone) on.muted();
      })
      .on(RoomEvent.ConnectionQualityChanged, (quality, { isLocal }) => {
        const known = QUALITIES[quality];
        if (isLocal && known) on.quality(known);
      });
  }

  /** @throws if the server cannot be reached, or refuses the token */
  connect = (url: string, token: string): Promise<void> => this.#room.connect(url, token);

  /** Sends this track from now on; null sends none. */
  put(kind: Kind, track: MediaStreamTrack | null): void {
    this.#queue(async () => {
      const before = this.#published.get(kind);
      if (before?.track?.mediaStreamTrack === track) return;
      this.#published.delete(kind);
      if (before?.track) await this.#room.localParticipant.unpublishTrack(before.track, false);
      if (!track || this.#isOver) return;
      const options = { source: SOURCES[kind], simulcast: kind === 'camera' };
      this.#published.set(kind, await this.#room.localParticipant.publishTrack(track, options));
    });
  }

  mute(isMuted: boolean): void {
    this.#queue(async () => {
      const sent = this.#published.get('audio');
      if (sent && sent.isMuted !== isMuted) await (isMuted ? sent.mute() : sent.unmute());
    });
  }

  /** Sets the people that the screen shows: nobody else's camera is sent. */
  look(large: readonly number[], small: readonly number[]): void {
    for (const person of this.#room.remoteParticipants.values()) {
      const uid = Number(person.identity);
      const camera = person.getTrackPublication(Track.Source.Camera);
      if (!camera || !('setEnabled' in camera)) continue;
      camera.setEnabled(large.includes(uid) || small.includes(uid));
      camera.setVideoQuality(large.includes(uid) ? VideoQuality.HIGH : VideoQuality.LOW);
    }
  }

  /** The volume of the others now, 0 to 1, by uid. */
  levels(): [number, number][] {
    return [...this.#room.remoteParticipants.values()].map((each) => [Number(each.identity), each.audioLevel]);
  }

  close(): void {
    this.#isOver = true;
    void this.#room.disconnect(false);
  }

  #tracks(): Map<number, Tracks> {
    const all = new Map<number, Tracks>();
    for (const person of this.#room.remoteParticipants.values()) all.set(Number(person.identity), tracksOf(person));
    return all;
  }

  /** Runs one change after the other: a track is unpublished before the next one is published. */
  #queue(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch(() => {
      if (!this.#isOver) this.#on.lost();
    });
  }
}

function tracksOf(person: RemoteParticipant): Tracks {
  const tracks: Tracks = {};
  for (const { source, track } of person.trackPublications.values()) {
    const kind = KINDS.get(source);
    if (kind && track) tracks[kind] = track.mediaStreamTrack;
  }
  return tracks;
}
