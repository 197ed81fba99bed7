/** Placeholder for the workspace's public address in stored text, so that a workspace can move. */
export const REMOTE_URL = '{{RemoteURL}}';

// The one allow-list: http, https, mailto, tel. An address with any other scheme, or with none, is no address.

const WEB = /^https?:\/\/[^\s/\\?#]/i;
const MAIL_OR_TEL = /^(?:mailto|tel):[^\s:/\\][^\s\\]*$/i;
// After the placeholder only a path may follow: `{{RemoteURL}}javascript:x` must stay harmless even where
// somebody replaces the placeholder by nothing, and `{{RemoteURL}}/evil.com` where by a slash.
const OWN_PATH = /^[\w-][^\s\\"'<>:]*$/;

/**
 * The address as it may be stored and followed, or null.
 *
 * Browsers skip tabs, line breaks and leading control characters when they read a scheme, so these go first;
 * what is tested is what is returned.
 */
export function safeUrl(url: string): string | null {
  const seen = withoutInvisible(url);
  if (seen.startsWith(REMOTE_URL)) {
    const path = seen.slice(REMOTE_URL.length);
    return path === '' || OWN_PATH.test(path) ? seen : null;
  }
  return WEB.test(seen) || MAIL_OR_TEL.test(seen) ? seen.replaceAll(' ', '%20') : null;
}

/** As `safeUrl`, for what is fetched when a message is shown: the web and the workspace itself only. */
export function safeImageUrl(url: string): string | null {
  const safe = safeUrl(url);
  return safe && (safe.startsWith(REMOTE_URL) || WEB.test(safe)) ? safe : null;
}

/**
 * Turns an address inside this workspace into its stored form; others pass unchanged. The key that addresses of files
 * carry in answers goes: it is the reader's own, and everybody reads what is stored.
 */
export function toStoredUrl(url: string, siteUrl: string | undefined): string {
  const base = siteUrl?.endsWith('/') ? siteUrl : `${siteUrl}/`;
  const stored = siteUrl && url.startsWith(base) ? REMOTE_URL + url.slice(base.length) : url;
  return stored.startsWith(`${REMOTE_URL}file/`) ? stored.replace(/\?key=[^#]*/, '') : stored;
}

function withoutInvisible(url: string): string {
  // Control characters are what is looked for.
  return url
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, '')
    .trim();
}
