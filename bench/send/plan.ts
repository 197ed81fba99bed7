/** The plan of the load generator, which drives Atrium and the floor alike. */
export interface Dialog {
  id: number;
  /** Tokens of its members; the first ones send. */
  tokens: string[];
}

export type Question =
  | { ask: 'connect'; base: string; dialogs: Dialog[] }
  | { ask: 'flood'; seconds: number; inFlight: number }
  | { ask: 'pace'; seconds: number; perSecond: number };

export interface Flood {
  sent: number;
  /** From the first send to the last delivery. */
  elapsedMs: number;
  expected: number;
  delivered: number;
}

export interface Pace extends Flood {
  /** From the moment a message was due to each of its deliveries. */
  p50: number;
  p99: number;
}

/** Texts carry the moment they were due, so that a frame tells how long it took. */
export const MARK = 'due:';
/** How a frame of a new message begins. */
export const FRAME = '{"type":"dialog","mode":"add"';
