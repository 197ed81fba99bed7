import { Audio, type Direction, PeerConnection, type Track, Video } from 'node-datachannel';
import { Downlink } from './downlink.ts';
import { Incoming } from './incoming.ts';
import { type Camera, type Layer, planCameras, reducedBy } from './layers.ts';
import type { MediaOn, ParticipantMessage, Placed } from './messages.ts';
import { fieldsOf, Outgoing, type Source } from './outgoing.ts';
import {
  bitrateLimit,
  isFeedback,
  isMedia,
  keyframeRequest,
  readFeedback,
  receiverReport,
  retransmissionRequest,
  seqOf,
} from './rtp.ts';

export interface Network {
  port: number;
  /** For browsers whose network blocks UDP; 0 = none. */
  tcpPort: number;
  /** Addresses under which others reach this machine, besides its own. */
  announced: readonly string[];
  bindAddress?: string;
  /** Called with each offer: connections over TCP are recognized by its credentials. */
  onOffer: (sdp: string) => void;
}

/** A camera comes in two sizes; `sound` is that of a shared screen. */
export type Kind = 'audio' | 'camera' | 'small' | 'screen' | 'sound';
const KINDS: readonly Kind[] = ['audio', 'camera', 'small', 'screen', 'sound'];
const isSound = (kind: Kind) => kind === 'audio' || kind === 'sound';
const OPUS = 111;
const VP8 = 96;
const OPUS_PROFILE = 'minptime=10;useinbandfec=1;usedtx=1';

/** Streams are offered to a receiver in steps of this many people, so that not every arrival is negotiated. */
const SEATS_AT_ONCE = 4;
/** More people than this share the seats: those who speak or have a camera get them. */
const SEATS = 20;
const CAMERAS = 16;
/** Minimum interval between key frame requests to a sender. */
const KEYFRAME_MS = 500;
/** A sender silent for this long has its camera off, so requests are pointless. */
const QUIET_MS = 2000;
const ALLOCATE_MS = 250;
/** The large picture is requested at once, and given up only after this time without a viewer. */
const UNWANTED_MS = 3000;
/** A packet of speech is longer than one of silence. */
const SPEECH_BYTES = 55;
/** Bits per second. */
const SCREEN_BITS = 2_500_000;
export const SMALL_BITS = 150_000;
/** Assumed for a large picture that nobody has requested yet. */
const LARGE_BITS = 700_000;

interface Up extends Source {
  track: Track;
  incoming: Incoming;
  askedAt: number;
}

interface Place {
  peer: Peer | null;
  audio: Outgoing;
  video: Outgoing;
  /** Whether the line is too thin for the camera as the screen shows it. */
  isReduced?: boolean;
}

/** One participant's connection: the streams up, and down two for each of the others and two for each screen. */
export class Peer {
  readonly id: string;
  readonly #network: Network;
  readonly #say: (says: ParticipantMessage) => void;
  #connection: PeerConnection | null = null;
  #up = new Map<Kind, Up>();
  #seats: Place[] = [];
  #screens: Place[] = [];
  /** Offers are numbered, with a separate range for each connection, so that an answer to an earlier one is ignored. */
  #turn = Math.floor(Math.random() * 1_000_000) * 1000;
  #isNew = true;
  #isWaiting = false;
  /** Candidates that arrived before their answer. */
  #early: { candidate: string; mid: string }[] = [];
  #isDue = false;
  #media: MediaOn = { audio: true, camera: true, screen: false };
  #others: readonly Peer[] = [];
  /** What the screen shows, by peer; null until it is known. */
  #views: Map<string, 'large' | 'small'> | null = null;
  readonly #downlink = new Downlink();
  #soundLevel = 0;
  /** When this participant last spoke, as `performance.now()`. */
  loudAt = 0;
  #allocatedAt = 0;
  #reportedAt = 0;
  #isDemanded = true;
  #wantedAt = 0;
  #told = '';

  constructor(id: string, network: Network, say: (says: ParticipantMessage) => void) {
    this.id = id;
    this.#network = network;
    this.#say = say;
  }

