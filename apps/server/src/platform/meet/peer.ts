import { PeerConnection } from 'node-datachannel';
import { announcedCandidates, tcpCandidate } from './candidates.ts';
import { Downlink } from './downlink.ts';
import type { MediaOn, ParticipantMessage } from './messages.ts';
import { Outgoing, type Source } from './outgoing.ts';
import { isFeedback, readFeedback } from './rtp.ts';
import { Seats, type Sender } from './seats.ts';
import { addTrack, type Kind } from './tracks.ts';
import { type Up, Uplink } from './uplink.ts';

export interface Network {
  port: number;
  /** The TCP port, for browsers whose network blocks UDP; 0 = none. */
  tcpPort: number;
  /** Addresses under which others reach this machine, besides its own. */
  announced: readonly string[];
  bindAddress?: string;
  /** Called with each offer: connections over TCP are recognized by its credentials. */
  onOffer: (sdp: string) => void;
}

const ALLOCATE_MS = 250;
const EARLY_MOST = 50;
/**
 * Candidates over TCP are sent this much later than those over UDP: the way that connects first is used, and over TCP
 * one lost packet delays all that follow.
 */
const TCP_AFTER_MS = 1000;

/** One participant's connection: the streams up, and down two for each of the others and two for each screen. */
export class Peer implements Sender {
  readonly id: string;
  readonly #network: Network;
  readonly #say: (says: ParticipantMessage) => void;
  #connection: PeerConnection | null = null;
  readonly #uplink = new Uplink();
  readonly #seats = new Seats((mid, kind, stream) => this.#send(mid, kind, stream));
  readonly #downlink = new Downlink();
  /** Offers are numbered, with a separate range for each connection, so that an answer to an earlier one is ignored. */
  #turn = Math.floor(Math.random() * 1_000_000) * 1000;
  #isNew = true;
  #isWaiting = false;
  /** Candidates that arrived before their answer. */
  #early: { candidate: string; mid: string }[] = [];
  #isDue = false;
  #media: MediaOn = { audio: true, camera: true, screen: false };
  #others: readonly Peer[] = [];
  #allocatedAt = 0;
  #reportedAt = 0;
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
  get loudAt(): number {
    return this.#uplink.loudAt;
  }
  upOf(kind: Kind): Up | undefined {
    return this.#uplink.of(kind);
  }

  /** Returns whether others must be seated differently. */
  turnOn(media: MediaOn): boolean {
    const [wasActive, wasSharing] = [this.isActive, this.isSharing];
    this.#media = media;
    this.#uplink.isMuted = !media.audio;
    return this.isActive !== wasActive || this.isSharing !== wasSharing;
  }
  view(large: readonly string[], small: readonly string[]): void {
    this.#seats.view(large, small);
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
    this.#uplink.open(connection);
    this.#seats.open();
  }

  /** Shows these participants, each in a fixed seat while there are enough seats. */
  see(others: readonly Peer[]): void {
    this.#others = others;
    if (!this.#connection) return;
    this.#seats.see(others);
    this.#allocate(performance.now());
    this.#negotiate();
    this.#tellPlaces();
  }

  /** Updates the streams of a participant who has a new connection. */
  relink(peer: Peer): void {
    this.#seats.relink(peer);
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
    // Browsers open TCP connections themselves, so their TCP candidates are ignored.
    if (!this.#connection || turn > this.#turn || / tcp /i.test(candidate)) return;
    if (this.#connection.remoteDescription()) this.#connection.addRemoteCandidate(candidate, mid);
    else if (this.#early.length < EARLY_MOST) this.#early.push({ candidate, mid });
  }

  /**
   * Called several times a second: requests missing packets and awaited key frames, and divides what the line carries.
   */
  tick(now: number): void {
    this.#uplink.tick(now);
    if (now - this.#allocatedAt < ALLOCATE_MS) return;
    this.#seats.takeTurns(this.#others, now);
    this.#allocate(now);
    this.#tellPlaces();
    // The sender learns whether anybody gets the large picture.
    const isDemanded = this.#uplink.demand(now);
    if (isDemanded !== null) this.#say({ t: 'demand', isLarge: isDemanded });
  }

  /** Called once a second: sends the reports by which senders adapt their bitrate. */
  report(now: number, videoBits: number): void {
    this.#uplink.report(now, videoBits);
    const bytes = this.#seats.takeBytes();
    const elapsed = this.#reportedAt ? now - this.#reportedAt : 1000;
    this.#reportedAt = now;
    this.#downlink.tick((8000 * bytes) / Math.max(1, elapsed), now);
  }

  close(): void {
    this.#drop();
    this.#others = [];
  }

  #drop(): void {
    this.#seats.hide();
    this.#uplink.clear();
    this.#connection?.close();
    this.#connection = null;
    this.#seats.clear();
    this.#turn++;
    this.#early = [];
    this.#isWaiting = false;
    this.#isDue = false;
    this.#told = '';
  }

  /** Adds a stream to this receiver, which the next offer contains. */
  #send(mid: string, kind: 'audio' | 'video', stream: string): Outgoing {
    if (!this.#connection) throw new Error('no connection');
    const ssrc = 1 + Math.floor(Math.random() * 0xfffffffe);
    const track = addTrack(this.#connection, mid, kind, 'SendOnly', { ssrc, stream });
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
    this.#isDue = true;
    return outgoing;
  }
  #askPictureOf(source: Source, now: number): void {
    this.#uplink.askPictureOf(source, now);
  }

  #allocate(now: number): void {
    this.#allocatedAt = now;
    this.#seats.allocate(this.#downlink.bits, now);
  }

  /** Sends one offer at a time; later changes are offered afterwards. */
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
    for (const each of [candidate, ...announcedCandidates(candidate, announced)]) say(each);
  }

  /** Tells the browser who is shown in which stream, unless nothing has changed. */
  #tellPlaces(): void {
    const placed = this.#seats.placed();
    const text = JSON.stringify(placed);
    if (text === this.#told) return;
    this.#told = text;
    this.#say({ t: 'placed', placed });
  }
}
