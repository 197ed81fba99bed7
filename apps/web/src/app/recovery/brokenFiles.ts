import { waitForServer } from '#sync/store/lazyComponent.ts';
import { NotLoaded } from '#ui/loading.ts';

const KEY = 'reloadedForFiles';
/**
 * The pause between reloads: a starting server may lack its files for a moment, and a page must not reload all that
 * time.
 */
const PAUSE_MS = 60_000;

const missing = new WeakSet<Error>();
// Collects failed imports. https://vite.dev/guide/build#load-error-handling
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** True if a screen failed because its files did not load. */
export const areFilesMissing = (error: unknown): boolean =>
  error instanceof NotLoaded || (error instanceof Error && missing.has(error));

/**
 * A newer version has other file names: the page reloads to use them, at limited intervals, and only if a server
 * answers. A reload without one shows an empty page.
 */
export async function reloadOnce(signal: AbortSignal): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < PAUSE_MS || !(await waitForServer(signal))) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
