export type CaptionReader = (caption: { uid: number; text: string }) => void;

/** Captions may arrive this long after the speech. If it was quiet twice, none will come. */
const LATE_CAPTION_MS = 12_000;
const LAST_CAPTION_MS = 4000;
const LATE_LOOK_MS = 250;

interface Room {
  /** True if the screen shows captions itself. */
  isShown: () => boolean;
  /** True if this person is in the meeting, and captions can arrive. */
  isHere: () => boolean;
  /** Asks the server for captions, or for no more. */
  ask: (isOn: boolean) => void;
}

/** The parts of this page that read speech as text. The server is asked for it while there is at least one. */
export class CaptionReaders {
  readonly #room: Room;
  readonly #readers = new Set<CaptionReader>();
  /** Readers who stopped, and wait for captions of earlier speech. */
  readonly #lateReaders = new Set<CaptionReader>();
  #isOn = false;

  constructor(room: Room) {
    this.#room = room;
  }

  /** True if the server was asked for captions. It must be asked again after a lost connection. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Asks the server if that has changed. */
  update(): void {
    const isOn = this.#room.isShown() || this.#readers.size > 0;
    if (isOn !== this.#isOn) this.#room.ask(isOn);
    this.#isOn = isOn;
  }

  /**
   * Passes on speech as text, whether the screen shows it or not. Returns a function that stops it: earlier speech is
   * passed on until its promise resolves, because a service needs some seconds.
   */
  add(listener: CaptionReader): () => Promise<void> {
    let heardAt = 0;
    const read: CaptionReader = (caption) => {
      heardAt = Date.now();
      listener(caption);
    };
    this.#readers.add(read);
    this.update();
    return async () => {
      this.#readers.delete(read);
      this.update();
      if (!this.#room.isHere()) return;
      this.#lateReaders.add(read);
      const until = Date.now() + LATE_CAPTION_MS;
      heardAt = Date.now();
      while (this.#room.isHere() && Date.now() < Math.min(until, heardAt + LAST_CAPTION_MS))
        await new Promise((resolve) => setTimeout(resolve, LATE_LOOK_MS));
      this.#lateReaders.delete(read);
    };
  }

  pass(caption: { uid: number; text: string }): void {
    for (const read of [...this.#readers, ...this.#lateReaders]) read(caption);
  }
}
