import {
  type IceServer,
  type MeetingMedia,
  type MeetingPerson,
  type MeetingPlaces,
  type MeetingQuality,
  type RoomClientMessage,
  type RoomServerMessage,
  UP_MIDS,
} from '@atrium/contract/chat/meetingRoom.ts';
import type { MeetingEntry } from '@atrium/contract/chat/meetings.ts';
import type { StoreApi } from 'zustand/vanilla';
import { limitCameras } from './cameraSizes.ts';
import { type CaptionReader, CaptionReaders } from './captionReaders.ts';
import type { LiveKitMedia } from './liveKitMedia.ts';
import { type Counts, countReducedChecks, countsOf, isDead, qualityOf, withCameras } from './quality.ts';
import { applyServerMessage, type Kind, makeRoomView, type RoomView, showMark, type Tracks } from './roomView.ts';
import { Signalling } from './signalling.ts';
import { Speaker } from './speaker.ts';

/** Called when the room ends, with a text unless the person left. */
export type OnEnd = (words: string) => void;

const LISTEN_MS = 250;
const STUCK_MS = 15_000;
/** After this time without an answer, the room is called slow. */
const SLOW_MS = 10_000;
/** A broken connection is replaced after this time, because it often recovers without help. */
const BROKEN_MS = 1000;
/** The pauses before a new connection is requested. */
const AGAIN_MS = [500, 1000, 2000, 5000];
const STEADY_MS = 5000;
const MEASURE_MS = 2000;

/** A participant's side of a meeting: the connection, received and sent tracks. It does not depend on the screen. */
export class MeetRoom {
  readonly entry: MeetingEntry;
  readonly view: StoreApi<RoomView>;
  readonly #signalling: Signalling;
  readonly #onEnd: OnEnd;
  #connection: RTCPeerConnection | null = null;
  #liveKit: LiveKitMedia | null = null;
  #places: MeetingPlaces = { seats: [], screens: [] };
  #ice: readonly IceServer[] = [];
  /** The camera in its small size. */
  #small: MediaStreamTrack | null = null;
  #isLargeWanted = true;
  #views = '{}';
  #turn = 0;
  #work: Promise<void> = Promise.resolve();
  readonly #timers: number[];
  #counts: Counts | null = null;
  /** The number of measurements in a row during which the line limited cameras. */
  #countReducedChecks = 0;
  #stuck = 0;
  readonly #slow: number;
  readonly #captions: CaptionReaders;
  readonly #speaker: Speaker;
  readonly #over = new Set<() => void>();
  #broken = 0;
  /** The number of new connections since the last one that worked. */
  #attempts = 0;
  #isOver = false;

