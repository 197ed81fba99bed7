import type { ErrorCode } from '@atrium/contract/contract.ts';

/**
 * An error that a caller can cause. `callHandler.ts` translates it into the caller's language; anything else thrown is
 * a bug.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;
  /** Lists of text keys, which the message contains as translated lists. */
  readonly words: Record<string, readonly string[]>;
  constructor(code: ErrorCode, data: Record<string, unknown> = {}, words: Record<string, readonly string[]> = {}) {
    super(code);
    this.code = code;
    this.data = data;
    this.words = words;
  }
}

export const fail = (code: ErrorCode, data?: Record<string, unknown>, words?: Record<string, readonly string[]>) =>
  new Failure(code, data, words);
