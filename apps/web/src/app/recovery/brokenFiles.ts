import { untilServerIsThere } from '#sync/store/later.ts';

const KEY = 'reloadedForFiles';
/** A server that comes up again may miss its files for a moment; a page must not reload all that time. */
const PAUSE_MS = 60_000;

const missing = new WeakSet<Error>();
// What is imported later and does not come. https://vite.dev/guide/build#load-error-handling
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** Whether a screen failed because its files did not come. */
export const areFilesMissing = (error: unknown): boolean => error instanceof Error && missing.has(error);

/**
 * A newer version has other names for its files: the page takes them up, once in a while, and only where there is a server
 * to give them. A reload without one shows an empty page.
 */
export async function reloadOnce(signal: AbortSignal): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (Date.now() - last < PAUSE_MS || !(await untilServerIsThere(signal))) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
