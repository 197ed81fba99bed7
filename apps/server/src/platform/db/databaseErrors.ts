import type { ErrorCode } from '@atrium/contract/contract.ts';
import { OutcomeUnknown } from './transaction.ts';

/** SQLSTATEs that are not the caller's fault: a lack of resources, or a database that is away. */
const STATES: Record<string, ErrorCode> = {
  '53000': 'server.exhausted',
  '53100': 'disk.full',
  '53200': 'server.exhausted',
  '53300': 'database.away',
  '57P01': 'database.away',
  '57P02': 'database.away',
  '57P03': 'database.away',
};
const FILES: Record<string, ErrorCode> = { ENOSPC: 'disk.full', EDQUOT: 'disk.full' };
/** Errors of connections that cannot be opened, or break; the driver's own errors have no code. */
const CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT']);
const CALLS = new Set(['connect', 'read', 'write']);
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** The error for a call that failed for lack of a database, of disk space or memory; null otherwise. */
export function databaseErrorCode(error: unknown): ErrorCode | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof OutcomeUnknown) return 'database.away';
  const { code = '', syscall = '' } = error as { code?: string; syscall?: string };
  const known = STATES[code] ?? FILES[code];
  if (known) return known;
  if (code.startsWith('08') && code.length === 5) return 'database.away';
  return (CONNECTION.has(code) && CALLS.has(syscall)) || WORDS.test(error.message) ? 'database.away' : null;
}
