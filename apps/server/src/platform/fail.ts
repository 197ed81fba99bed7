import type { ErrorCode } from '@atrium/contract/contract.ts';

/** What a caller can cause. The edge words it in the caller's language; anything else thrown is a bug. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly data: Record<string, unknown>;
  constructor(code: ErrorCode, data: Record<string, unknown> = {}) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

export const fail = (code: ErrorCode, data?: Record<string, unknown>) => new Failure(code, data);
