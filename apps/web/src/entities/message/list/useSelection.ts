import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { useCallback, useRef } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { useStateOf } from '#ui/useStateOf.ts';

const MAX = 100;

/** The selected messages of a conversation, for forwarding together; undefined while not selecting. */
export function useSelection(dialogId: number) {
  const [chosen, setChosen] = useStateOf<ReadonlySet<number> | undefined>(dialogId, () => undefined);
  const latest = useRef(chosen);
  latest.current = chosen;
  const toggle = useCallback(
    ({ id }: ClientMessage) => {
      const next = new Set(latest.current);
      if (!next.delete(id)) next.add(id);
      if (next.size > MAX) return notify(t('message.select_max', { count: MAX }), { kind: 'error' });
      latest.current = next;
      setChosen(next);
    },
    [setChosen],
  );
  const clear = useCallback(() => {
    latest.current = undefined;
    setChosen(undefined);
  }, [setChosen]);
  return { chosen, toggle, clear };
}
