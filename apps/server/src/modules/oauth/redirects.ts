import ipaddr from 'ipaddr.js';

/** Schemes of well-known editors, whose names have no dot. All others must be reversed domain names (RFC 8252, 7.1). */
const EDITORS = new Set(['cursor', 'vscode', 'vscode-insiders', 'windsurf']);
const REVERSED_DOMAIN = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/;

/**
 * True if a sign-in may redirect to this address: over TLS, to a program on the person's own machine, or to an
 * application that has registered a scheme there.
 */
export function isRedirectAllowed(text: string): boolean {
  if (text.length > 2000 || !URL.canParse(text) || /[\s\\\p{C}]/u.test(text)) return false;
  const { protocol, hostname, hash, username, password } = new URL(text);
  if (hash || text.endsWith('#') || username || password || text.includes('*')) return false;
  if (protocol === 'https:') return hostname !== '';
  if (protocol === 'http:') return isLoopback(hostname);
  const scheme = protocol.slice(0, -1);
  return EDITORS.has(scheme) || REVERSED_DOMAIN.test(scheme);
}

/** True if an address is exactly one of the registered ones; on this machine the port may differ. */
export const isRegistered = (registered: readonly string[], asked: string): boolean =>
  registered.some((each) => each === asked || withoutPort(each) === withoutPort(asked));

/** Programs on the person's machine get another free port at each start (RFC 8252, 7.3). */
function withoutPort(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.protocol !== 'http:' || !isLoopback(url.hostname)) return text;
  return text.replace(/^(http:\/\/(?:\[[\da-f:]+\]|[^/:?#]+)):\d+/i, '$1');
}

function isLoopback(name: string): boolean {
  const bare = name.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === 'loopback');
}

/** The part of an address that a person should see: its host, or the scheme of an application on their machine. */
export function shownHost(text: string): string {
  const { protocol, host, hostname } = new URL(text);
  if (protocol === 'http:' && isLoopback(hostname)) return 'localhost';
  return protocol === 'https:' ? host : `${protocol}//`;
}
