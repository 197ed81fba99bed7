import {
  type MeetingEntry,
  type MeetingMedia,
  type MeetingPerson,
  type MeetingPlaces,
  type RoomServerMessage,
  UP_MIDS,
} from '@atrium/contract/chat/meetings.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { meterOf } from './devices.ts';
import { Signalling } from './signalling.ts';

export type Kind = keyof MeetingMedia;
export type Tracks = Partial<Record<Kind, MediaStreamTrack>>;

export interface RoomView {
  phase: 'joining' | 'in' | 'lost';
  people: readonly MeetingPerson[];
  /** The others' tracks, by uid. */
  tracks: ReadonlyMap<number, Tracks>;
  own: Tracks;
  isMuted: boolean;
  /** The current speaker; 0 = nobody. */
  speaker: number;
  /** Whether audio and video get through. */
  isCarried: boolean;
  /** They have not for so long that the network probably blocks them. */
  isStuck: boolean;
  /** The last person who joined or left, for screen readers. */
  news: { person: MeetingPerson; isHere: boolean } | null;
}

/** Called when the room ends; with a text unless one left oneself. */
export type OnEnd = (words: string) => void;

const LISTEN_MS = 250;
const SPEAKER_MS = 1200;
const LOUD = 0.03;
const STUCK_MS = 15_000;
const BROKEN_MS = 5000;
/** A video is as large as its tile: smaller with more people. */
const scaleFor = (people: number): number => (people <= 3 ? 1 : people <= 6 ? 1.5 : people <= 12 ? 2 : 3);

/** A participant's side of a meeting: the connection, received and sent tracks. Independent of the screen. */
export class MeetRoom {
  readonly entry: MeetingEntry;
  readonly view: StoreApi<RoomView>;
  readonly #signalling: Signalling;
  readonly #onEnd: OnEnd;
  #connection: RTCPeerConnection | null = null;
  #places: MeetingPlaces = { seats: [], screens: [] };
  #turn = 0;
  #work: Promise<void> = Promise.resolve();
  readonly #listening: number;
  #meter: ReturnType<typeof meterOf> | null = null;
  #stuck = 0;
  #broken = 0;
  #spokeAt = 0;
  #isOver = false;

