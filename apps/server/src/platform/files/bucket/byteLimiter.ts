/** Lets in as many bytes as fit, first come, first served. */
export interface ByteLimiter {
  /** Resolves to the function that leaves. */
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
