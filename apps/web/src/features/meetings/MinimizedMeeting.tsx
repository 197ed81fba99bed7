import { IconVideo } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './Meetings.module.css';

/** A shorter drag counts as a click. */
const CLICK_PX = 5;
const CLICK_MS = 200;
const SIZE = 76;
const EDGE = 12;
const BOTTOM = 100;

interface Place {
  side: 'left' | 'right';
  bottom: number;
}
const within = (bottom: number) => Math.max(EDGE, Math.min(window.innerHeight - SIZE - EDGE, bottom));

/** The minimized room: it can be dragged, and snaps to the nearer edge. */
export function MinimizedMeeting({ name, onOpen }: { name: string; onOpen: () => void }) {
  const [place, setPlace] = useState<Place>({ side: 'right', bottom: BOTTOM });
  const [drag, setDrag] = useState<{ x: number; y: number } | null>(null);
  const from = useRef({ x: 0, y: 0, at: 0, isMoved: false });

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY, at: performance.now(), isMoved: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const start = from.current;
    if (!start.at) return;
    if (Math.hypot(event.clientX - start.x, event.clientY - start.y) >= CLICK_PX) start.isMoved = true;
    if (start.isMoved) setDrag({ x: event.clientX, y: event.clientY });
  };
  const onPointerUp = (event: PointerEvent<HTMLButtonElement>) => {
    const start = from.current;
    if (!start.at) return;
    const isClick = !start.isMoved || performance.now() - start.at < CLICK_MS;
    from.current = { x: 0, y: 0, at: 0, isMoved: false };
    setDrag(null);
    if (isClick) return onOpen();
    const side = event.clientX < window.innerWidth / 2 ? 'left' : 'right';
    setPlace({ side, bottom: within(window.innerHeight - event.clientY - SIZE / 2) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { side, bottom } = place;
    const next: Partial<Record<string, Place>> = {
      ArrowLeft: { side: 'left', bottom },
      ArrowRight: { side: 'right', bottom },
      ArrowUp: { side, bottom: within(bottom + 40) },
      ArrowDown: { side, bottom: within(bottom - 40) },
    };
    const chosen = next[event.key];
    if (chosen) {
      event.preventDefault();
      setPlace(chosen);
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onOpen();
    }
  };
  const left = drag ? drag.x - SIZE / 2 : place.side === 'left' ? EDGE : window.innerWidth - SIZE - EDGE;
  const top = drag ? drag.y - SIZE / 2 : window.innerHeight - place.bottom - SIZE;
  return (
    <button
      type="button"
      className={classes.ball}
      style={{ transform: `translate(${left}px, ${top}px)` }}
      data-dragged={drag !== null || undefined}
      data-side={place.side}
      aria-label={t('meeting.back', { name })}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(null)}
      onKeyDown={onKeyDown}
    >
      <IconVideo size={22} stroke={1.75} />
      <span>{t('meeting.in')}</span>
    </button>
  );
}
