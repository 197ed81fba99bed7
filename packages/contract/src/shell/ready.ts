import { READY_MS } from './bridge.ts';

/** Calls `onMissing` unless the client says that it is ready in time. Returns what `ready` calls. */
export function awaitReady(onMissing: () => void, limitMs = READY_MS): () => void {
  const timer = setTimeout(onMissing, limitMs);
  return () => clearTimeout(timer);
}
