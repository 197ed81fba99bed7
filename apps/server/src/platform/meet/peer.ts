import { Audio, type Direction, PeerConnection, type Track, Video } from 'node-datachannel';
import { Incoming } from './incoming.ts';
import type { ParticipantMessage, Placed } from './messages.ts';
import { Outgoing } from './outgoing.ts';
import {
  bitrateLimit,
  isFeedback,
  isMedia,
  keyframeRequest,
  readFeedback,
  receiverReport,
  retransmissionRequest,
  seqOf,
  timeOf,
} from './rtp.ts';

export interface Network {
  port: number;
  /** Addresses under which others reach this machine, besides its own. */
  announced: readonly string[];
  bindAddress?: string;
}

export type Kind = 'audio' | 'camera' | 'screen';
const KINDS: readonly Kind[] = ['audio', 'camera', 'screen'];
const OPUS = 111;
const VP8 = 96;
const OPUS_PROFILE = 'minptime=10;useinbandfec=1;usedtx=1';

/** Streams are offered to a receiver in steps of this many people, so that not every arrival is negotiated. */
const SEATS_AT_ONCE = 4;
/** Minimum interval between key frame requests to a sender. */
const KEYFRAME_MS = 500;
/** A sender silent for this long has its camera off, so requests are pointless. */
const QUIET_MS = 2000;

interface Up {
  track: Track;
  incoming: Incoming;
  shownBy: Set<Outgoing>;
  askedAt: number;
}

interface Screen {
  peer: Peer | null;
  video: Outgoing;
}
interface Seat extends Screen {
  audio: Outgoing;
}

/** One participant's connection: three streams up, and down two for each of the others and one for each screen. */
export class Peer {
  readonly id: string;
  readonly #network: Network;
  readonly #say: (says: ParticipantMessage) => void;
  #connection: PeerConnection | null = null;
  #up = new Map<Kind, Up>();
  #seats: Seat[] = [];
  #screens: Screen[] = [];
  /** Offers are numbered, with a separate range for each connection, so that an answer to an earlier one is ignored. */
  #turn = Math.floor(Math.random() * 1_000_000) * 1000;
  #isNew = true;
  #isWaiting = false;
  /** Candidates that arrived before their answer. */
  #early: { candidate: string; mid: string }[] = [];
  #isDue = false;
  #isSharing = false;
  #others: readonly Peer[] = [];

  constructor(id: string, network: Network, say: (says: ParticipantMessage) => void) {
    this.id = id;
    this.#network = network;
    this.#say = say;
  }

