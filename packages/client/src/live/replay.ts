import type { Frame } from './socket.ts';

/**
 * Stores the events that arrive while requests are open. An answer may have been made before an event that arrived
 * earlier: after it is applied, the events since its request are applied again, which is harmless, because events may
 * be applied twice.
 */
export class Replay {
  #frames: { at: number; frame: Frame }[] = [];
  #at = 0;
  readonly #marks = new Map<number, number>();

  /** Stores events from now on. The returned mark must be given back. */
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