  constructor(entry: MeetingEntry, own: Tracks, onEnd: OnEnd) {
    this.entry = entry;
    this.#onEnd = onEnd;
    this.view = createStore<RoomView>(() => ({
      phase: 'joining',
      people: [],
      tracks: new Map(),
      own,
      isMuted: false,
      speaker: 0,
      isCarried: false,
      isStuck: false,
      news: null,
    }));
    this.#meet(own.audio);
    this.#signalling = new Signalling(entry.token, {
      hear: (says) => this.#hear(says),
      lost: () => this.view.setState({ phase: 'lost' }),
      ended: (words) => this.#end(words),
      media: () => this.media,
    });
    this.#listening = window.setInterval(() => this.#listen(), LISTEN_MS);
    this.#stuck = window.setTimeout(() => this.view.setState({ isStuck: true }), STUCK_MS);
  }

  get media(): MeetingMedia {
    const { own, isMuted } = this.view.getState();
    return { audio: Boolean(own.audio) && !isMuted, camera: Boolean(own.camera), screen: Boolean(own.screen) };
  }

  /** The microphone stays open meanwhile, so that the first word afterwards is not cut off. */
  mute(isMuted: boolean): void {
    const { audio } = this.view.getState().own;
    if (audio) audio.enabled = !isMuted;
    this.view.setState({ isMuted });
    this.#tell();
  }

  /** Replaces the sent track; null sends nothing. The old one ends, and its indicator light turns off. */
  send(kind: Kind, track: MediaStreamTrack | null): void {
    // A person who left during the camera prompt has it off.
    if (this.#isOver) return track?.stop();
    const { own, isMuted } = this.view.getState();
    const before = own[kind];
    if (before !== track) before?.stop();
    const { [kind]: _, ...others } = own;
    this.view.setState({ own: { ...others, ...(track && { [kind]: track }) } });
    if (kind === 'audio') {
      if (track) track.enabled = !isMuted;
      this.#meet(track ?? undefined);
    }
    // Revoked by the system, or ended in the browser's own bar.
    track?.addEventListener('ended', () => {
      if (this.view.getState().own[kind] === track) this.send(kind, null);
    });
    this.#sender(kind)
      ?.replaceTrack(track)
      .catch(() => undefined);
    this.#tell();
  }

  leave(): void {
    this.#signalling.close();
    this.#end(null);
  }

  #tell(): void {
    const { media } = this;
    this.#signalling.say({ type: 'media', ...media });
    const { people } = this.view.getState();
    this.view.setState({ people: people.map((each) => (each.uid === this.entry.uid ? { ...each, ...media } : each)) });
  }

  #end(words: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#listening);
    clearTimeout(this.#stuck);
    clearTimeout(this.#broken);
    this.#meter?.close();
    this.#connection?.close();
    for (const track of Object.values(this.view.getState().own)) track.stop();
    this.#onEnd(words ?? '');
  }

  #hear(says: RoomServerMessage): void {
    const { people } = this.view.getState();
    switch (says.type) {
      // Handled by the connection itself.
      case 'ticket':
      case 'refused':
        return;
      case 'entered':
        this.view.setState({ phase: 'in', people: says.people });
        return;
      case 'came':
        this.view.setState({
          people: [...people.filter((each) => each.uid !== says.person.uid), says.person],
          news: { person: says.person, isHere: true },
        });
        return this.#fit();
      case 'media':
        this.view.setState({ people: people.map((each) => (each.uid === says.person.uid ? says.person : each)) });
        return;
      case 'left': {
        const gone = people.find((each) => each.uid === says.uid);
        this.view.setState({
          people: people.filter((each) => each.uid !== says.uid),
          ...(gone && { news: { person: gone, isHere: false } }),
        });
        return this.#fit();
      }
      case 'placed':
        this.#places = says;
        return this.#place();
      case 'offer':
        return this.#queue(() => this.#answer(says.turn, says.isNew, says.sdp));
      case 'candidate':
        return this.#queue(async () => {
          if (says.turn === this.#turn || says.turn === this.#turn + 1) {
            await this.#connection?.addIceCandidate({ candidate: says.candidate, sdpMid: says.mid });
          }
        });
    }
  }

  /** Sequential. After a failure a new connection is requested. */
  #queue(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch(() => {
      if (!this.#isOver) this.#again();
    });
  }

  #again(): void {
    clearTimeout(this.#broken);
    this.#broken = window.setTimeout(() => this.#signalling.say({ type: 'again' }), 500);
  }

  async #answer(turn: number, isNew: boolean, sdp: string): Promise<void> {
    if (isNew || !this.#connection) this.#open();
    const connection = this.#connection;
    if (!connection) return;
    this.#turn = turn;
    await connection.setRemoteDescription({ type: 'offer', sdp });
    const { own } = this.view.getState();
    for (const kind of ['audio', 'camera', 'screen'] as const) {
      const transceiver = connection.getTransceivers().find((each) => each.mid === UP_MIDS[kind]);
      if (!transceiver || transceiver.direction === 'sendonly') continue;
      transceiver.direction = 'sendonly';
      await transceiver.sender.replaceTrack(own[kind] ?? null);
    }
    const answer = await connection.createAnswer();
    await connection.setLocalDescription(answer);
    this.#signalling.say({ type: 'answer', turn, sdp: answer.sdp ?? '' });
    this.#fit();
    this.#place();
  }

  #open(): void {
    this.#connection?.close();
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    this.#connection = connection;
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (!candidate?.candidate) return;
      const mid = candidate.sdpMid ?? '';
      this.#signalling.say({ type: 'candidate', turn: this.#turn, candidate: candidate.candidate, mid });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (this.#connection === connection) this.#look(connection.connectionState);
    });
  }

  #look(state: RTCPeerConnectionState): void {
    clearTimeout(this.#broken);
    const isCarried = state === 'connected';
    this.view.setState({ isCarried });
    if (isCarried) {
      clearTimeout(this.#stuck);
      this.view.setState({ isStuck: false });
    }
    if (state === 'failed') this.#again();
    // It often recovers without help.
    if (state === 'disconnected') this.#broken = window.setTimeout(() => this.#again(), BROKEN_MS);
  }

  #sender(kind: Kind): RTCRtpSender | undefined {
    return this.#connection?.getTransceivers().find((each) => each.mid === UP_MIDS[kind])?.sender;
  }

  #fit(): void {
    const sender = this.#sender('camera');
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding) return;
    const scale = scaleFor(this.view.getState().people.length);
    if (encoding.scaleResolutionDownBy === scale) return;
    encoding.scaleResolutionDownBy = scale;
    sender.setParameters(parameters).catch(() => undefined);
  }

  /** Assigns streams to people. */
  #place(): void {
    const byMid = new Map(this.#connection?.getTransceivers().map((each) => [each.mid, each.receiver.track]));
    const tracks = new Map<number, Tracks>();
    const put = (uid: number, kind: Kind, mid: string) => {
      const track = byMid.get(mid);
      if (track) tracks.set(uid, { ...tracks.get(uid), [kind]: track });
    };
    for (const { n, uid } of this.#places.seats) {
      put(uid, 'audio', `a${n}`);
      put(uid, 'camera', `v${n}`);
    }
    for (const { n, uid } of this.#places.screens) put(uid, 'screen', `s${n}`);
    this.view.setState({ tracks });
  }

  #meet(audio: MediaStreamTrack | undefined): void {
    this.#meter?.close();
    this.#meter = audio ? meterOf(audio) : null;
  }

  /** The loudest participant is the speaker, also during short pauses. */
  #listen(): void {
    const { isMuted, speaker } = this.view.getState();
    let loudest = { uid: 0, level: LOUD };
    const hear = (uid: number, level: number) => {
      if (level > loudest.level) loudest = { uid, level };
    };
    if (!isMuted) hear(this.entry.uid, this.#meter?.level() ?? 0);
    const seats = new Map(this.#places.seats.map(({ n, uid }) => [`a${n}`, uid]));
    for (const { mid, receiver } of this.#connection?.getTransceivers() ?? []) {
      const uid = seats.get(mid ?? '');
      if (uid) hear(uid, receiver.getSynchronizationSources()[0]?.audioLevel ?? 0);
    }
    const now = performance.now();
    if (loudest.uid) this.#spokeAt = now;
    if (loudest.uid ? loudest.uid !== speaker : speaker !== 0 && now - this.#spokeAt > SPEAKER_MS) {
      this.view.setState({ speaker: loudest.uid });
    }
  }

  /** The state of the connection, for debugging. */
  stats(): Promise<RTCStatsReport> | undefined {
    return this.#connection?.getStats();
  }
}
