import type { ClientMessage } from '@atrium/client/rows.ts';
import { useCallback, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/notices.ts';

const MAX = 100;

/** Messages that are being chosen, to be sent on together; undefined while none are. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const latest = useRef<ReadonlySet<number>>(undefined);
  const toggle = useCallback(({ id }: ClientMessage) => {
    const next = new Set(latest.current);
    if (!next.delete(id)) next.add(id);
    if (next.size > MAX) return notify(t('message.select_max', { count: MAX }), { kind: 'error' });
    latest.current = next;
    setChosen(next);
  }, []);
  const clear = useCallback(() => {
    latest.current = undefined;
    setChosen(undefined);
  }, []);
  return { chosen, toggle, clear };
}
