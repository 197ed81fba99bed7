import { CallError } from '@atrium/client/api.ts';
import { t } from './language.ts';

/** What went wrong, in the person's language: the server's words, or ours where none came that can be read. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallError) || error.isUnreachable) return t('error.request');
  if (error.code === 'unparseable') return t('error.unparseable');
  return error.msg || t('error.unknown');
}

/** Whether a call failed because it is only for signed-in people. */
export const needsSignIn = (error: unknown): boolean => error instanceof CallError && error.code === 'auth.required';
