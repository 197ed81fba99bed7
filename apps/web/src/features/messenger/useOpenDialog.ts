import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { afterPaint } from '#ui/layout/afterPaint.ts';

interface Place {
  dialogId: number;
  /** The message that the conversation is opened at. */
  position: number | undefined;
}

/**
 * Returns the open conversation, which the address names. One that is opened here is shown at once, and the address
 * follows after the paint, because the whole frame depends on it.
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
  // The change of the address is canceled if the person has left meanwhile.
  useEffect(() => () => following.current?.(), [address]);
  if (ahead && ahead.from !== address) setAhead(undefined);

  const open = (dialogId: number, position?: number) => {
    following.current?.();
    setAhead({ dialogId, position, from: address });
    const next = { dialog: String(dialogId), ...(position && { msg: String(position) }) };
    following.current = afterPaint(() => {
      // The address is left alone if it already names another screen, which may still be loading.
      if (window.location.href !== shown.current) return;
      // Opening the same conversation again adds no history entry.
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