  get isSharing(): boolean {
    return this.#media.screen;
  }
  get hasCamera(): boolean {
    return this.#media.camera;
  }
  get isActive(): boolean {
    return this.#media.audio || this.#media.camera;
  }
  /** Returns whether others must be seated differently. */
  turnOn(media: MediaOn): boolean {
    const [wasActive, wasSharing] = [this.isActive, this.isSharing];
    this.#media = media;
    return this.isActive !== wasActive || this.isSharing !== wasSharing;
  }
  view(large: readonly string[], small: readonly string[]): void {
    const views = new Map<string, 'large' | 'small'>(large.map((id) => [id, 'large']));
    for (const id of small) if (!views.has(id)) views.set(id, 'small');
    this.#views = views;
  }

  /** Starts a connection and replaces the existing one. */
  open(): void {
    this.#drop();
    const { port, bindAddress } = this.#network;
    const connection = new PeerConnection(this.id, {
      iceServers: [],
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
      ...(bindAddress && { bindAddress }),
    });
    this.#connection = connection;
    this.#isNew = true;
    const isMine = () => this.#connection === connection;
    connection.onLocalDescription((sdp, type) => {
      if (!isMine() || type !== 'offer') return;
      this.#network.onOffer(sdp);
      this.#say({ t: 'offer', turn: this.#turn, isNew: this.#isNew, sdp });
      this.#isNew = false;
    });
    connection.onLocalCandidate((candidate, mid) => {
      if (isMine()) this.#tellCandidates(candidate, mid);
    });
    for (const kind of KINDS) this.#up.set(kind, this.#receive(kind));
    this.#addSeats();
    this.#addScreen();
  }

