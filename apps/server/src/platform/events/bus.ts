/**
 * Carries committed changes to every node's sockets and caches. In-process here; a Redis implementation has the same
 * two methods. Never NOTIFY per message: it serializes commits.
 */
export interface Bus<Topics extends object> {
  publish<T extends keyof Topics>(topic: T, message: Topics[T]): void;
  /** Returns a function that unsubscribes. */
  subscribe<T extends keyof Topics>(topic: T, listener: (message: Topics[T]) => void): () => void;
}

export function localBus<Topics extends object>(): Bus<Topics> {
  const listeners = new Map<keyof Topics, Set<(message: never) => void>>();
  return {
    publish(topic, message) {
      for (const listener of listeners.get(topic) ?? []) listener(message as never);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };
}
