/** Placeholder for the workspace's public address in stored text, so that a workspace can move. */
export const REMOTE_URL = '{{RemoteURL}}';

// The allowed schemes: http, https, mailto, tel. An address with any other scheme, or without one, is invalid.

const WEB = /^https?:\/\/[^\s/\\?#]/i;
const MAIL_OR_TEL = /^(?:mailto|tel):[^\s:/\\][^\s\\]*$/i;
// After the placeholder only a path may follow: `{{RemoteURL}}javascript:x` must be harmless even if the placeholder is
// replaced by nothing, and `{{RemoteURL}}/evil.com` if it is replaced by a slash.
const OWN_PATH = /^[\w-][^\s\\"'<>:]*$/;

/**
 * The address if it may be stored and followed, or null.
 *
 * Browsers ignore tabs, line breaks and leading control characters in a scheme, so these are removed first; the tested
 * value is the returned one.
 */
export function safeUrl(url: string): string | null {
  const seen = withoutInvisible(url);
  if (seen.startsWith(REMOTE_URL)) {
    const path = seen.slice(REMOTE_URL.length);
    return path === '' || OWN_PATH.test(path) ? seen : null;
  }
  return WEB.test(seen) || MAIL_OR_TEL.test(seen) ? seen.replaceAll(' ', '%20') : null;
}

/** Like `safeUrl`, for addresses that are loaded when a message is shown: the web and the workspace itself only. */
export function safeImageUrl(url: string): string | null {
  const safe = safeUrl(url);
  return safe && (safe.startsWith(REMOTE_URL) || WEB.test(safe)) ? safe : null;
}

/**
 * Converts an address inside this workspace to its stored form; others are unchanged. The key that file addresses have
 * in answers is removed: it belongs to the reader, and stored text is read by everybody.
 */
export function toStoredUrl(url: string, siteUrl: string | undefined): string {
  const base = siteUrl?.endsWith('/') ? siteUrl : `${siteUrl}/`;
  const stored = siteUrl && url.startsWith(base) ? REMOTE_URL + url.slice(base.length) : url;
  return stored.startsWith(`${REMOTE_URL}file/`) ? stored.replace(/\?key=[^#]*/, '') : stored;
}

function withoutInvisible(url: string): string {
  // Control characters are what this looks for.
  return url
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .trim();
}
