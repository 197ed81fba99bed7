/** The plan of the load generator, which drives both Atrium and the floor. */
export interface Dialog {
  id: number;
  /** Tokens of its members; the first ones send. */
  tokens: string[];
  /** The server of this dialog, if each has its own. */
  base?: string;
  /** The path of its incoming webhook: then nobody else sends. */
  hook?: string;
}

export type Question =
  | { ask: 'connect'; base: string | string[]; dialogs: Dialog[] }
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
  /** From the time a message was due to each of its deliveries. */
  p50: number;
  p99: number;
}

/** Texts contain their due time, so that a frame's delay can be computed. */
export const MARK = 'due:';
/** The beginning of a new message's frame. */
export const FRAME = '{"type":"dialog","mode":"add"';
