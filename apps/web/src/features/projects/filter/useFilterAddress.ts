import type { TaskFilter } from '@atrium/client/projects/taskFilter.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { printFilter, readFilter, withFilter } from './filterAddress.ts';

/** The text is written to the address after a pause of this length, because each letter would draw the screen again. */
const PAUSE_MS = 500;

/**
 * Keeps the filter in the address, so that it can be shared and Back restores the one before. An address with a filter
 * wins over the stored one; without one it gets the stored one.
 */
export function useFilterAddress(filter: TaskFilter, onChange: (filter: TaskFilter) => void): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const own = printFilter(filter);
  // The filter that is in the address, or will be in a moment.
  const said = useRef<string | null>(null);

  const write = useEffectEvent((replace: boolean) => {
    said.current = printFilter(filter);
    void navigate({ pathname, search: withFilter(search, filter), hash }, { replace, state });
  });
  const read = useEffectEvent((there: string) => {
    const isFirst = said.current === null;
    if (said.current === there) return;
    said.current = there;
    if (isFirst && there === '') {
      if (own !== '') write(true);
    } else if (there !== own) onChange({ ...filter, ...readFilter(search) });
  });
  const there = printFilter(readFilter(search));
  useEffect(() => read(there), [there]);

  const conditions = printFilter({ ...filter, text: '' });
  const before = useRef(conditions);
  const follow = useEffectEvent(() => {
    if (said.current === own || said.current === null) return;
    write(before.current === conditions);
  });
  useEffect(() => {
    const isText = before.current === conditions;
    const timer = setTimeout(
      () => {
        follow();
        before.current = conditions;
      },
      isText ? PAUSE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [own, conditions]);
}
