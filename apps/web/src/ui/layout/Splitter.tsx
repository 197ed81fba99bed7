import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import classes from './Splitter.module.css';

/** The limits of a width in px. */
interface Range {
  least: number;
  most: number;
  usual: number;
}
const STEP = 16;

/** A width set by the person, in px, stored on this device under `name`. */
export function useWidth(name: string, { least, most, usual }: Range): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => {
    const kept = Number(localStorage.getItem(name) ?? usual);
    return kept >= least && kept <= most ? kept : usual;
  });
  const keep = (next: number) => {
    setWidth(next);
    if (next === usual) localStorage.removeItem(name);
    else localStorage.setItem(name, String(next));
  };
  return [width, keep];
}

interface Props {
  label: string;
  /** The element that is resized; the splitter is at its right edge. */
  target: RefObject<HTMLElement | null>;
  width: number;
  range: Range;
  onChange: (width: number) => void;
}

/** A handle between two parts of a screen: it is dragged, moved by arrow keys, and reset by a double click or Enter. */
export function Splitter({ label, target, width, range, onChange }: Props) {
  const from = useRef<{ x: number; width: number }>(null);
  const within = (wish: number) => Math.round(Math.min(range.most, Math.max(range.least, wish)));
  const dragged = (event: PointerEvent) =>
    from.current ? within(from.current.width + event.clientX - from.current.x) : width;
  // Changes the style directly while it moves: React would redraw everything beside it with each step.
  const draw = (wish: number) => target.current?.style.setProperty('width', `${wish}px`);
  const places: Record<string, number> = {
    ArrowLeft: width - STEP,
    ArrowRight: width + STEP,
    Home: range.least,
    End: range.most,
    Enter: range.usual,
  };
  return (
    <hr
      className={classes.splitter}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={range.least}
      aria-valuemax={range.most}
      // A separator that can be moved takes the focus (ARIA, window splitter).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above.
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width };
      }}
      onPointerMove={(event) => {
        if (from.current) draw(dragged(event));
      }}
      onPointerUp={(event) => {
        const next = dragged(event);
        from.current = null;
        if (next !== width) onChange(next);
      }}
      onPointerCancel={() => {
        from.current = null;
        draw(width);
      }}
      onDoubleClick={() => onChange(range.usual)}
      onKeyDown={(event: KeyboardEvent) => {
        const wish = places[event.key];
        if (wish === undefined) return;
        event.preventDefault();
        onChange(within(wish));
      }}
    />
  );
}