  /** Shows these, each in a fixed seat while there are enough of them. */
  see(others: readonly Peer[]): void {
    this.#others = others;
    if (!this.#connection) return;
    for (const seat of this.#seats) if (seat.peer && !others.includes(seat.peer)) this.#seat(seat, null);
    for (const each of this.#screens) {
      if (each.peer && !(others.includes(each.peer) && each.peer.isSharing)) this.#screen(each, null);
    }
    for (const other of others) {
      if (!this.#isSeated(other)) {
        const seat = this.#seatFor(other);
        if (seat) this.#seat(seat, other);
      }
      if (other.isSharing && !this.#screens.some((each) => each.peer === other)) {
        this.#screen(this.#freeScreen(), other);
      }
    }
    this.#allocate(performance.now());
    this.#negotiate();
    this.#tellPlaces();
  }

  /** @throws if it is invalid, or does not fit */
  answer(turn: number, sdp: string): void {
    if (!this.#connection || turn !== this.#turn || !this.#isWaiting) return;
    this.#connection.setRemoteDescription(sdp, 'answer');
    this.#isWaiting = false;
    for (const { candidate, mid } of this.#early.splice(0)) this.#connection.addRemoteCandidate(candidate, mid);
    this.#negotiate();
  }

  candidate(turn: number, candidate: string, mid: string): void {
    // Browsers connect over TCP themselves.
    if (!this.#connection || turn > this.#turn || / tcp /i.test(candidate)) return;
    if (this.#connection.remoteDescription()) this.#connection.addRemoteCandidate(candidate, mid);
    else if (this.#early.length < EARLY_MOST) this.#early.push({ candidate, mid });
  }

  upOf(kind: Kind): Up | undefined {
    return this.#up.get(kind);
  }

  /** Several times a second: requests missing packets and awaited key frames, and divides what the line carries. */
  tick(now: number): void {
    for (const up of this.#up.values()) {
      if (!up.track.isOpen()) continue;
      askAgain(up, now);
      if ([...up.shownBy].some((each) => each.awaited === up)) this.#askPicture(up, now);
    }
    if (now - this.#allocatedAt < ALLOCATE_MS) return;
    this.#takeTurns(now);
    this.#allocate(now);
    this.#tellPlaces();
    this.#demand(now);
  }

  /** Once a second: reports by which senders adapt their bitrate. */
  report(now: number, videoBits: number): void {
    for (const [kind, { track, incoming }] of this.#up) {
      incoming.measure(now);
      const reception = track.isOpen() ? incoming.reception(now) : null;
      if (!reception) continue;
      const report = receiverReport(reception);
      const most = kind === 'screen' ? SCREEN_BITS : kind === 'small' ? SMALL_BITS : videoBits;
      track.sendMessageBinary(isSound(kind) ? report : Buffer.concat([report, bitrateLimit(incoming.ssrc, most)]));
    }
    const bytes = [...this.#seats, ...this.#screens].reduce(
      (sum, { audio, video }) => sum + audio.takeBytes() + video.takeBytes(),
      0,
    );
    const elapsed = this.#reportedAt ? now - this.#reportedAt : 1000;
    this.#reportedAt = now;
    this.#downlink.tick((8000 * bytes) / Math.max(1, elapsed), now);
  }

  close(): void {
    this.#drop();
    this.#others = [];
  }

  #drop(): void {
    for (const seat of this.#seats) this.#seat(seat, null);
    for (const each of this.#screens) this.#screen(each, null);
    for (const { shownBy } of this.#up.values()) for (const each of [...shownBy]) each.show(null);
    this.#connection?.close();
    this.#connection = null;
    this.#up.clear();
    this.#seats = [];
    this.#screens = [];
    this.#turn++;
    this.#early = [];
    this.#isWaiting = false;
    this.#isDue = false;
    this.#isDemanded = true;
    this.#told = '';
  }

  #receive(kind: Kind): Up {
    const track = this.#track(`up-${kind}`, isSound(kind) ? 'audio' : 'video', 'RecvOnly');
    const up: Up = {
      track,
      incoming: new Incoming(isSound(kind) ? 48_000 : 90_000),
      shownBy: new Set(),
      askedAt: 0,
    };
    track.onMessage((packet) => {
      const now = performance.now();
      if (isMedia(packet)) this.#forward(kind, up, packet, now);
      else if (isFeedback(packet)) {
        for (const each of readFeedback(packet)) {
          if (each.kind !== 'sent') continue;
          up.incoming.reported(each.ntp, now);
          for (const shown of up.shownBy) shown.report(each.packet, up);
        }
      }
    });
    return up;
  }

  #forward(kind: Kind, up: Up, packet: Buffer, now: number): void {
    if (!up.incoming.take(packet, now)) return;
    askAgain(up, now);
    if (kind === 'audio') {
      // Muted means silent for everybody, even if the browser goes on sending.
      if (!this.#media.audio) return;
      this.#soundLevel += (packet.length - this.#soundLevel) / 8;
      if (this.#soundLevel > SPEECH_BYTES) this.loudAt = now;
    }
    if (up.shownBy.size === 0) return;
    const fields = fieldsOf(packet, seqOf(packet), !isSound(kind));
    // A stream that turns to this one leaves the set of its present source.
    for (const shown of [...up.shownBy]) shown.send(packet, up, fields, now);
  }

  #askPicture(up: Up, now: number): void {
    if (now - up.askedAt < KEYFRAME_MS || now - up.incoming.lastAt > QUIET_MS) return;
    up.askedAt = now;
    up.track.sendMessageBinary(keyframeRequest(up.incoming.ssrc));
  }
  #askPictureOf(source: Source, now: number): void {
    for (const up of this.#up.values()) if (up === source) this.#askPicture(up, now);
  }

  #send(mid: string, kind: 'audio' | 'video', stream: string): Outgoing {
    const ssrc = 1 + Math.floor(Math.random() * 0xfffffffe);
    const track = this.#track(mid, kind, 'SendOnly', { ssrc, stream });
    const outgoing = new Outgoing(mid, track, ssrc, kind);
    track.onMessage((packet) => {
      if (!isFeedback(packet)) return;
      const now = performance.now();
      for (const each of readFeedback(packet)) {
        if (each.kind === 'again') outgoing.sendAgain(each.seqs);
        if (each.kind === 'limit') this.#downlink.heardLimit(each.bits, now);
        if (each.kind === 'loss') this.#downlink.heardLoss(each.fraction);
        const source = outgoing.target;
        if (each.kind === 'keyframe' && source) for (const other of this.#others) other.#askPictureOf(source, now);
      }
    });
    return outgoing;
  }

  #track(mid: string, kind: 'audio' | 'video', direction: Direction, own?: { ssrc: number; stream: string }): Track {
    if (!this.#connection) throw new Error('no connection');
    const media = kind === 'audio' ? new Audio(mid, direction) : new Video(mid, direction);
    if (media instanceof Audio) media.addOpusCodec(OPUS, OPUS_PROFILE);
    else media.addVP8Codec(VP8);
    if (own) media.addSSRC(own.ssrc, own.stream, own.stream, mid);
    return this.#connection.addTrack(media);
  }

  #addSeats(): void {
    for (let count = 0; count < SEATS_AT_ONCE; count++) {
      const n = this.#seats.length;
      // A shared stream name: browsers synchronize audio and video by it.
      const stream = `seat${n}`;
      const audio = this.#send(`a${n}`, 'audio', stream);
      this.#seats.push({ peer: null, audio, video: this.#send(`v${n}`, 'video', stream) });
    }
    this.#isDue = true;
  }
  #addScreen(): void {
    const n = this.#screens.length;
    const stream = `screen${n}`;
    const audio = this.#send(`t${n}`, 'audio', stream);
    this.#screens.push({ peer: null, audio, video: this.#send(`s${n}`, 'video', stream) });
    this.#isDue = true;
  }

  #isSeated(peer: Peer): boolean {
    return this.#seats.some((seat) => seat.peer === peer);
  }
  /** A free seat, a new one, or that of a person without microphone and camera. */
  #seatFor(other: Peer): Place | undefined {
    const isFree = (seat: Place) => seat.peer === null;
    if (!this.#seats.some(isFree) && this.#seats.length < SEATS) this.#addSeats();
    return this.#seats.find(isFree) ?? (other.isActive ? this.#seats.find((seat) => !seat.peer?.isActive) : undefined);
  }
  /** With more speakers than seats, one who speaks gets the seat of the person who has been silent for longest. */
  #takeTurns(now: number): void {
    if (this.#others.length <= this.#seats.length) return;
    const speaker = this.#others.find((other) => now - other.loudAt < 1000 && !this.#isSeated(other));
    if (!speaker) return;
    const quietest = this.#seats.reduce((a, b) => (rankOf(a.peer) <= rankOf(b.peer) ? a : b));
    if (rankOf(quietest.peer) >= now - 1000) return;
    this.#seat(quietest, speaker);
  }
  #freeScreen(): Place {
    const isFree = (each: Place) => each.peer === null;
    if (!this.#screens.some(isFree)) this.#addScreen();
    return this.#screens.find(isFree) as Place;
  }

  #seat(seat: Place, peer: Peer | null): void {
    seat.audio.show(peer?.upOf('audio') ?? null);
    // The camera's size is chosen by `#allocate`.
    seat.video.show(null);
    seat.peer = peer;
  }
  #screen(each: Place, peer: Peer | null): void {
    each.audio.show(peer?.upOf('sound') ?? null);
    each.video.show(peer?.upOf('screen') ?? null);
    each.peer = peer;
  }

  /** Sound and screens come first, and the cameras share the rest of the line. */
  #allocate(now: number): void {
    this.#allocatedAt = now;
    const rateOf = (up: Up | undefined) => up?.incoming.bits ?? 0;
    let left = this.#downlink.bits;
    for (const { peer } of this.#seats) left -= rateOf(peer?.upOf('audio'));
    for (const { peer } of this.#screens) left -= rateOf(peer?.upOf('screen')) + rateOf(peer?.upOf('sound'));
    const order = [...(this.#views?.keys() ?? [])];
    const seats = this.#seats
      .filter(({ peer }) => peer?.hasCamera)
      .toSorted((a, b) => placeIn(order, a) - placeIn(order, b) || (b.peer?.loudAt ?? 0) - (a.peer?.loudAt ?? 0));
    const cameras = seats.map((seat) => this.#cameraOf(seat, now));
    const plan = planCameras(cameras, left, CAMERAS);
    const reduced = reducedBy(plan, cameras, CAMERAS);
    for (const seat of this.#seats) {
      const at = seats.indexOf(seat);
      seat.isReduced = reduced[at] ?? false;
      const layer = at < 0 ? 'none' : (plan[at] ?? 'none');
      const source = layer === 'none' ? null : seat.peer?.upOf(layer === 'large' ? 'camera' : 'small');
      if (seat.video.target === (source ?? null)) continue;
      if (source) seat.video.turnTo(source);
      else seat.video.show(null);
    }
  }

  #cameraOf({ peer, video }: Place, now: number): Camera {
    const [large, small] = [peer?.upOf('camera'), peer?.upOf('small')];
    const isArriving = (up: Up | undefined) => up !== undefined && now - up.incoming.lastAt < QUIET_MS;
    const layer: Layer = !video.target ? 'none' : video.target === large ? 'large' : 'small';
    return {
      wanted: this.#views ? (this.#views.get(peer?.id ?? '') ?? 'none') : 'large',
      // If there is no small layer, only the large one can be sent.
      large: isArriving(large) && large ? Math.max(large.incoming.bits, SMALL_BITS) : LARGE_BITS,
      small: isArriving(small) ? SMALL_BITS : 0,
      now: layer,
    };
  }

  /** Tells the sender whether anybody gets the large picture. */
  #demand(now: number): void {
    const isWanted = (this.#up.get('camera')?.shownBy.size ?? 0) > 0;
    if (isWanted) this.#wantedAt = now;
    const isDemanded = isWanted || now - this.#wantedAt < UNWANTED_MS;
    if (isDemanded === this.#isDemanded) return;
    this.#isDemanded = isDemanded;
    this.#say({ t: 'demand', isLarge: isDemanded });
  }

  /** Others have new connections, so that their media come by other streams. */
  relink(peer: Peer): void {
    for (const seat of this.#seats) if (seat.peer === peer) this.#seat(seat, peer);
    for (const each of this.#screens) if (each.peer === peer) this.#screen(each, peer);
  }

  /** One offer at a time; later changes are offered afterwards. */
  #negotiate(): void {
    if (!this.#isDue || this.#isWaiting || !this.#connection) return;
    this.#isDue = false;
    this.#isWaiting = true;
    this.#turn++;
    this.#connection.setLocalDescription('offer');
  }

  #tellCandidates(candidate: string, mid: string): void {
    const { announced, tcpPort } = this.#network;
    const connection = this.#connection;
    const say = (text: string) => {
      this.#say({ t: 'candidate', turn: this.#turn, candidate: text, mid });
      const overTcp = tcpPort ? tcpCandidate(text, tcpPort) : '';
      if (!overTcp) return;
      setTimeout(() => {
        if (connection && this.#connection === connection)
          this.#say({ t: 'candidate', turn: this.#turn, candidate: overTcp, mid });
      }, TCP_AFTER_MS).unref();
    };
    say(candidate);
    const parts = candidate.split(' ');
    for (const address of announced) {
      if (parts[4] === address || address.includes(':') !== parts[4]?.includes(':')) continue;
      say(parts.with(4, address).join(' '));
    }
  }

  /** Unless nothing has changed. */
  #tellPlaces(): void {
    const placed: Placed = {
      seats: this.#seats.flatMap(({ peer, video, isReduced = false }, n) =>
        peer ? [{ n, peer: peer.id, isShown: !!video.target, isReduced }] : [],
      ),
      screens: this.#screens.flatMap(({ peer }, n) => (peer ? [{ n, peer: peer.id }] : [])),
    };
    const text = JSON.stringify(placed);
    if (text === this.#told) return;
    this.#told = text;
    this.#say({ t: 'placed', placed });
  }
}

const EARLY_MOST = 50;
/** UDP goes first: the way that connects first is kept, and over TCP one lost packet delays all that follow. */
const TCP_AFTER_MS = 1000;

const placeIn = (order: readonly string[], { peer }: Place): number => {
  const at = order.indexOf(peer?.id ?? '');
  return at < 0 ? order.length : at;
};
/** A camera keeps its seat longer than a microphone. */
const rankOf = (peer: Peer | null): number => (peer ? peer.loudAt + (peer.hasCamera ? 60_000 : 0) : -1);

/** The same address for a browser that connects over TCP (RFC 6544), after all that use UDP. */
function tcpCandidate(candidate: string, port: number): string {
  const parts = candidate.split(' ');
  if (parts[2]?.toUpperCase() !== 'UDP' || parts[7] !== 'host') return '';
  const [foundation = '', component = '1', , , address = ''] = parts;
  return `${foundation}9 ${component} TCP 1015021823 ${address} ${port} typ host tcptype passive`;
}

/** At once: until it arrives, everyone sees a frozen picture. */
function askAgain({ track, incoming }: Up, now: number): void {
  const seqs = incoming.missing(now);
  if (seqs.length > 0) track.sendMessageBinary(retransmissionRequest(incoming.ssrc, seqs));
}
