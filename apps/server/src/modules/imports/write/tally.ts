import type { ImportProblem } from '../imports.plan.ts';

/** Counts what an import created; existing records are not counted. */
export class Tally {
  readonly created: Record<string, number> = {};
  /** Files that could not be downloaded, with the record they belong to. */
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
  /** Records that this many more steps of the plan are done. */
  step(by = 1): void {
    this.#done += by;
    this.#onStep(this.#done);
  }
}
