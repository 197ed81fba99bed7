import { useEffect } from 'react';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

let isKept = false;

/**
 * Keeps the application in the browser, so that it opens without a network. A newer one is fetched in the background and
 * waits until the reader asks for it: typing is never interrupted.
 */
export function useOffline(): void {
  useEffect(() => {
    if (isKept || host.router === 'hash' || !('serviceWorker' in navigator) || !import.meta.env.PROD) return;
    // The files are fetched once the workspace is there, not beside it.
    const settle = () => {
      if (client.state !== 'ready' || isKept) return;
      isKept = true;
      void keep();
    };
    // The workspace may be there before the screen is.
    settle();
    return client.onState(settle);
  }, []);
}

/** The first time again; later ones after twice as long as the one before, a day at most. */
const AGAIN_MS = 10_000;
const LONGEST_MS = 24 * 60 * 60_000;

/** One file of hundreds that does not come ends all of the first keeping; the browser itself tries it at the next start. */
async function keep(againMs = AGAIN_MS): Promise<void> {
  const again = () => setTimeout(() => void keep(Math.min(againMs * 2, LONGEST_MS)), againMs);
  // Where a browser's policy blocks workers there may be an answer without a registration in it.
  const answer: Promise<ServiceWorkerRegistration | undefined> = navigator.serviceWorker.register('/sw.js');
  const registration = await answer.catch(() => null);
  if (registration === undefined) return;
  if (registration && (await isKeeping(registration))) watch(registration);
  else again();
}

/** Where it has failed by now there is no worker of any kind. */
async function isKeeping({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting || !installing) return Boolean(active ?? waiting);
  await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  return installing.state !== 'redundant';
}

function watch(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    const { waiting } = registration;
    // The very first one has nothing to replace.
    if (!waiting || !navigator.serviceWorker.controller) return;
    notify(t('update.ready'), {
      stays: true,
      action: {
        label: t('update.reload'),
        run: () => {
          navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
          waiting.postMessage({ type: 'SKIP_WAITING' });
        },
      },
    });
  };
  offer();
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') offer();
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
}
