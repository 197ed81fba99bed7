import { type Language, translate } from '@atrium/i18n/translate.ts';
import { type Failure, fail } from '../fail.ts';
import { OutboundRefused } from './outbound.ts';

const REFUSALS = [
  [/^(?<host>\S+) is not a public address$/, 'address.local'],
  [/^only https addresses are asked$/, 'address.plain'],
  [/^the answer is too long$/, 'address.long'],
] as const;

function found(reason: string) {
  for (const [pattern, code] of REFUSALS) {
    const match = pattern.exec(reason);
    if (match) return { code, data: { host: match.groups?.['host'] ?? '' } };
  }
  return undefined;
}

/**
 * Returns the error for the caller if the guard of outgoing requests refused, also if this is the cause of another
 * error.
 */
export function refusalOf(error: unknown): Failure | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const refusal = each instanceof OutboundRefused ? found(each.message) : undefined;
    if (refusal) return fail(refusal.code, refusal.data);
  }
  return undefined;
}

/** Translates a stored reason, for example in a list of calls, if it comes from the guard. */
export function translateReason(reason: string, lang: Language): string {
  const refusal = found(reason);
  return refusal ? translate(lang, `error.${refusal.code}`, refusal.data) : reason;
}
