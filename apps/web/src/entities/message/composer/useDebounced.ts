import { useCallback, useEffect, useRef, useState } from 'react';

/** Returns a text once it has not changed for some ms; an empty text at once. */
export function useDebounced(first: string, restMs: number): [shown: string, say: (next: string) => void] {
  const [shown, setShown] = useState(first);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const say = useCallback(
    (next: string) => {
      clearTimeout(timer.current);
      if (next === '') setShown('');
      else timer.current = window.setTimeout(() => setShown(next), restMs);
    },
    [restMs],
  );
  return [shown, say];
}
