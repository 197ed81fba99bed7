/**
 * Marks the document while the last input came from a finger or a mouse: focus given then shows no ring, which browsers
 * otherwise show if nothing had the focus before (global.css).
 */
export function listenToPointing(): void {
  const mark = (isPointing: boolean) => () => {
    document.documentElement.toggleAttribute('data-pointing', isPointing);
  };
  window.addEventListener('pointerdown', mark(true), { capture: true });
  window.addEventListener('keydown', mark(false), { capture: true });
}
