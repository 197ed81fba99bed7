import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Loader } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { VList } from 'virtua';
import { Bubble } from '#entities/message/bubbles/Bubble.tsx';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { SystemLine } from '#entities/message/bubbles/SystemLine.tsx';
import { dayWords } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { LoadingPlaceholder as Loading } from '#ui/layout/LoadingPlaceholder.tsx';
import { useFirstRows, useRowHeight } from '#ui/lists/rowHeights.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './MessageList.module.css';
import { PositionPill } from './PositionPill.tsx';
import { isSamePill, type Pill, pillFor, type UnreadState } from './positionPill.ts';
import { type ListRow, rowsOf } from './rows.ts';
import { useHeldPlace } from './useHeldPlace.ts';

export interface MessageListHandle {
  toBottom(): void;
}

interface Props {
  dialogId: number;
  messages: readonly ClientMessage[];
  keyOf: (id: number) => number;
  me: number;
  isGroup: boolean;
  /** The first unread message; 0 = everything is read. Fixed while the conversation is open. */
  firstUnread: number;
  hasOlder: boolean;
  hasNewer: boolean;
  isLoading: boolean;
  /** Unread messages, wherever they are. */
  waiting: UnreadState;
  highlighted: number;
  pinned: number;
  /** The selected messages; undefined while not selecting. */
  chosen: ReadonlySet<number> | undefined;
  /** Opens at this message instead of the first unread one. */
  target?: number | undefined;
  /** Opens at the newest one instead of the first unread one. */
  opensAtEnd: boolean;
  actions: BubbleActions;
  onOlder: () => void;
  onNewer: () => void;
  /** Jumps to the newest ones, which are not loaded while there are newer ones than the last. */
  onLatest: () => void;
  /** Messages that are really visible. */
  onSeen: (ids: readonly number[]) => void;
  empty: ReactNode;
  ref?: Ref<MessageListHandle>;
}

/** The next page loads within this distance of an edge. */
const EDGE_PX = 600;
const JUMP_PX = 500;

/**
 * A conversation's messages, virtualized in both directions. It stays at the end while it is there, keeps its position
 * when older messages load above, and opens at the first unread one.
 */
export function MessageList(props: Props) {
  const { messages, firstUnread, hasOlder, hasNewer, onSeen, actions, me, target, opensAtEnd } = props;
  const rows = useMemo(() => rowsOf(messages, firstUnread, props.keyOf), [messages, firstUnread, props.keyOf]);
  const own = `messages of ${props.dialogId}`;
  const { list, itemSize, cache, room } = useRowHeight([own, 'messages'], 56, {
    of: own,
    keys: () => rows.map((row) => row.key),
  });
  const isFromEnd = !target && (opensAtEnd || !firstUnread);
  const first = useFirstRows({ itemSize, room }, rows.length);
  const frame = useRef<HTMLDivElement>(null);
  const [isFar, setFar] = useState(false);
  const [pill, setPill] = useState<Pill | null>(null);
  const [fresh, setFresh] = useState(0);
  const firstId = messages[0]?.id ?? 0;
  const lastKey = rows.at(-1)?.key;
  const before = useRef({ firstId, lastKey, hasNewer, count: 0 });
  const isPrepend = before.current.firstId !== firstId && before.current.lastKey === lastKey;

  const { unread, unreadOne, mentions } = props.waiting;
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

  const place = (key?: string) => (key === undefined ? rows.length - 1 : rows.findIndex((row) => row.key === key));
  const { hold, moved, isAtEnd } = useHeldPlace(list, frame, place, rows.length > 0);
  const toBottom = useCallback(() => {
    hold('end');
    setFresh(0);
  }, [hold]);

  useImperativeHandle(props.ref, () => ({ toBottom }));

  const hasOpened = useRef(false);
  // Hidden and shown again it opens as if new: media stop, and open menus close.
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
  }, []);
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

  const { onOlder, onNewer } = props;
  useEffect(() => {
    const timer = setTimeout(() => {
      seen();
      // A short list cannot be scrolled, and at the very top nothing moves any more.
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

  const onScroll = (offset: number) => {
    const handle = list.current;
    if (!handle) return;
    const toEnd = moved(handle, offset, hasNewer);
    if (isAtEnd()) setFresh(0);
    // On its way to the end it is briefly far from it, without the reader's doing.
    setFar(toEnd > JUMP_PX && !isAtEnd());
    if (offset < EDGE_PX && hasOlder) onOlder();
    if (toEnd < EDGE_PX && hasNewer) onNewer();
    seen();
  };

  if (messages.length === 0)
    return (
      <div className={classes.frame}>{props.isLoading ? <Loading label={t('state.loading')} /> : props.empty}</div>
    );
  return (
    <div ref={frame} className={classes.frame}>
      <div className={classes.spin} aria-hidden={!props.isLoading}>
        {props.isLoading && hasOlder && <Loader size="xs" />}
      </div>
      <VList
        key={rounds}
        ref={list}
        className={classes.list}
        shift={isPrepend}
        itemSize={itemSize}
        {...(cache && { cache })}
        {...(isFromEnd && first)}
        onScroll={onScroll}
        role="log"
        aria-label={t('message.list')}
        aria-live="polite"
        aria-relevant="additions"
        tabIndex={0}
        data={rows}
      >
        {(row) => (
          <Row
            key={row.key}
            row={row}
            me={me}
            isGroup={props.isGroup}
            highlighted={props.highlighted}
            pinned={props.pinned}
            chosen={props.chosen}
            actions={actions}
          />
        )}
      </VList>
      {pill && <PositionPill pill={pill} unread={unread} onJump={actions.jump} />}
      {(isFar || fresh > 0 || hasNewer) && (
        <PlainButton {...(classes.jump && { className: classes.jump })} onClick={hasNewer ? props.onLatest : toBottom}>
          <IconArrowDown size={16} aria-hidden="true" />
          {fresh > 0 ? t('message.new_count', { count: fresh }) : t('message.to_bottom')}
        </PlainButton>
      )}
    </div>
  );
}

interface RowProps {
  row: ListRow;
  me: number;
  isGroup: boolean;
  highlighted: number;
  pinned: number;
  chosen: ReadonlySet<number> | undefined;
  actions: BubbleActions;
}

/** Redraws only when its own content has changed: the list itself does with every scroll. */
const Row = memo(function Row({ row, me, isGroup, highlighted, pinned, chosen, actions }: RowProps) {
  switch (row.kind) {
    case 'day':
      return (
        <div className={classes.day}>
          <span>{dayWords(row.at)}</span>
        </div>
      );
    case 'unread':
      return (
        <div className={classes.unread}>
          <span>{t('message.unread_below')}</span>
        </div>
      );
    case 'notice':
      return <SystemLine message={row.message} onJump={actions.jump} />;
    case 'message':
      return (
        <Bubble
          message={row.message}
          isMine={row.message.userid === me}
          isFirst={row.isFirst}
          isGroup={isGroup}
          isHighlighted={row.message.id === highlighted}
          isPinned={row.message.id === pinned}
          isChosen={chosen?.has(row.message.id)}
          actions={actions}
        />
      );
  }
});
