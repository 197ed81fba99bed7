import type { ErrorCode } from '@atrium/contract/contract.ts';

/** What a caller can cause. The edge words it in the caller's language; anything else thrown is a bug. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;
  /** Texts that the message enumerates, by their keys. */
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
