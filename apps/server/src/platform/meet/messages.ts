/** The participants that a receiver sees and hears, by stream; each is named by its peer. */
export interface Placement {
  /** `a` and `v` with this number are their audio and their camera. */
  seats: { n: number; peer: string; isShown: boolean; isReduced: boolean }[];
  /** `s` with this number is their shared screen. */
  screens: { n: number; peer: string }[];
}

/** The media that a participant sends. */
export interface MediaOn {
  audio: boolean;
  camera: boolean;
  screen: boolean;
}

/** Messages from the server to the forwarding unit. */
export type ToUnit =
  | { t: 'join'; room: string; peer: string }
  | { t: 'answer'; peer: string; turn: number; sdp: string }
  | { t: 'candidate'; peer: string; turn: number; candidate: string; mid: string }
  | { t: 'media'; peer: string; media: MediaOn }
  /** The people that the participant's screen shows, by size, the most important first. */
  | { t: 'views'; peer: string; large: string[]; small: string[] }
  /** The participant needs a new connection, because the existing one is broken. */
  | { t: 'again'; peer: string }
  | { t: 'leave'; peer: string };

/** Messages of the unit about one participant. */
export type ParticipantMessage =
  | { t: 'offer'; turn: number; isNew: boolean; sdp: string }
  | { t: 'candidate'; turn: number; candidate: string; mid: string }
  | { t: 'placed'; placed: Placement }
  /** The participant sends and receives audio and video at this LiveKit server, with this token. */
  | { t: 'grant'; url: string; token: string }
  /** True if anybody gets the large picture of this participant's camera. */
  | { t: 'demand'; isLarge: boolean };

/** Messages from the forwarding unit to the server. */
export type FromUnit =
  | { t: 'ready'; port: number }
  | { t: 'trouble'; why: string }
  /** The packets of all participants since the last message: those expected, and those missing. */
  | { t: 'traffic'; packets: number; lost: number }
  | ({ peer: string } & ParticipantMessage);
