const PRESS_MS = 600;
/** The distance that a finger may move, because it is never still. */
const SLACK_PX = 10;

/**
 * True unless the device has touch only: there a long press opens menus, and would start a drag on draggable elements
 * instead.
 */
export const hasPointer = (): boolean =>
  !matchMedia('(pointer: coarse)').matches || matchMedia('(any-pointer: fine)').matches;

interface Press {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
}

/**
 * A long press opens an element's menu. Most browsers fire `contextmenu`; for those that do not (Safari on phones) it
 * is fired here, a moment later than others would.
 */
export function listenToLongPresses(page: Document = document): () => void {
  let press: Press | null = null;
  let isFollowed = false;
  const stop = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  const down = (event: PointerEvent) => {
    stop();
    isFollowed = false;
    const { target, pointerType, isPrimary, clientX: x, clientY: y } = event;
    if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
    // In a field a long press selects text.
    if (target.closest('input, textarea, [contenteditable="true"]')) return;
    const timer = setTimeout(() => {
      press = null;
      const asked = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y });
      // If no menu opens, lifting the finger has its usual effect.
      isFollowed = !target.dispatchEvent(asked);
    }, PRESS_MS);
    press = { timer, x, y };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > SLACK_PX) stop();
  };
  const asked = (event: Event) => {
    if (event.isTrusted) stop();
  };
  /** This event is stopped, because the finger would otherwise press an element of the menu as well. */
  const up = (event: Event) => {
    stop();
    if (isFollowed && event.cancelable) event.preventDefault();
    isFollowed = false;
  };
  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  page.addEventListener('pointerdown', down, options);
  page.addEventListener('pointermove', move, options);
  page.addEventListener('pointercancel', stop, options);
  page.addEventListener('contextmenu', asked, options);
  page.addEventListener('touchend', up, { ...options, passive: false });
  return () => {
    stop();
    ends.abort();
  };
}
