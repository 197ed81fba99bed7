import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { VListHandle } from 'virtua';
import { isSamePill, type Pill, pillFor, type UnreadState } from './positionPill.ts';
import type { ListRow } from './rows.ts';

interface Options {
  list: RefObject<VListHandle | null>;
  rows: readonly ListRow[];
  me: number;
  /** Unread messages, wherever they are. */
  waiting: UnreadState;
  hasOlder: boolean;
  hasNewer: boolean;
  onOlder: () => void;
  onNewer: () => void;
  /** Messages that are really visible. */
  onSeen: (ids: readonly number[]) => void;
}

/** The next page loads within this distance of an edge. */
const EDGE_PX = 600;

/** Reports the messages in view, loads the next page near an edge, and finds unread ones elsewhere. */
export function useRowsInView({ list, rows, me, waiting, hasOlder, hasNewer, onOlder, onNewer, onSeen }: Options) {
  const [pill, setPill] = useState<Pill | null>(null);
  const { unread, unreadOne, mentions } = waiting;
  const seen = useCallback(() => {
    const handle = list.current;
    if (!handle) return;
    const from = handle.findItemIndex(handle.scrollOffset);
    const to = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    const inView = rows
      .slice(from, to + 1)
      .flatMap((row) => ('message' in row && row.message.id > 0 ? [row.message] : []));
    const next = pillFor({ unread, unreadOne, mentions }, inView[0]?.id ?? 0, inView.at(-1)?.id ?? Infinity);
    setPill((now) => (isSamePill(now, next) ? now : next));
    if (document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const ids = inView.flatMap(({ id, read_at, userid }) => (!read_at && userid !== me ? [id] : []));
    if (ids.length > 0) onSeen(ids);
  }, [list, rows, onSeen, me, unread, unreadOne, mentions]);

  useEffect(() => {
    const timer = setTimeout(() => {
      seen();
      // The next page is loaded here too: a short list cannot be scrolled, and at the very top nothing moves anymore.
      const handle = list.current;
      if (!handle) return;
      if (hasOlder && handle.scrollOffset < EDGE_PX) onOlder();
      if (hasNewer && handle.scrollSize - handle.scrollOffset - handle.viewportSize < EDGE_PX) onNewer();
    }, 100);
    window.addEventListener('focus', seen);
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', seen);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [list, seen, hasOlder, onOlder, hasNewer, onNewer]);

  return {
    pill,
    /** Called when the list has scrolled, with the distances in px from its start and end. */
    scrolled(offset: number, toEnd: number) {
      if (offset < EDGE_PX && hasOlder) onOlder();
      if (toEnd < EDGE_PX && hasNewer) onNewer();
      seen();
    },
  };
}
