/**
 * The time of day, measured by this process since its start. A clock that is set forward by mistake and back again must
 * not end sign-ins, so expiry is checked against the earlier of this and the system's clock.
 */
export class SteadyClock {
  readonly #wall: () => number;
  readonly #steady: () => number;
  readonly #startedAt: number;
  readonly #began: number;

  /** Both clocks return milliseconds; `steady` never jumps. */
  constructor(wall: () => number = Date.now, steady: () => number = () => performance.now()) {
    this.#wall = wall;
    this.#steady = steady;
    this.#startedAt = wall();
    this.#began = steady();
  }

  now(): Date {
    return new Date(Math.min(this.#wall(), this.#startedAt + (this.#steady() - this.#began)));
  }

  /** The deviation of the system's clock in milliseconds; negative if it was set back. */
  get drift(): number {
    return this.#wall() - (this.#startedAt + (this.#steady() - this.#began));
  }
}
