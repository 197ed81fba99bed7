import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VListHandle } from 'virtua';
import type { ListRow } from './rows.ts';
import { useScrollAnchor } from './useScrollAnchor.ts';

interface Options {
  list: RefObject<VListHandle | null>;
  frame: RefObject<HTMLElement | null>;
  rows: readonly ListRow[];
  messages: readonly ClientMessage[];
  me: number;
  hasNewer: boolean;
  /** Opens at this message instead of the first unread one. */
  target: number | undefined;
  /** Opens at the newest one instead of the first unread one. */
  opensAtEnd: boolean;
}

const JUMP_PX = 500;

/** Opens the list at its message, stays at the end while it is there, and counts what arrives below otherwise. */
export function useListPlace({ list, frame, rows, messages, me, hasNewer, target, opensAtEnd }: Options) {
  const [isFar, setFar] = useState(false);
  const [fresh, setFresh] = useState(0);
  const firstId = messages[0]?.id ?? 0;
  const lastKey = rows.at(-1)?.key;
  const before = useRef({ firstId, lastKey, hasNewer, count: 0 });
  const isPrepend = before.current.firstId !== firstId && before.current.lastKey === lastKey;

  const place = (key?: string) => (key === undefined ? rows.length - 1 : rows.findIndex((row) => row.key === key));
  const { hold, moved, isAtEnd } = useScrollAnchor(list, frame, place, rows.length > 0);
  const toBottom = useCallback(() => {
    hold('end');
    setFresh(0);
  }, [hold]);

  const hasOpened = useRef(false);
  // The number of times that the list was shown: when it is shown again it opens as if new, so media stop and open
  // menus close.
  const [rounds, setRounds] = useState(0);
  useLayoutEffect(() => {
    const box = frame;
    return () => {
      hasOpened.current = false;
      const shown = box.current;
      if (!shown) return;
      for (const media of shown.querySelectorAll<HTMLMediaElement>('video, audio')) media.pause();
      if (shown.querySelector('[aria-expanded="true"]')) setRounds((count) => count + 1);
    };
  }, [frame]);
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    if (!hasOpened.current) {
      hasOpened.current = true;
      const wanted = target ? rows.find((row) => 'message' in row && row.message.id >= target) : undefined;
      const unread = opensAtEnd ? undefined : rows.find((row) => row.kind === 'unread');
      if (wanted) hold({ key: wanted.key, align: 'center' });
      else if (unread) hold({ key: unread.key, align: 'start' });
      else toBottom();
    } else if (before.current.lastKey !== lastKey) {
      const last = rows.at(-1);
      const isOwn = last?.kind === 'message' && last.message.userid === me;
      if ((isAtEnd() && !hasNewer) || isOwn) toBottom();
      // Messages loaded on the way to the newest ones are not new.
      else if (!before.current.hasNewer) setFresh((count) => count + 1);
    }
    before.current = { firstId, lastKey, hasNewer, count: rows.length };
  }, [rows, firstId, lastKey, me, toBottom, hold, isAtEnd, target, hasNewer, opensAtEnd]);

  return {
    /** The key of the list: another value makes a new list. */
    rounds,
    /** True if messages were added above. */
    isPrepend,
    /** True if the reader is far from the end. */
    isFar,
    /** The number of messages that have arrived below. */
    fresh,
    toBottom,
    /** Called when the list has scrolled. Returns the distance in px from its end. */
    scrolled(handle: VListHandle, offset: number): number {
      const toEnd = moved(handle, offset, hasNewer);
      if (isAtEnd()) setFresh(0);
      // The list may be far from the end for a moment while it moves there.
      setFar(toEnd > JUMP_PX && !isAtEnd());
      return toEnd;
    },
  };
}
