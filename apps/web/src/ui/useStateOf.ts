import { type SetStateAction, useCallback, useReducer } from 'react';

interface Kept<T> {
  key: unknown;
  value: T;
}

interface Change<T> {
  key: unknown;
  next: SetStateAction<T>;
  /** True if the key is a new one: its value replaces that of the former key. */
  isReset?: boolean;
}

function changed<T>(now: Kept<T>, { key, next, isReset = false }: Change<T>): Kept<T> {
  if (!isReset && !Object.is(now.key, key)) return now;
  const value = typeof next === 'function' ? (next as (before: T) => T)(now.value) : next;
  return Object.is(value, now.value) && !isReset ? now : { key, value };
}

/**
 * State that belongs to a key: another key resets it without remounting the component. A late update for a former key
 * is ignored.
 */
export function useStateOf<T>(key: unknown, initial: () => T): [T, (next: SetStateAction<T>) => void] {
  // A reducer is needed, because a setter's function may be called with the state of a key that React has rendered and
  // not shown, and an update for the key that is shown would be ignored.
  const [kept, change] = useReducer(changed<T>, null, () => ({ key, value: initial() }));
  const set = useCallback((next: SetStateAction<T>) => change({ key, next }), [key]);
  if (Object.is(kept.key, key)) return [kept.value, set];
  const value = initial();
  change({ key, next: () => value, isReset: true });
  return [value, set];
}
