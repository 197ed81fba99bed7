/**
 * Carries messages between the parts of this server: its sockets, caches and followers. What other nodes must hear goes
 * through `platform/cluster`, never through NOTIFY, which serializes commits.
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
