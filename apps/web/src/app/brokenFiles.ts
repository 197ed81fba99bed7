const KEY = 'reloadedForFiles';
/** A server that comes up again may miss its files for a moment; a page must not reload all that time. */
const PAUSE_MS = 60_000;

const missing = new WeakSet<Error>();
// What is imported later and does not come. https://vite.dev/guide/build#load-error-handling
window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));

/** Whether a screen failed because its files did not come. */
export const areFilesMissing = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** A newer version has other names for its files: the page takes them up, once in a while, where the network is there. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(KEY) ?? 0);
  if (!navigator.onLine || Date.now() - last < PAUSE_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  location.reload();
}
