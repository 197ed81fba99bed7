/**
 * Runs `run` once the current render is on the screen, for work that nobody waits for. Effects of a click run before
 * its frame and delay it. @returns a function that cancels it
 */
export function afterPaint(run: () => unknown): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
