import type { ImportProblem } from '../imports.plan.ts';

/** What an import made; what was there already is not counted. */
export class Tally {
  readonly created: Record<string, number> = {};
  /** What could not be had, and where it belongs. */
  readonly missed: ImportProblem[] = [];
  readonly #onStep: (done: number) => void;
  #done = 0;

  constructor(onStep: (done: number) => void = () => undefined) {
    this.#onStep = onStep;
  }
  count(kind: string, by = 1): void {
    if (by === 0) return;
    this.created[kind] = (this.created[kind] ?? 0) + by;
  }
  miss(what: ImportProblem['what'], where: string): void {
    this.missed.push({ where, what });
  }
  /** So many records of the plan are dealt with. */
  step(by = 1): void {
    this.#done += by;
    this.#onStep(this.#done);
  }
}
