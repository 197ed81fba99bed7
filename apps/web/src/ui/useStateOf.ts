import { type SetStateAction, useCallback, useState } from 'react';

/**
 * State that belongs to a key: another key resets it without remounting the component. A late update for a former key
 * is ignored.
 */
export function useStateOf<T>(key: unknown, initial: () => T): [T, (next: SetStateAction<T>) => void] {
  const [kept, setKept] = useState(() => ({ key, value: initial() }));
  let shown = kept;
  if (!Object.is(kept.key, key)) {
    shown = { key, value: initial() };
    setKept(shown);
  }
  const set = useCallback(
    (next: SetStateAction<T>) =>
      setKept((now) => {
        if (!Object.is(now.key, key)) return now;
        const value = typeof next === 'function' ? (next as (before: T) => T)(now.value) : next;
        return Object.is(value, now.value) ? now : { key, value };
      }),
    [key],
  );
  return [shown.value, set];
}
