import { isIP } from 'node:net';
import type { App } from '#platform/app';

/** The name that passkeys belong to, and the address that browsers must be at. */
export function passkeyPlace({ publicUrl }: Pick<App, 'publicUrl'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}

/** Browsers have passkeys for names only, not for numeric addresses, and without TLS for `localhost` only. */
export function canUsePasskeys({ publicUrl }: Pick<App, 'publicUrl'>): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
