import type { StoreApi } from 'zustand/vanilla';
import { meterOf } from '../devices/devices.ts';
import type { RoomView } from './roomView.ts';

const SPEAKER_MS = 1200;
const LOUD = 0.03;

/** Finds who speaks. The loudest participant is the speaker, also during short pauses. */
export class Speaker {
  readonly #view: StoreApi<RoomView>;
  readonly #uid: number;
  #meter: ReturnType<typeof meterOf> | null = null;
  #spokeAt = 0;

  /** `uid`: of this participant. */
  constructor(view: StoreApi<RoomView>, uid: number) {
    this.#view = view;
    this.#uid = uid;
  }

  /** Measures one's own microphone from now on. */
  measure(audio: MediaStreamTrack | undefined): void {
    this.#meter?.close();
    this.#meter = audio ? meterOf(audio) : null;
  }

  close(): void {
    this.#meter?.close();
  }

  /** Shows who is the loudest now. Levels of the others go from 0 to 1. */
  find(levels: Iterable<readonly [uid: number, level: number]>): void {
    const { isMuted, speaker, spoke } = this.#view.getState();
    let loudest = { uid: 0, level: LOUD };
    const hear = (uid: number, level: number) => {
      if (level > loudest.level) loudest = { uid, level };
    };
    if (!isMuted) hear(this.#uid, this.#meter?.level() ?? 0);
    for (const [uid, level] of levels) hear(uid, level);
    const now = performance.now();
    if (loudest.uid) this.#spokeAt = now;
    if (loudest.uid ? loudest.uid !== speaker : speaker !== 0 && now - this.#spokeAt > SPEAKER_MS) {
      const next = loudest.uid ? new Map(spoke).set(loudest.uid, now) : spoke;
      this.#view.setState({ speaker: loudest.uid, spoke: next });
    }
  }
}
