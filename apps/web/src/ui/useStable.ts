import { useRef } from 'react';

type Call = (...values: unknown[]) => unknown;

/**
 * Returns the same object as last time, unless a non-function property has changed. Its functions call the newest ones.
 * It is for expensive components with unrelated updates.
 */
export function useStable<T extends object>(now: T): T {
  const newest = useRef(now);
  newest.current = now;
  const calls = useRef(new Map<string, Call>());
  const callOf = (key: string): Call => {
    const known = calls.current.get(key) ?? ((...values) => (newest.current[key as keyof T] as Call)(...values));
    calls.current.set(key, known);
    return known;
  };
  const next = Object.fromEntries(
    Object.entries(now).map(([key, value]) => [key, typeof value === 'function' ? callOf(key) : value]),
  ) as T;
  const shown = useRef(next);
  if (!isSame(shown.current, next)) shown.current = next;
  return shown.current;
}

function isSame<T extends object>(one: T, other: T): boolean {
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.is(one[key as keyof T], other[key as keyof T]))
  );
}
