import { memo } from 'react';
import { Bubble } from '#entities/message/bubbles/Bubble.tsx';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { SystemLine } from '#entities/message/bubbles/SystemLine.tsx';
import { dayWords } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import classes from './MessageList.module.css';
import type { ListRow } from './rows.ts';

interface Props {
  row: ListRow;
  me: number;
  isGroup: boolean;
  highlighted: number;
  pinned: number;
  chosen: ReadonlySet<number> | undefined;
  actions: BubbleActions;
}

/**
 * A message, or a line between messages. It redraws only when its own content has changed, while the list redraws with
 * every scroll.
 */
export const MessageRow = memo(function MessageRow({ row, me, isGroup, highlighted, pinned, chosen, actions }: Props) {
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
