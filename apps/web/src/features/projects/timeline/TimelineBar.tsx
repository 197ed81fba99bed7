import type { DragHandle } from '@atrium/client/projects/timeline.ts';
import type { Task } from '@atrium/contract/projects/tasks.ts';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './Timeline.module.css';

interface Props {
  task: Task;
  /** The left edge in pixels. */
  left: number;
  width: number;
  dayWidth: number;
  isPlanned: boolean;
  isStaged: boolean;
  isOverdue: boolean;
  onDrag: (grip: DragHandle, days: number) => void;
  onOpen: () => void;
}

const EDGE = 8;
const LEAST = 10;
/** A smaller move counts as a click. */
const SLACK = 3;

/**
 * The bar of a task's time. Dragging its middle moves it, its ends resize it; arrows move it by a day, with Shift they
 * resize it.
 */
export function TimelineBar({ task, left, width, dayWidth, isPlanned, isStaged, isOverdue, onDrag, onOpen }: Props) {
  const [drag, setDrag] = useState<{ grip: DragHandle; from: number; by: number } | null>(null);
  const isDone = Boolean(task.complete_at);
  const isFixed = isDone || task.is_guest === true;
  const days = drag ? Math.round(drag.by / dayWidth) : 0;
  const shift = days * dayWidth;
  const shown = {
    left: left + (drag && drag.grip !== 'end' ? shift : 0),
    width: Math.max(LEAST, width + (drag?.grip === 'start' ? -shift : drag?.grip === 'end' ? shift : 0)),
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || isFixed) return;
    const { left: x, width: wide } = event.currentTarget.getBoundingClientRect();
    const at = event.clientX - x;
    const grip = wide < 3 * EDGE ? 'move' : at < EDGE ? 'start' : at > wide - EDGE ? 'end' : 'move';
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ grip, from: event.clientX, by: 0 });
  };
  const move = (event: PointerEvent) => drag && setDrag({ ...drag, by: event.clientX - drag.from });
  const end = () => {
    if (!drag) return;
    setDrag(null);
    if (days !== 0) onDrag(drag.grip, days);
    else if (Math.abs(drag.by) < SLACK) onOpen();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return onOpen();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step || isFixed) return;
    event.preventDefault();
    onDrag(event.shiftKey ? 'end' : 'move', step);
  };
  return (
    <div
      className={classes.bar}
      role="button"
      tabIndex={0}
      data-bar={task.id}
      data-planned={isPlanned || undefined}
      data-staged={isStaged || undefined}
      data-done={isDone || undefined}
      data-overdue={isOverdue || undefined}
      data-dragging={drag ? '' : undefined}
      aria-label={t('timeline.bar', { name: task.name })}
      title={task.name}
      style={{ ...shown, '--bar': task.p_color || 'var(--accent)' } as CSSProperties}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      onClick={() => isFixed && onOpen()}
      onKeyDown={onKeyDown}
    >
      <span className={classes.barName}>{task.name}</span>
    </div>
  );
}