  constructor(entry: MeetingEntry, own: Tracks, onEnd: OnEnd) {
    this.entry = entry;
    this.#onEnd = onEnd;
    this.view = makeRoomView(own);
    this.#captions = new CaptionReaders({
      isShown: () => this.view.getState().isCaptioned,
      isHere: () => !this.#isOver && this.view.getState().phase === 'in',
      ask: (isOn) => this.say({ type: 'captions', isOn }),
    });
    this.#speaker = new Speaker(this.view, entry.uid);
    this.#speaker.measure(own.audio);
    this.#shrink(own.camera ?? null);
    this.#signalling = new Signalling(entry.token, {
      hear: (says) => this.#hear(says),
      lost: () => this.view.setState({ phase: 'lost' }),
      ended: (words) => this.#end(words),
      media: () => this.media,
    });
    this.#timers = [
      window.setInterval(() => this.#listen(), LISTEN_MS),
      window.setInterval(() => void this.#measure(), MEASURE_MS),
    ];
    this.#slow = window.setTimeout(() => {
      if (this.view.getState().phase === 'joining') this.view.setState({ isSlow: true });
    }, SLOW_MS);
    this.#expect();
  }

  /** Expects audio and video to get through soon. */
  #expect(): void {
    clearTimeout(this.#stuck);
    this.#stuck = window.setTimeout(() => {
      if (this.view.getState().phase !== 'waiting') this.view.setState({ isStuck: true });
    }, STUCK_MS);
  }

  get media(): MeetingMedia {
    const { own, isMuted } = this.view.getState();
    return { audio: Boolean(own.audio) && !isMuted, camera: Boolean(own.camera), screen: Boolean(own.screen) };
  }
  get me(): MeetingPerson | undefined {
    return this.view.getState().people.find((each) => each.uid === this.entry.uid);
  }

  /** Sends a frame about what the server decides: roles, the lobby, lines, reactions. */
  say(frame: RoomClientMessage): void {
    this.#signalling.say(frame);
  }

  /** Mutes the person. The microphone stays open, so that the first word afterwards is not cut off. */
  mute(isMuted: boolean): void {
    const { audio } = this.view.getState().own;
    if (audio) audio.enabled = !isMuted;
    this.#liveKit?.mute(isMuted);
    this.view.setState({ isMuted, asked: null });
    this.#tell();
  }

  raise(isUp: boolean): void {
    this.#signalling.say({ type: 'hand', isUp });
    this.#change(this.entry.uid, { hand: isUp ? Date.now() : 0 });
  }

  record(isOn: boolean): void {
    this.#signalling.say({ type: 'recording', isOn });
    // A recording that begins while the connection is lost is announced with the next one.
    this.#change(this.entry.uid, { isRecording: isOn });
  }

  /** Draws on the screen that this participant shares. */
  mark(of: number, stroke: number, points: number[]): void {
    this.#signalling.say({ type: 'mark', of, stroke, points });
    showMark(this.view, { uid: this.entry.uid, of, stroke, points });
  }

  dismiss(): void {
    this.view.setState({ asked: null });
  }

  /** Shows what is said as text. */
  showCaptions(isCaptioned: boolean): void {
    this.view.setState({ isCaptioned, ...(!isCaptioned && { captions: [] }) });
    this.#captions.update();
  }

  /** Passes on speech as text, whether this screen shows it or not. Returns a function that stops it. */
  readCaptions(listener: CaptionReader): () => Promise<void> {
    return this.#captions.add(listener);
  }

  /** Called once, when the meeting is over for this person, however it ended. */
  onOver(listener: () => void): void {
    this.#over.add(listener);
  }

  /** Sets the people that the screen shows, the most important first: the server sends no more than that. */
  look(large: readonly number[], small: readonly number[]): void {
    const isOther = (uid: number) => uid !== this.entry.uid;
    const views = JSON.stringify({ large: large.filter(isOther), small: small.filter(isOther) });
    if (views === this.#views) return;
    this.#views = views;
    this.#tellViews();
  }

  /** Replaces the sent track; null sends nothing. The old one ends, and its indicator light turns off. */
  send(kind: Kind, track: MediaStreamTrack | null): void {
    // If the person left during the camera prompt, the camera is turned off.
    if (this.#isOver) return track?.stop();
    const { own, isMuted } = this.view.getState();
    const before = own[kind];
    if (before !== track) before?.stop();
    const { [kind]: _, ...others } = own;
    this.view.setState({ own: { ...others, ...(track && { [kind]: track }) } });
    if (kind === 'audio') {
      if (track) track.enabled = !isMuted;
      this.#speaker.measure(track ?? undefined);
    }
    if (kind === 'camera') this.#shrink(track);
    if (kind === 'screen' && !track) this.send('sound', null);
    // The track ends if the system revokes it, or the person ends it in the browser's own bar.
    track?.addEventListener('ended', () => {
      if (this.view.getState().own[kind] === track) this.send(kind, null);
    });
    this.#put(kind, track);
    this.#tell();
    if (kind === 'camera') this.#fit();
  }

  leave(): void {
    this.#signalling.close();
    this.#end(null);
  }

  #put(kind: keyof typeof UP_MIDS, track: MediaStreamTrack | null): void {
    if (this.#liveKit) {
      // LiveKit makes the small camera itself.
      if (kind !== 'small') this.#liveKit.put(kind, track);
      return;
    }
    this.#sender(UP_MIDS[kind])
      ?.replaceTrack(track)
      .catch(() => undefined);
  }

  /** Makes a small copy of the camera, for those who see it small or have a thin line. */
  #shrink(track: MediaStreamTrack | null): void {
    this.#small?.stop();
    this.#small = track && typeof track.clone === 'function' ? track.clone() : null;
    this.#put('small', this.#small);
  }

  #tell(): void {
    const { media } = this;
    this.#signalling.say({ type: 'media', ...media });
    this.#change(this.entry.uid, media);
  }
  #tellViews(): void {
    const views = JSON.parse(this.#views) as { large?: number[]; small?: number[] };
    if (views.large && views.small) {
      this.#liveKit?.look(views.large, views.small);
      this.#signalling.say({ type: 'views', large: views.large, small: views.small });
    }
  }
  #change(uid: number, change: Partial<MeetingPerson>): void {
    const { people } = this.view.getState();
    this.view.setState({ people: people.map((each) => (each.uid === uid ? { ...each, ...change } : each)) });
  }

  #end(words: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const listener of this.#over) listener();
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#slow);
    clearTimeout(this.#stuck);
    clearTimeout(this.#broken);
    this.#speaker.close();
    this.#connection?.close();
    this.#liveKit?.close();
    this.#small?.stop();
    for (const track of Object.values(this.view.getState().own)) track.stop();
    this.#onEnd(words ?? '');
  }

  #hear(says: RoomServerMessage): void {
    applyServerMessage(this.view, says);
    switch (says.type) {
      case 'ticket':
        this.#ice = says.ice;
        return;
      case 'entered':
        return this.#enter(says);
      case 'came':
      case 'left':
        return this.#fit();
      case 'caption':
        return this.#captions.pass(says);
      case 'asked':
        return this.#ask(says.what, says.nickname);
      case 'demand':
        this.#isLargeWanted = says.isLarge;
        return this.#fit();
      case 'placed':
        this.#places = says;
        return this.#place();
      case 'grant':
        return this.#queue(() => this.#useLiveKit(says.url, says.token));
      case 'offer':
        return this.#queue(() => this.#answer(says.turn, says.isNew, says.sdp));
      case 'candidate':
        return this.#queue(async () => {
          if (says.turn === this.#turn || says.turn === this.#turn + 1) {
            await this.#connection?.addIceCandidate({ candidate: says.candidate, sdpMid: says.mid });
          }
        });
      default:
    }
  }

  #enter({ people, rules, lines, ice }: Extract<RoomServerMessage, { type: 'entered' }>): void {
    const before = this.me;
    this.#ice = ice;
    this.view.setState({ phase: 'in', people, rules, lines, lobby: [] });
    if (!this.view.getState().isCarried) this.#expect();
    this.#tellViews();
    // The state is sent again, because after a lost connection the room knows neither.
    if (before?.hand) this.raise(true);
    if (before?.isRecording) this.record(true);
    if (this.#captions.isOn) this.say({ type: 'captions', isOn: true });
  }

  #ask(what: 'mute' | 'unmute', nickname: string): void {
    if (what === 'unmute' && this.media.audio) return;
    if (what === 'mute') {
      const { audio } = this.view.getState().own;
      if (audio) audio.enabled = false;
      this.#change(this.entry.uid, { audio: false });
      this.view.setState({ isMuted: true });
    }
    this.view.setState({ asked: { what, nickname } });
  }

  /** Runs one change after the other. After a failure a new connection is requested. */
  #queue(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch(() => {
      if (!this.#isOver) this.#again();
    });
  }

  #again(): void {
    clearTimeout(this.#broken);
    const wait = AGAIN_MS[Math.min(this.#attempts++, AGAIN_MS.length - 1)];
    this.#broken = window.setTimeout(() => this.#signalling.say({ type: 'again' }), wait);
  }

  async #answer(turn: number, isNew: boolean, sdp: string): Promise<void> {
    if (isNew || !this.#connection) this.#open();
    const connection = this.#connection;
    if (!connection) return;
    this.#turn = turn;
    await connection.setRemoteDescription({ type: 'offer', sdp });
    const { own } = this.view.getState();
    for (const kind of ['audio', 'camera', 'small', 'screen', 'sound'] as const) {
      const transceiver = connection.getTransceivers().find((each) => each.mid === UP_MIDS[kind]);
      if (!transceiver || transceiver.direction === 'sendonly') continue;
      transceiver.direction = 'sendonly';
      await transceiver.sender.replaceTrack((kind === 'small' ? this.#small : own[kind]) ?? null);
    }
    const answer = await connection.createAnswer();
    await connection.setLocalDescription(answer);
    this.#signalling.say({ type: 'answer', turn, sdp: answer.sdp ?? '' });
    this.#fit();
    this.#place();
  }

  /** Carries audio and video through this server, whose client is loaded only then. */
  async #useLiveKit(url: string, token: string): Promise<void> {
    this.#liveKit?.close();
    const { LiveKitMedia } = await import('./liveKitMedia.ts');
    if (this.#isOver) return;
    const media = new LiveKitMedia({
      tracks: (tracks) => {
        const shown = [...tracks].filter(([, { camera }]) => camera).map(([uid]) => uid);
        this.view.setState({ tracks, shown: new Set(shown) });
        this.#tellViews();
      },
      carried: (isCarried) => this.#carry(isCarried),
      quality: (quality) => this.#rate(quality),
      // The server muted this person, which the others and the buttons should show.
      muted: () => {
        if (!this.view.getState().isMuted) this.mute(true);
      },
      lost: () => this.#again(),
    });
    this.#liveKit = media;
    await media.connect(url, token);
    const { own, isMuted } = this.view.getState();
    for (const kind of ['audio', 'camera', 'screen', 'sound'] as const) media.put(kind, own[kind] ?? null);
    media.mute(isMuted);
  }

  #open(): void {
    this.#connection?.close();
    const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle', iceServers: [...this.#ice] });
    this.#connection = connection;
    this.#counts = null;
    this.#isLargeWanted = true;
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
    this.#carry(state === 'connected');
    if (state === 'failed') this.#again();
    if (state === 'disconnected') this.#broken = window.setTimeout(() => this.#again(), BROKEN_MS);
  }

  #carry(isCarried: boolean): void {
    this.view.setState({ isCarried });
    if (!isCarried) return;
    // The count is reset only later: a connection that works only for a moment is tried again as rarely as one that
    // does not work.
    window.setTimeout(() => {
      if (this.view.getState().isCarried) this.#attempts = 0;
    }, STEADY_MS);
    clearTimeout(this.#stuck);
    this.view.setState({ isStuck: false });
  }

  #sender(mid: string): RTCRtpSender | undefined {
    return this.#connection?.getTransceivers().find((each) => each.mid === mid)?.sender;
  }

  /** Sets the sizes of the person's own camera. */
  #fit(): void {
    const { people, own } = this.view.getState();
    limitCameras({
      large: this.#sender(UP_MIDS.camera),
      small: this.#sender(UP_MIDS.small),
      people: people.length,
      height: own.camera?.getSettings().height ?? 720,
      // Without a small camera, the large one is sent.
      isLargeActive: this.#isLargeWanted || !this.#small,
    });
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
    for (const { n, uid } of this.#places.screens) {
      put(uid, 'screen', `s${n}`);
      put(uid, 'sound', `t${n}`);
    }
    const shown = new Set(this.#places.seats.filter((seat) => seat.isShown).map(({ uid }) => uid));
    this.view.setState({ tracks, shown });
  }

  #listen(): void {
    const seats = new Map(this.#places.seats.map(({ n, uid }) => [`a${n}`, uid]));
    const levels: [uid: number, level: number][] = [...(this.#liveKit?.levels() ?? [])];
    for (const { mid, receiver } of this.#connection?.getTransceivers() ?? []) {
      const uid = seats.get(mid ?? '');
      if (uid) levels.push([uid, receiver.getSynchronizationSources()[0]?.audioLevel ?? 0]);
    }
    this.#speaker.find(levels);
  }

  /** Measures the quality of the connection, for this person and the others. */
  async #measure(): Promise<void> {
    const report = await this.#connection?.getStats().catch(() => undefined);
    if (!report || this.#isOver) return;
    const counts = countsOf(report);
    const { seats } = this.#places;
    this.#countReducedChecks = countReducedChecks(seats, this.#countReducedChecks);
    const quality = withCameras(qualityOf(counts, this.#counts), seats, this.#countReducedChecks);
    if (isDead(counts, this.#counts)) this.#again();
    this.#counts = counts;
    this.#rate(quality);
  }

  #rate(quality: MeetingQuality): void {
    if (quality === this.view.getState().quality) return;
    this.view.setState({ quality });
    this.#change(this.entry.uid, { quality });
    this.#signalling.say({ type: 'quality', quality });
  }

  /** The state of the connection, for debugging. */
  stats(): Promise<RTCStatsReport> | undefined {
    return this.#connection?.getStats();
  }
}
