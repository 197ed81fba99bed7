import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import { mayBeAsked } from '#platform/outside/outbound';

/** @throws assistant.address, address.plain */
export function requireAddress({ localHosts }: App, url: string): void {
  if (!/^https?:\/\/[^\s/]/.test(url)) throw fail('assistant.address');
  if (!mayBeAsked(url, localHosts)) throw fail('address.plain');
}
