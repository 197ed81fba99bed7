import { RECORD_MAX_MS, RECORD_MIN_MS } from '@atrium/contract/files/files.ts';

/** Audio from the microphone, ready to be sent. */
export interface Recording {
  content: Blob;
  /** The duration in milliseconds. */
  duration: number;
}

export interface Microphone {
  /** The current level, 0 to 1. */
  level(): number;
  /** The milliseconds of sound that have arrived so far. */
  arrived(): number;
  end(): Promise<Recording>;
  /** Releases the microphone and discards the recording. */
  drop(): void;
}

/** `stop`: nothing happens; `ready`: the microphone is being opened; `ing`: it is recording. */
export type RecordState = 'stop' | 'ready' | 'ing';
export type RecordProblem = 'record.short' | 'record.failed' | 'record.no_mic';

export interface RecorderDeps {
  open(): Promise<Microphone>;
  now(): number;
  changed(): void;
  done(recorded: Recording): void;
  /** `cause` is the browser's error, if any. */
  failed(problem: RecordProblem, cause?: string): void;
}

const CHECK_MS = 1000;
/** The action that follows when the finger is lifted. */
export type ReleaseAction = 'send' | 'cancel' | 'text';
const SLIDE_SHARE = 0.1;

/**
 * Sliding up by more than a tenth of the screen cancels; sliding left by as much of its width transcribes first. Up
 * takes precedence.
 */
export function releaseActionOf(from: Spot, to: Spot, screen: { width: number; height: number }): ReleaseAction {
  if (from.y - to.y > screen.height * SLIDE_SHARE) return 'cancel';
  return from.x - to.x > screen.width * SLIDE_SHARE ? 'text' : 'send';
}
interface Spot {
  x: number;
  y: number;
}

/**
 * Records one message at a time.
 *
 * 1. Opening waits for the person's permission; releasing before that is too short.
 * 2. A microphone that delivers nothing between two checks, a second apart, is given up.
 * 3. After three minutes it ends automatically and is sent.
 */
export class VoiceRecorder {
  readonly #deps: RecorderDeps;
  #state: RecordState = 'stop';
  #mic: Microphone | undefined;
  #startedAt = 0;
  #arrived = 0;
  #checking: ReturnType<typeof setInterval> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  /** Counts attempts: a microphone that an old one opens is closed again. */
  #turn = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  get state(): RecordState {
    return this.#state;
  }
  /** Milliseconds of recording. */
  get elapsed(): number {
    return this.#state === 'ing' ? Math.min(RECORD_MAX_MS, this.#deps.now() - this.#startedAt) : 0;
  }
  level(): number {
    return this.#mic?.level() ?? 0;
  }

  async start(): Promise<void> {
    if (this.#state !== 'stop') return;
    const turn = ++this.#turn;
    this.#become('ready');
    try {
      const mic = await this.#deps.open();
      if (turn !== this.#turn) return mic.drop();
      this.#hear(mic);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#leave();
      this.#deps.failed('record.no_mic', error instanceof Error ? error.message : '');
    }
  }

  #hear(mic: Microphone): void {
    this.#mic = mic;
    this.#startedAt = this.#deps.now();
    this.#arrived = 0;
    this.#checking = setInterval(() => this.#check(), CHECK_MS);
    this.#ending = setTimeout(() => void this.finish(), RECORD_MAX_MS);
    this.#become('ing');
  }
  #check(): void {
    const arrived = this.#mic?.arrived() ?? 0;
    if (arrived > this.#arrived) this.#arrived = arrived;
    else this.#give('record.failed');
  }

  /** Ends the recording and sends it. */
  async finish(): Promise<void> {
    const mic = this.#mic;
    if (this.#state === 'stop') return;
    if (!mic || this.elapsed < RECORD_MIN_MS) return this.#give('record.short');
    this.#leave();
    try {
      const recorded = await mic.end();
      if (recorded.duration < RECORD_MIN_MS) this.#deps.failed('record.short');
      else this.#deps.done(recorded);
    } catch {
      this.#deps.failed('record.failed');
    }
  }
  cancel(): void {
    this.#mic?.drop();
    this.#leave();
  }

  #give(problem: RecordProblem): void {
    this.cancel();
    this.#deps.failed(problem);
  }
  #leave(): void {
    this.#turn++;
    this.#mic = undefined;
    clearInterval(this.#checking);
    clearTimeout(this.#ending);
    this.#become('stop');
  }
  #become(state: RecordState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#deps.changed();
  }
}
