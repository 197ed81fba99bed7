/** The level of speech, which is louder than a quiet room. */
const SPEECH = 0.04;
/** A pause this long ends a caption, so that it ends between words. */
const PAUSE_MS = 700;
/** Speech without a pause is captioned in parts of this length. */
const LONGEST_MS = 7000;
/** The shortest recording that a service accepts. */
const SHORTEST_MS = 700;

/** Finds the ends of parts of a recording, from the level of the microphone. */
export class SpeechParts {
  #startedAt = 0;
  #spokeAt = 0;
  #audible = 0;

  begin(now: number): void {
    this.#startedAt = now;
    this.#spokeAt = now;
    this.#audible = 0;
  }

  /** False for a click, which is not a word. */
  get hasSpeech(): boolean {
    return this.#audible > 2;
  }

  /** `spoken` = the part has speech and ends here, `silent` = nothing was said yet, and it begins again. */
  next(level: number, now: number): 'on' | 'spoken' | 'silent' {
    if (level > SPEECH) {
      this.#spokeAt = now;
      this.#audible += 1;
    }
    const length = now - this.#startedAt;
    const isSpeech = this.hasSpeech;
    if (isSpeech && length >= SHORTEST_MS && (now - this.#spokeAt >= PAUSE_MS || length >= LONGEST_MS)) return 'spoken';
    return !isSpeech && length >= LONGEST_MS / 2 ? 'silent' : 'on';
  }
}
