import type { Frame } from './socket.ts';

/**
 * Remembers the events that come while answers are on their way. An answer may have been worded before an event that
 * arrived earlier than it: after it is taken in, the events since its request are applied again, which is harmless,
 * because events may be applied twice.
 */
export class Replay {
  #frames: { at: number; frame: Frame }[] = [];
  #at = 0;
  readonly #marks = new Map<number, number>();

  /** From here on events are kept; give the mark back. */
  mark(): number {
    const mark = this.#at;
    this.#marks.set(mark, (this.#marks.get(mark) ?? 0) + 1);
    return mark;
  }
  unmark(mark: number): void {
    const left = (this.#marks.get(mark) ?? 1) - 1;
    if (left > 0) this.#marks.set(mark, left);
    else this.#marks.delete(mark);
    const oldest = Math.min(...this.#marks.keys(), this.#at);
    this.#frames = this.#frames.filter(({ at }) => at >= oldest);
  }
  note(frame: Frame): void {
    if (this.#marks.size > 0) this.#frames.push({ at: this.#at, frame });
    this.#at++;
  }
  since(mark: number): Frame[] {
    return this.#frames.filter(({ at }) => at >= mark).map(({ frame }) => frame);
  }
}
