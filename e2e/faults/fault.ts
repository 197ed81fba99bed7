/**
 * A fault that the running product must survive. Each `*.fault.ts` file exports one as `fault`; `npm run faults` runs
 * them in sequence and prints a row for each.
 */
export interface Fault {
  /** Short name for the command line: `npm run faults -- catch-up`. */
  name: string;
  /** The promise under the fault, as one sentence. */
  promise: string;
  /**
   * Injects the fault into a separate product and checks the promise.
   *
   * @param rounds  how often, for a fault that is repeated
   * @returns the measured figures, for the table
   * @throws if the promise is broken
   */
  run(rounds?: number): Promise<string>;
}

/** Thrown by a fault that this machine cannot produce: no root, no loop devices. Shown as skipped, with the reason. */
export class NotPossibleHere extends Error {}
