/**
 * The time of day as this process has measured it since it started. A clock that is set forward by mistake and back again
 * must not end sign-ins, so what expires is held against the earlier of this and the system's clock.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #steady: () => number;
  readonly #startedAt: number;
  readonly #began: number;

  /** Both in milliseconds; `steady` never jumps. */
  constructor(wall: () => number = Date.now, steady: () => number = () => performance.now()) {
    this.#wall = wall;
    this.#steady = steady;
    this.#startedAt = wall();
    this.#began = steady();
  }

  now(): Date {
    return new Date(Math.min(this.#wall(), this.#startedAt + (this.#steady() - this.#began)));
  }

  /** How far the system's clock is from where it should be, in milliseconds; negative where it was set back. */
  get drift(): number {
    return this.#wall() - (this.#startedAt + (this.#steady() - this.#began));
  }
}
