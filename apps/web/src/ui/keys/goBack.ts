import { useEffect, useRef } from 'react';
import { closeLast } from '#ui/overlays/escape.ts';

/** The actions of going back on the screens that are shown, the innermost last. */
const ways: { run: () => void }[] = [];

/** Runs `run` when the person goes back, while it is given: a screen's own way back, or what has to end before. */
export function useBack(run: (() => void) | undefined): void {
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  const isGiven = run !== undefined;
  useEffect(() => {
    if (!isGiven) return;
    const own = { run: () => newest.current?.() };
    ways.push(own);
    return () => void ways.splice(ways.indexOf(own), 1);
  }, [isGiven]);
}

/** Goes back: closes the last open overlay, or else lets the screen go its own way back. False if there is neither. */
export function goBack(): boolean {
  if (closeLast()) return true;
  const way = ways.at(-1);
  way?.run();
  return way !== undefined;
}

/** A swipe begins within this distance of the left edge, and goes this far. */
const EDGE_PX = 20;
const FAR_PX = 90;

/** A swipe from the left edge goes back, as on phones. Where the browser has a gesture of its own, it takes the touch. */
export function listenToBackSwipes(back: () => void): () => void {
  let from: { x: number; y: number } | null = null;
  const start = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    const isAtEdge = touches.length === 1 && touch !== undefined && touch.clientX <= EDGE_PX;
    from = isAtEdge ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const move = ({ touches }: TouchEvent) => {
    const [touch] = touches;
    if (!from || !touch) return;
    const [x, y] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)];
    // The gesture ends if the finger scrolls, or there is a second one.
    if (touches.length > 1 || y > Math.max(x, FAR_PX / 2)) from = null;
    else if (x >= FAR_PX) {
      from = null;
      back();
    }
  };
  const end = () => {
    from = null;
  };
  const options = { passive: true };
  window.addEventListener('touchstart', start, options);
  window.addEventListener('touchmove', move, options);
  window.addEventListener('touchend', end, options);
  window.addEventListener('touchcancel', end, options);
  return () => {
    window.removeEventListener('touchstart', start);
    window.removeEventListener('touchmove', move);
    window.removeEventListener('touchend', end);
    window.removeEventListener('touchcancel', end);
  };
}
