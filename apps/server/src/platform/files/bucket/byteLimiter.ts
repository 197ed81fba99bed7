/** Limits the bytes that are in use at once. Callers are served in the order in which they come. */
export interface ByteLimiter {
  /** Waits until these bytes fit. Resolves with the function that frees them again. */
  enter(bytes: number): Promise<() => void>;
}

export function makeByteLimiter(mostBytes: number): ByteLimiter {
  let inside = 0;
  const waiting: { bytes: number; go(): void }[] = [];
  const letIn = () => {
    for (let next = waiting[0]; next && inside + next.bytes <= mostBytes; next = waiting[0]) {
      waiting.shift();
      inside += next.bytes;
      next.go();
    }
  };
  return {
    async enter(bytes) {
      await new Promise<void>((resolve) => {
        waiting.push({ bytes, go: resolve });
        letIn();
      });
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        inside -= bytes;
        letIn();
      };
    },
  };
}
