/**
 * Runs once what is being drawn now is on the screen: for what nobody waits for. Effects of a click run before its
 * frame, and what they do is waited for. @returns to leave it
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
