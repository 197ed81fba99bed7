import type { Call, InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { View, Work, WritingView } from '../work.ts';

/**
 * The context of a frequent call that is one statement, change and event together, and therefore its own transaction.
 */
export interface Direct extends WritingView {
  mutation: string | undefined;
}

export type Route =
  | { call: Call; mode: 'read'; run: (view: View, input: never) => Promise<unknown> }
  | {
      call: Call;
      mode: 'write';
      run: (work: Work, input: never) => Promise<unknown>;
      prepare?: (direct: Direct, input: never) => Promise<unknown>;
    }
  | { call: Call; mode: 'direct'; run: (direct: Direct, input: never) => Promise<unknown> };

/** A route that changes nothing. */
export const read = <C extends Call>(call: C, run: (view: View, input: InputOf<C>) => Promise<OutputOf<C>>): Route => ({
  call,
  mode: 'read',
  run: run,
});

/**
 * A route that runs in one transaction with its events. The transaction is repeated if PostgreSQL asks for it.
 * `prepare` does slow work before it, with the same input.
 */
export const write = <C extends Call>(
  call: C,
  run: (work: Work, input: InputOf<C>) => Promise<OutputOf<C>>,
  prepare?: (direct: Direct, input: InputOf<C>) => Promise<InputOf<C>>,
): Route => ({
  call,
  mode: 'write',
  run: run,
  ...(prepare && { prepare }),
});

/**
 * A route that manages its own statements: sign-in (slow hashing outside transactions), and the fast way to send
 * messages.
 */
export const direct = <C extends Call>(
  call: C,
  run: (direct: Direct, input: InputOf<C>) => Promise<OutputOf<C>>,
): Route => ({ call, mode: 'direct', run: run });
