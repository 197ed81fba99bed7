/**
 * The storage key of the last known setting for encryption, because the first calls of a page come before the settings.
 */
const REMEMBERED = 'e2e_message';

const listeners = new Set<() => void>();

/** Called when this browser learns that the workspace encrypts. Returns a function that unsubscribes. */
export function onEncryption(run: () => void): () => void {
  listeners.add(run);
  return () => void listeners.delete(run);
}

export const isEncrypting = (): boolean => localStorage.getItem(REMEMBERED) === 'open';

/** Stores the server's value of `e2e_message`, from before the sign-in or from the settings. */
export function storeEncryptionState(state: string): void {
  if (state === (localStorage.getItem(REMEMBERED) ?? 'close')) return;
  localStorage.setItem(REMEMBERED, state);
  if (state === 'open') for (const run of listeners) run();
}
