/**
 * Marks the document while what was done last was done with a finger or a mouse: what takes the focus then is not shown
 * as if somebody had come there by keys, which browsers do where nothing had the focus before (global.css).
 */
export function listenToPointing(): void {
  const mark = (isPointing: boolean) => () => {
    document.documentElement.toggleAttribute('data-pointing', isPointing);
  };
  window.addEventListener('pointerdown', mark(true), { capture: true });
  window.addEventListener('keydown', mark(false), { capture: true });
}
