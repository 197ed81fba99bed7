/** Who is seen and heard in which of a receiver's streams; by what peers call themselves. */
export interface Placed {
  /** `a` and `v` with this number are their sound and their camera. */
  seats: { n: number; peer: string }[];
  /** `s` with this number is what they show of their screen. */
  screens: { n: number; peer: string }[];
}

/** From the server to the forwarding unit. */
export type ToUnit =
  | { t: 'join'; room: string; peer: string }
  | { t: 'answer'; peer: string; turn: number; sdp: string }
  | { t: 'candidate'; peer: string; turn: number; candidate: string; mid: string }
  | { t: 'screen'; peer: string; on: boolean }
  /** A new connection: what there was does not carry any more. */
  | { t: 'again'; peer: string }
  | { t: 'leave'; peer: string };

/** What the unit says of one of those that are in. */
export type PeerSays =
  | { t: 'offer'; turn: number; isNew: boolean; sdp: string }
  | { t: 'candidate'; turn: number; candidate: string; mid: string }
  | { t: 'placed'; placed: Placed };

/** From the forwarding unit to the server. */
export type FromUnit = { t: 'ready'; port: number } | { t: 'trouble'; why: string } | ({ peer: string } & PeerSays);
