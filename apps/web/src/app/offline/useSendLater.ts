import { LATER_KEY, type SendCredentials } from '@atrium/client/sending/sendLater.ts';
import { useEffect } from 'react';
import { OPTIONS } from '#sync/api.ts';
import { clientHost } from '#sync/clientHost.ts';
import { isEncrypting } from '#sync/encryption/state.ts';
import { client } from '#sync/session.ts';
import { storedToken } from '#sync/token.ts';

interface Syncing {
  sync?: { register(tag: string): Promise<void> };
}

/**
 * Pending changes are sent by the worker if the page is closed before there is a network, in browsers that support it.
 * The worker does not encrypt: if the workspace wants that, changes wait for the next page.
 */
export function useSendLater(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting || isEncrypting() || !('serviceWorker' in navigator)) return;
    const { version, platform } = OPTIONS;
    const later: SendCredentials = { token: storedToken(), language: client.api.language, version, platform };
    void askFor(later).catch(() => undefined);
    return () => void clientHost.storage.delete(LATER_KEY);
  }, [isWaiting]);
}

async function askFor(later: SendCredentials): Promise<void> {
  // Without a worker, or without support for this, changes wait for the next page.
  const { sync } = ((await navigator.serviceWorker.getRegistration()) ?? {}) as Syncing;
  if (!sync) return;
  await clientHost.storage.set(LATER_KEY, later);
  await sync.register(LATER_KEY);
}
