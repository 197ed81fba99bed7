import { useEffect, useEffectEvent, useState } from 'react';

export interface Scale {
  /** The factor; 1 is the original size. */
  value: number;
  in: () => void;
  out: () => void;
  reset: () => void;
}

const STEP = 1.2;
const [MIN, MAX] = [0.25, 4];

/** True if a key belongs to the focused element: a field, a player, or a grid that moves with arrows. */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, video, audio, [contenteditable="true"]') !== null);

/** Handles keys while the viewer is open. */
export function useKeys(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = isTaken(event) ? undefined : acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** A scale that the keys +, - and 0 change. */
export function useScaleKeys(start = 1): Scale {
  const [value, setValue] = useState(start);
  const by = (factor: number) => setValue((now) => Math.min(MAX, Math.max(MIN, now * factor)));
  const scale = { value, in: () => by(STEP), out: () => by(1 / STEP), reset: () => setValue(start) };
  useKeys({ '+': scale.in, '=': scale.in, '-': scale.out, 0: scale.reset });
  return scale;
}
