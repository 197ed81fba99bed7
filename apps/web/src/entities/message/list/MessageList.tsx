import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Loader } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { VList } from 'virtua';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { t } from '#sync/language.ts';
import { LoadingPlaceholder as Loading } from '#ui/layout/LoadingPlaceholder.tsx';
import { markNarrow } from '#ui/layout/markNarrow.ts';
import { useFirstRows, useRowHeight } from '#ui/lists/rowHeights.ts';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './MessageList.module.css';
import { MessageRow } from './MessageRow.tsx';
import { PositionPill } from './PositionPill.tsx';
import type { UnreadState } from './positionPill.ts';
import { rowsOf } from './rows.ts';
import { useListPlace } from './useListPlace.ts';
import { useRowsInView } from './useRowsInView.ts';

/** Narrower lists, in px, place the buttons of messages in another way (`Bubble.module.css`). */
const NARROW = 480;

export interface MessageListHandle {
  toBottom(): void;
}

interface Props {
  dialogId: number;
  messages: readonly ClientMessage[];
  keyOf: (id: number) => number;
  me: number;
  isGroup: boolean;
  /** The first unread message; 0 if everything is read. It does not change while the conversation is open. */
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
  /** Jumps to the newest messages, which are not loaded while `hasNewer` is true. */
  onLatest: () => void;
  /** Messages that are really visible. */
  onSeen: (ids: readonly number[]) => void;
  empty: ReactNode;
  ref?: Ref<MessageListHandle>;
}

/**
 * A conversation's messages, virtualized in both directions. It stays at the end while it is there, keeps its position
 * when older messages load above, and opens at the first unread one.
 */
export function MessageList(props: Props) {
  const { messages, firstUnread, hasOlder, hasNewer, actions, me, target, opensAtEnd, waiting } = props;
  const rows = useMemo(() => rowsOf(messages, firstUnread, props.keyOf), [messages, firstUnread, props.keyOf]);
  const own = `messages of ${props.dialogId}`;
  const { list, itemSize, cache, room } = useRowHeight([own, 'messages'], 56, {
    of: own,
    keys: () => rows.map((row) => row.key),
  });
  const isFromEnd = !target && (opensAtEnd || !firstUnread);
  const first = useFirstRows({ itemSize, room }, rows.length);
  const frame = useRef<HTMLDivElement>(null);
  const [setFrame] = useState(() => (element: HTMLDivElement) => {
    frame.current = element;
    const stop = markNarrow(element, NARROW);
    return () => {
      frame.current = null;
      stop();
    };
  });
  const place = useListPlace({ list, frame, rows, messages, me, hasNewer, target, opensAtEnd });
  const { fresh, toBottom } = place;
  useImperativeHandle(props.ref, () => ({ toBottom }));
  const { onOlder, onNewer, onSeen } = props;
  const { pill, scrolled } = useRowsInView({ list, rows, me, waiting, hasOlder, hasNewer, onOlder, onNewer, onSeen });
  const onScroll = (offset: number) => {
    const handle = list.current;
    if (handle) scrolled(offset, place.scrolled(handle, offset));
  };

  if (messages.length === 0)
    return (
      <div className={classes.frame}>{props.isLoading ? <Loading label={t('state.loading')} /> : props.empty}</div>
    );
  return (
    <div ref={setFrame} className={classes.frame}>
      <div className={classes.spin} aria-hidden={!props.isLoading}>
        {props.isLoading && hasOlder && <Loader size="xs" />}
      </div>
      <VList
        key={place.rounds}
        ref={list}
        className={classes.list}
        shift={place.isPrepend}
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
          <MessageRow
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
      {pill && <PositionPill pill={pill} unread={waiting.unread} onJump={actions.jump} />}
      {(place.isFar || fresh > 0 || hasNewer) && (
        <PlainButton {...(classes.jump && { className: classes.jump })} onClick={hasNewer ? props.onLatest : toBottom}>
          <IconArrowDown size={16} aria-hidden="true" />
          {fresh > 0 ? t('message.new_count', { count: fresh }) : t('message.to_bottom')}
        </PlainButton>
      )}
    </div>
  );
}
