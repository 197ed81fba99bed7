import { useEffect } from 'react';
import { showWebUpdate } from '#app/updates/update.ts';
import { host as shell } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { BUSY } from '#sync/store/pauses.ts';
import { notify } from '#ui/overlays/notices.ts';
import { whenQuiet } from './whenQuiet.ts';

let isKept = false;

/**
 * Caches the application in the browser, so that it opens without a network. A newer version is fetched in the
 * background and waits until the reader asks for it: typing is never interrupted.
 */
export function useOffline(): void {
  useEffect(() => {
    if (isKept || !location.protocol.startsWith('http') || !('serviceWorker' in navigator) || !import.meta.env.PROD)
      return;
    // Files are fetched after the workspace has loaded, and the first time also after what the reader opens first: 500
    // files keep browser and server busy for many seconds.
    const settle = () => {
      if (client.state !== 'ready' || isKept) return;
      isKept = true;
      if (navigator.serviceWorker.controller) void keep();
      else whenQuiet(() => void keep());
    };
    // The workspace may be ready before the screen.
    settle();
    return client.onState(settle);
  }, []);
}

/** The delay of the first retry; later ones double it, up to a day. */
const AGAIN_MS = 10_000;
const LONGEST_MS = 24 * 60 * 60_000;

/**
 * Caches the files, and tries again: one failing file of hundreds ends the first caching, and the browser itself
 * retries only at the next start.
 */
async function keep(againMs = AGAIN_MS): Promise<void> {
  const again = () => setTimeout(() => void keep(Math.min(againMs * 2, LONGEST_MS)), againMs);
  // The answer may have no registration if a browser's policy blocks workers.
  const answer: Promise<ServiceWorkerRegistration | undefined> = navigator.serviceWorker.register('/sw.js');
  const registration = await answer.catch(() => null);
  if (registration === undefined) return;
  if (registration && (await isKeeping(registration))) watch(registration);
  else again();
}

/** True if a service worker is installed or being installed. If it has failed there is none. */
async function isKeeping({ active, waiting, installing }: ServiceWorkerRegistration): Promise<boolean> {
  if (active || waiting || !installing) return Boolean(active ?? waiting);
  const stop = reportBusy(installing);
  await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
  stop();
  return installing.state !== 'redundant';
}

const PRESSES = ['click', 'keydown', 'pointerdown', 'wheel'] as const;
/** Often enough for the worker, which waits for two seconds. */
const REPORT_MS = 500;

/** Makes a worker that is storing files wait while the reader is doing something. Returns a function that ends it. */
function reportBusy(worker: ServiceWorker): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const report = ({ timeStamp }: Event) => {
    if (timeStamp - last < REPORT_MS) return;
    last = timeStamp;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
    worker.postMessage({ type: BUSY });
  };
  for (const press of PRESSES) addEventListener(press, report, { capture: true, passive: true });
  return () => {
    for (const press of PRESSES) removeEventListener(press, report, { capture: true });
  };
}

function watch(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    const { waiting } = registration;
    // The first worker replaces nothing, so there is no notice.
    if (!waiting || !navigator.serviceWorker.controller) return;
    const install = () => {
      // A newer worker may wait by now. If another tab has installed it, none waits, and this page only has to reload.
      const { waiting: newest } = registration;
      if (!newest) return shell.startAt(shell.place());
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name.
      newest.postMessage({ type: 'SKIP_WAITING' });
    };
    // A notice leads to the modal, which would interrupt typing.
    notify(t('update.ready'), {
      stays: true,
      action: { label: t('update.see'), run: () => void showWebUpdate(install) },
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
