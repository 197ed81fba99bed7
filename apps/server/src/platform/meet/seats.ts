import { type Camera, type Layer, planCameras, reducedBy } from './layers.ts';
import type { Placement } from './messages.ts';
import type { Outgoing } from './outgoing.ts';
import { type Kind, SMALL_BITS } from './tracks.ts';
import { QUIET_MS, type Up } from './uplink.ts';

/** Streams are offered to a receiver in steps of this many people, so that not every arrival is negotiated. */
const SEATS_AT_ONCE = 4;
/** More people than this share the seats: those who speak or have a camera get them. */
const SEATS = 20;
const CAMERAS = 16;
/** The rate that is assumed for a large picture that nobody has requested yet. */
const LARGE_BITS = 700_000;

/** Another participant, with the properties that a receiver needs. */
export interface Sender {
  readonly id: string;
  readonly isSharing: boolean;
  readonly hasCamera: boolean;
  readonly isActive: boolean;
  /** The time when they last spoke, as `performance.now()`. */
  readonly loudAt: number;
  upOf(kind: Kind): Up | undefined;
}

interface Place {
  peer: Sender | null;
  audio: Outgoing;
  video: Outgoing;
  /** True if the line is too thin for the camera as the screen shows it. */
  isReduced?: boolean;
}

/**
 * The streams down to one receiver: two for each of the others and two for each screen. This decides who is shown in
 * which.
 */
export class Seats {
  readonly #send: (mid: string, kind: 'audio' | 'video', stream: string) => Outgoing;
  #seats: Place[] = [];
  #screens: Place[] = [];
  /** The cameras that the screen shows, by peer; null until known. */
  #views: Map<string, 'large' | 'small'> | null = null;

  constructor(send: (mid: string, kind: 'audio' | 'video', stream: string) => Outgoing) {
    this.#send = send;
  }

  open(): void {
    this.#addSeats();
    this.#addScreen();
  }

  hide(): void {
    for (const seat of this.#seats) this.#seat(seat, null);
    for (const each of this.#screens) this.#screen(each, null);
  }

  clear(): void {
    this.#seats = [];
    this.#screens = [];
  }

  view(large: readonly string[], small: readonly string[]): void {
    const views = new Map<string, 'large' | 'small'>(large.map((id) => [id, 'large']));
    for (const id of small) if (!views.has(id)) views.set(id, 'small');
    this.#views = views;
  }

  /** Shows these participants, each in a fixed seat while there are enough seats. */
  see(others: readonly Sender[]): void {
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
  }

  /** Updates the streams of a participant who has a new connection. */
  relink(peer: Sender): void {
    for (const seat of this.#seats) if (seat.peer === peer) this.#seat(seat, peer);
    for (const each of this.#screens) if (each.peer === peer) this.#screen(each, peer);
  }

  /** If there are more speakers than seats, a speaker gets the seat of the person who has been silent for longest. */
  takeTurns(others: readonly Sender[], now: number): void {
    if (others.length <= this.#seats.length) return;
    const speaker = others.find((other) => now - other.loudAt < 1000 && !this.#isSeated(other));
    if (!speaker) return;
    const quietest = this.#seats.reduce((a, b) => (rankOf(a.peer) <= rankOf(b.peer) ? a : b));
    if (rankOf(quietest.peer) >= now - 1000) return;
    this.#seat(quietest, speaker);
  }

  /** Divides the line: sound and screens come first, and the cameras share the rest. */
  allocate(bits: number, now: number): void {
    const rateOf = (up: Up | undefined) => up?.incoming.bits ?? 0;
    let left = bits;
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

  /** Returns the bytes sent since the last call. */
  takeBytes(): number {
    return [...this.#seats, ...this.#screens].reduce(
      (sum, { audio, video }) => sum + audio.takeBytes() + video.takeBytes(),
      0,
    );
  }

  placed(): Placement {
    return {
      seats: this.#seats.flatMap(({ peer, video, isReduced = false }, n) =>
        peer ? [{ n, peer: peer.id, isShown: !!video.target, isReduced }] : [],
      ),
      screens: this.#screens.flatMap(({ peer }, n) => (peer ? [{ n, peer: peer.id }] : [])),
    };
  }

  #addSeats(): void {
    for (let count = 0; count < SEATS_AT_ONCE; count++) {
      const n = this.#seats.length;
      // Audio and video have the same stream name, by which browsers synchronize them.
      const stream = `seat${n}`;
      const audio = this.#send(`a${n}`, 'audio', stream);
      this.#seats.push({ peer: null, audio, video: this.#send(`v${n}`, 'video', stream) });
    }
  }
  #addScreen(): void {
    const n = this.#screens.length;
    const stream = `screen${n}`;
    const audio = this.#send(`t${n}`, 'audio', stream);
    this.#screens.push({ peer: null, audio, video: this.#send(`s${n}`, 'video', stream) });
  }

  #isSeated(peer: Sender): boolean {
    return this.#seats.some((seat) => seat.peer === peer);
  }
  /** Finds a free seat, a new one, or that of a person without microphone and camera. */
  #seatFor(other: Sender): Place | undefined {
    const isFree = (seat: Place) => seat.peer === null;
    if (!this.#seats.some(isFree) && this.#seats.length < SEATS) this.#addSeats();
    return this.#seats.find(isFree) ?? (other.isActive ? this.#seats.find((seat) => !seat.peer?.isActive) : undefined);
  }
  #freeScreen(): Place {
    const isFree = (each: Place) => each.peer === null;
    if (!this.#screens.some(isFree)) this.#addScreen();
    return this.#screens.find(isFree) as Place;
  }

  #seat(seat: Place, peer: Sender | null): void {
    seat.audio.show(peer?.upOf('audio') ?? null);
    // The camera's size is chosen by `allocate`.
    seat.video.show(null);
    seat.peer = peer;
  }
  #screen(each: Place, peer: Sender | null): void {
    each.audio.show(peer?.upOf('sound') ?? null);
    each.video.show(peer?.upOf('screen') ?? null);
    each.peer = peer;
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
}

const placeIn = (order: readonly string[], { peer }: Place): number => {
  const at = order.indexOf(peer?.id ?? '');
  return at < 0 ? order.length : at;
};
/** The rank by which people get seats: a camera keeps its seat longer than a microphone. */
const rankOf = (peer: Sender | null): number => (peer ? peer.loudAt + (peer.hasCamera ? 60_000 : 0) : -1);
