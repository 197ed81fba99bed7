import { CallError } from '@atrium/client/api.ts';
import { t } from './language.ts';

/** The error in the person's language: the server's text, or ours if there is none. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallError) || error.isUnreachable) return t('error.request');
  if (error.code === 'unparseable') return t('error.unparseable');
  return error.msg || t('error.unknown');
}

/** True if a call was refused with this code. */
export const isRefusal = (error: unknown, code: string): boolean => error instanceof CallError && error.code === code;

/** True if a call failed because it needs a sign-in. */
export const needsSignIn = (error: unknown): boolean => isRefusal(error, 'auth.required');
