/**
 * A fault that the running product must survive. Each `*.fault.ts` file beside this one exports one as `fault`;
 * `npm run faults` runs them one after the other and prints a row for each.
 */
export interface Fault {
  /** Short name for the command line: `npm run faults -- catch-up`. */
  name: string;
  /** What holds under the fault, as one sentence. */
  promise: string;
  /**
   * Injects the fault into a product of its own and checks the promise.
   *
   * @returns the figures that were measured, for the table
   * @throws where the promise does not hold
   */
  run(): Promise<string>;
}

/** Thrown by a fault that this machine cannot produce: no root, no loop devices. Shown as skipped, with the reason. */
export class NotPossibleHere extends Error {}
