import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { afterPaint } from '#ui/layout/afterPaint.ts';

interface Place {
  dialogId: number;
  /** The message it is opened at. */
  position: number | undefined;
}

/**
 * The open conversation by the address. One opened here is shown at once, and the address follows after drawing: the
 * whole frame depends on the address, and nobody waits for that.
 */
export function useOpenDialog() {
  const [search, setSearch] = useSearchParams();
  const address = search.toString();
  const [ahead, setAhead] = useState<Place & { from: string }>();
  const following = useRef<() => void>(undefined);
  const { key } = useLocation();
  const shown = useRef('');
  useEffect(() => {
    shown.current = window.location.href;
  }, [key]);
  // A person who left meanwhile stays there.
  useEffect(() => () => following.current?.(), [address]);
  if (ahead && ahead.from !== address) setAhead(undefined);

  const open = (dialogId: number, position?: number) => {
    following.current?.();
    setAhead({ dialogId, position, from: address });
    const next = { dialog: String(dialogId), ...(position && { msg: String(position) }) };
    following.current = afterPaint(() => {
      // Another screen may be loading, which the address already names.
      if (window.location.href !== shown.current) return;
      // Reopening adds no history entry.
      setSearch(next, { flushSync: true, replace: new URLSearchParams(next).toString() === address });
    });
  };
  const close = () => setSearch({});
  const there: Place = {
    dialogId: Number(search.get('dialog') ?? 0),
    position: Number(search.get('msg') ?? 0) || undefined,
  };
  return { ...(ahead?.from === address ? ahead : there), open, close };
}
