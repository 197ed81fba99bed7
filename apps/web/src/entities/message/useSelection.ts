import type { ClientMessage } from '@atrium/client/rows.ts';
import { useCallback, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/notices.ts';

const MAX = 100;

/** Messages that are being chosen, to be sent on together; undefined while none are. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const toggle = useCallback(({ id }: ClientMessage) => {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      if (next.size <= MAX) return next;
      notify(t('message.select_max', { count: MAX }), { kind: 'error' });
      return before;
    });
  }, []);
  const clear = useCallback(() => setChosen(undefined), []);
  return { chosen, toggle, clear };
}
