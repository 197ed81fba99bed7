import { type Language, translate } from '@atrium/i18n/translate.ts';
import { translateReason } from '#platform/outside/refusal';

const REASON_CHARS = 300;
const NETWORK = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR)/;

interface VendorError extends Partial<Error> {
  statusCode?: number;
  responseBody?: string;
  code?: string;
  errors?: unknown[];
  lastError?: unknown;
}

/**
 * Why a service did not answer, in the reader's language. Administrators also get the service's own words, which are
 * mostly English, may contain addresses, and are often the only thing to search for.
 */
export function serviceErrorText(error: unknown, { lang, isAdmin }: { lang: Language; isAdmin: boolean }): string {
  if (!isAdmin) return translate(lang, `assistant.why.${kindOf(error)}`);
  const own = ownWords(error);
  const guarded = translateReason(own, lang);
  // A refusal by our own guard is already in the reader's language.
  if (guarded !== own) return guarded;
  const why = translate(lang, `assistant.why.${kindOf(error)}`);
  return own ? translate(lang, 'assistant.why.quoted', { why, words: own }) : why;
}

function kindOf(error: unknown): 'key' | 'limit' | 'missing' | 'down' | 'slow' | 'other' {
  for (let each = error as VendorError | undefined; each; each = innerOf(each)) {
    const { statusCode: status = 0, code = '', name = '' } = each;
    if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'slow';
    if (status === 401 || status === 403) return 'key';
    if (status === 402 || status === 429) return 'limit';
    if (status === 404) return 'missing';
    if (status >= 500) return 'other';
    if (NETWORK.test(String(code))) return 'down';
  }
  return 'other';
}

/** The library wraps the last error when it has repeated a request. */
const innerOf = ({ lastError, errors, cause }: VendorError): VendorError | undefined =>
  (lastError ?? errors?.at(-1) ?? cause) as VendorError | undefined;

/** The service's own message in one line, without keys. */
function ownWords(error: unknown): string {
  let deepest = '';
  for (let each = error as VendorError | undefined; each; each = innerOf(each)) {
    const said = messageIn(each.responseBody);
    if (said) return oneLine(said);
    deepest = each.message ?? deepest;
  }
  return oneLine(deepest);
}
const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim().slice(0, REASON_CHARS);

function messageIn(body: string | undefined): string {
  try {
    const { error, message } = JSON.parse(body ?? '') as { error?: { message?: string } | string; message?: string };
    return (typeof error === 'string' ? error : error?.message) ?? message ?? '';
  } catch {
    return '';
  }
}