  get isSharing(): boolean {
    return this.#isSharing;
  }
  share(on: boolean): void {
    this.#isSharing = on;
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

  /** Shows exactly these, each in a fixed seat while they are there. */
  see(others: readonly Peer[]): void {
    this.#others = others;
    if (!this.#connection) return;
    for (const seat of this.#seats) if (seat.peer && !others.includes(seat.peer)) this.#seat(seat, null);
    for (const each of this.#screens) {
      if (each.peer && !(others.includes(each.peer) && each.peer.isSharing)) this.#screen(each, null);
    }
    for (const other of others) {
      if (!this.#seats.some((seat) => seat.peer === other)) this.#seat(this.#freeSeat(), other);
      if (other.isSharing && !this.#screens.some((each) => each.peer === other)) {
        this.#screen(this.#freeScreen(), other);
      }
    }
    this.#negotiate();
    this.#say({ t: 'placed', placed: this.#placed() });
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
    if (!this.#connection || turn > this.#turn) return;
    if (this.#connection.remoteDescription()) this.#connection.addRemoteCandidate(candidate, mid);
    else if (this.#early.length < EARLY_MOST) this.#early.push({ candidate, mid });
  }

  upOf(kind: Kind): Up | undefined {
    return this.#up.get(kind);
  }

  /** Several times a second: requests missing packets, and key frames that somebody waits for. */
  tick(now: number): void {
    for (const up of this.#up.values()) {
      const { track, incoming, shownBy } = up;
      if (!track.isOpen()) continue;
      askAgain(up, now);
      if ([...shownBy].some((each) => each.isWaiting)) this.#askPicture(incoming, now);
    }
  }

  /** Once a second: reports by which senders adapt their bitrate. */
  report(now: number, videoBits: number): void {
    for (const [kind, { track, incoming }] of this.#up) {
      const reception = track.isOpen() ? incoming.reception(now) : null;
      if (!reception) continue;
      const report = receiverReport(reception);
      const most = kind === 'audio' ? [] : [bitrateLimit(incoming.ssrc, kind === 'screen' ? SCREEN_BITS : videoBits)];
      track.sendMessageBinary(Buffer.concat([report, ...most]));
    }
  }

  close(): void {
    this.#drop();
    this.#others = [];
  }

  #drop(): void {
    for (const seat of this.#seats) this.#seat(seat, null);
    for (const each of this.#screens) this.#screen(each, null);
    for (const { shownBy } of this.#up.values()) for (const each of shownBy) each.show(null);
    this.#connection?.close();
    this.#connection = null;
    this.#up.clear();
    this.#seats = [];
    this.#screens = [];
    this.#turn++;
    this.#early = [];
    this.#isWaiting = false;
    this.#isDue = false;
  }

  #receive(kind: Kind): Up {
    const mid = `up-${kind}`;
    const track = this.#track(mid, kind === 'audio' ? 'audio' : 'video', 'RecvOnly');
    const up: Up = {
      track,
      incoming: new Incoming(kind === 'audio' ? 48_000 : 90_000),
      shownBy: new Set(),
      askedAt: 0,
    };
    track.onMessage((packet) => {
      const now = performance.now();
      if (isMedia(packet)) this.#forward(up, packet, now);
      else if (isFeedback(packet)) {
        for (const each of readFeedback(packet)) {
          if (each.kind !== 'sent') continue;
          up.incoming.reported(each.ntp, now);
          for (const shown of up.shownBy) shown.report(each.packet);
        }
      }
    });
    return up;
  }

  #forward(up: Up, packet: Buffer, now: number): void {
    if (!up.incoming.take(packet, now)) return;
    askAgain(up, now);
    const seq = seqOf(packet);
    const time = timeOf(packet);
    for (const shown of up.shownBy) shown.send(packet, seq, time, now);
  }

  #askPicture(incoming: Incoming, now: number): void {
    for (const up of this.#up.values()) {
      if (up.incoming !== incoming || now - up.askedAt < KEYFRAME_MS || now - incoming.lastAt > QUIET_MS) continue;
      up.askedAt = now;
      up.track.sendMessageBinary(keyframeRequest(incoming.ssrc));
    }
  }

  #send(mid: string, kind: 'audio' | 'video', stream: string): Outgoing {
    const ssrc = 1 + Math.floor(Math.random() * 0xfffffffe);
    const track = this.#track(mid, kind, 'SendOnly', { ssrc, stream });
    const outgoing = new Outgoing(mid, track, ssrc, kind);
    track.onMessage((packet) => {
      const { source } = outgoing;
      if (!source || !isFeedback(packet)) return;
      for (const each of readFeedback(packet)) {
        if (each.kind === 'again') outgoing.sendAgain(each.seqs);
        if (each.kind === 'keyframe') for (const other of this.#others) other.#askPicture(source, performance.now());
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
    this.#screens.push({ peer: null, video: this.#send(`s${n}`, 'video', `screen${n}`) });
    this.#isDue = true;
  }

  #freeSeat() {
    const isFree = (seat: { peer: Peer | null }) => seat.peer === null;
    if (!this.#seats.some(isFree)) this.#addSeats();
    return this.#seats.find(isFree) as Seat;
  }
  #freeScreen() {
    const isFree = (each: { peer: Peer | null }) => each.peer === null;
    if (!this.#screens.some(isFree)) this.#addScreen();
    return this.#screens.find(isFree) as Screen;
  }

  #seat(seat: Seat, peer: Peer | null): void {
    link(seat.audio, seat.peer?.upOf('audio'), peer?.upOf('audio'));
    link(seat.video, seat.peer?.upOf('camera'), peer?.upOf('camera'));
    seat.peer = peer;
  }
  #screen(each: Screen, peer: Peer | null): void {
    link(each.video, each.peer?.upOf('screen'), peer?.upOf('screen'));
    each.peer = peer;
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
    const say = (text: string) => this.#say({ t: 'candidate', turn: this.#turn, candidate: text, mid });
    say(candidate);
    const parts = candidate.split(' ');
    for (const address of this.#network.announced) {
      if (parts[4] === address || address.includes(':') !== parts[4]?.includes(':')) continue;
      say(parts.with(4, address).join(' '));
    }
  }

  #placed(): Placed {
    const placed = (list: readonly { peer: Peer | null }[]) =>
      list.flatMap(({ peer }, n) => (peer ? [{ n, peer: peer.id }] : []));
    return { seats: placed(this.#seats), screens: placed(this.#screens) };
  }
}

const EARLY_MOST = 50;
const SCREEN_BITS = 2_500_000;

/** At once: until it arrives, everyone sees a frozen picture. */
function askAgain({ track, incoming }: Up, now: number): void {
  const seqs = incoming.missing(now);
  if (seqs.length > 0) track.sendMessageBinary(retransmissionRequest(incoming.ssrc, seqs));
}

function link(outgoing: Outgoing, before: Up | undefined, next: Up | undefined): void {
  before?.shownBy.delete(outgoing);
  next?.shownBy.add(outgoing);
  outgoing.show(next?.incoming ?? null);
}
