import { systemPrefetch } from '@atrium/contract/workspace/system.ts';
import { useEffect } from 'react';
import { host } from '#host/browser.ts';
import { OPTIONS } from '#sync/api.ts';
import { client } from '#sync/session.ts';

/** Shells prefetch the files that the server lists; in browsers the service worker stores them all. */
export function usePrefetch(): void {
  useEffect(() => {
    if (host.kind !== 'browser') void prefetch(OPTIONS.base).catch(() => undefined);
  }, []);
}

/** Does nothing without a configured server. */
export async function prefetch(base: string): Promise<void> {
  if (!base) return;
  const addresses = await client.api.read(systemPrefetch, {});
  await Promise.all(addresses.map((address) => fetch(address, { priority: 'low' }).catch(() => undefined)));
}
