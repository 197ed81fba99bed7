import { type PointerEvent, useEffect, useRef, useState, type WheelEvent } from 'react';

interface Ways {
  onClose?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}
interface Place {
  scale: number;
  x: number;
  y: number;
  turn: number;
}

const START: Place = { scale: 1, x: 0, y: 0, turn: 0 };
const MAX = 8;
const STEP = 1.4;
const WHEEL = 0.0015;
const QUARTER = 90;
/** Swiping further than this sideways shows the next picture, downwards closes. */
const SWIPE_PX = 60;

const bounded = (scale: number) => Math.min(MAX, Math.max(1, scale));
const middle = (points: readonly { x: number; y: number }[]) => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
});
const spread = ([a, b]: readonly { x: number; y: number }[]) => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

/** Zooms, moves, rotates and changes pictures by wheel, pointer, two fingers and keys. */
export function useZoom(ways: Ways) {
  const [place, setPlace] = useState(START);
  const [isDragging, setDragging] = useState(false);
  const live = useRef(ways);
  live.current = ways;
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const swipe = useRef({ x: 0, y: 0 });

  const scaleBy = (factor: number) =>
    setPlace((now) => {
      const scale = bounded(now.scale * factor);
      return scale === 1 ? { ...now, scale, x: 0, y: 0 } : { ...now, scale, x: now.x * factor, y: now.y * factor };
    });
  const rotate = () => setPlace((now) => ({ ...now, turn: now.turn + QUARTER, x: 0, y: 0 }));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { onPrevious, onNext } = live.current;
      const acts: Record<string, (() => void) | undefined> = {
        ArrowLeft: onPrevious,
        ArrowRight: onNext,
        '+': () => scaleBy(STEP),
        '=': () => scaleBy(STEP),
        '-': () => scaleBy(1 / STEP),
        '0': () => setPlace(START),
        r: rotate,
      };
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
      if (!act || (event.target as Element | null)?.closest('video')) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);

  const end = (event: PointerEvent) => {
    if (!pointers.current.delete(event.pointerId)) return;
    if (pointers.current.size > 0) return;
    setDragging(false);
    const { x, y } = swipe.current;
    if (place.scale > 1) return;
    setPlace((now) => ({ ...now, x: 0, y: 0 }));
    if (event.type === 'pointercancel') return;
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y))
      (x < 0 ? live.current.onNext : live.current.onPrevious)?.();
    else if (y > SWIPE_PX * 1.5 && event.pointerType === 'touch') live.current.onClose?.();
  };
  return {
    transform: `translate(${place.x}px, ${place.y}px) scale(${place.scale}) rotate(${place.turn}deg)`,
    percent: Math.round(place.scale * 100),
    isDragging,
    in: () => scaleBy(STEP),
    out: () => scaleBy(1 / STEP),
    rotate,
    handlers: {
      onWheel: (event: WheelEvent) => scaleBy(Math.exp(-event.deltaY * WHEEL)),
      onDoubleClick: () => setPlace((now) => (now.scale > 1 ? { ...START, turn: now.turn } : { ...now, scale: 2 })),
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (pointers.current.size === 1) swipe.current = { x: 0, y: 0 };
        setDragging(true);
      },
      onPointerMove(event: PointerEvent) {
        if (!pointers.current.has(event.pointerId)) return;
        const before = [...pointers.current.values()];
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const after = [...pointers.current.values()];
        const [from, to] = [middle(before), middle(after)];
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        swipe.current = { x: swipe.current.x + dx, y: swipe.current.y + dy };
        const factor = after.length === 2 && spread(before) > 0 ? spread(after) / spread(before) : 1;
        setPlace((now) => ({ ...now, scale: bounded(now.scale * factor), x: now.x + dx, y: now.y + dy }));
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
