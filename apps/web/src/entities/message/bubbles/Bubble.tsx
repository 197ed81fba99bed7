import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Button, Checkbox } from '@mantine/core';
import { IconAlertCircle, IconMessages, IconRefresh, IconTag } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { fileOf } from '#entities/message/files/fileShown.ts';
import { ReadMark } from '#entities/message/list/ReadMark.tsx';
import { BubbleTools, MessageMenu, type OpenMenu } from '#entities/message/menu/MessageMenu.tsx';
import { openTagger } from '#entities/message/message.actions.ts';
import { isLarge } from '#entities/message/text/large.ts';
import { clockTime, fullTime } from '#entities/message/time.ts';
import { TodoMark } from '#entities/message/todos/TodoMark.tsx';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { ONE_LINE, previewLine } from '#sync/preview.ts';
import { useAppearance } from '#ui/appearance.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Bubble.module.css';
import { BubbleBody } from './BubbleBody.tsx';
import type { BubbleActions } from './bubbleActions.ts';
import { Reactions } from './Reactions.tsx';

interface Props {
  message: ClientMessage;
  isMine: boolean;
  isFirst: boolean;
  /** True for groups, which show names, and how many have read a message. */
  isGroup: boolean;
  isHighlighted: boolean;
  isPinned: boolean;
  /** True if the message is selected; undefined while no messages are being selected. */
  isChosen: boolean | undefined;
  actions: BubbleActions;
}

const LONG_PRESS_MS = 300;

export function Bubble({ message, isMine, isFirst, isGroup, isHighlighted, isPinned, isChosen, actions }: Props) {
  const author = useUser(message.userid);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  // True once the pointer is near: a list shows a dozen bubbles, and draws their tools only then.
  const [isNear, setNear] = useState(false);
  const isSent = message.id > 0;
  const { density, messages } = useAppearance();
  const isList = messages === 'list';
  // Messages that are still being sent have no actions.
  const openAt = (at: Point) => isSent && setMenu({ at, holds: 'all' });
  const press = usePress(openAt);
  const place = { isMine, isPinned };
  const openMenu = (event: MouseEvent) => {
    // Links and selected text keep the browser's own menu.
    const isOwnMenu = (event.target as Element).closest('a, input, textarea') || getSelection()?.toString();
    if (!isSent || isOwnMenu) return;
    event.preventDefault();
    openAt({ x: event.clientX, y: event.clientY });
  };
  return (
    <article
      className={classes.row}
      data-mine={(isMine && !isList) || undefined}
      data-list={isList || undefined}
      data-compact={density === 'compact' || undefined}
      data-first={isFirst || undefined}
      data-highlighted={isHighlighted || undefined}
      data-message={message.id}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      aria-label={t('message.by', { name: author?.nickname ?? '', time: clockTime(message.created_at) })}
    >
      {isChosen !== undefined && isSent && (
        <Checkbox
          className={classes.choose ?? ''}
          checked={isChosen}
          aria-label={t('message.select_this')}
          onChange={() => actions.select(message)}
        />
      )}
      <div className={classes.picture}>
        {isFirst && (isList || !isMine) && (
          <PlainButton onClick={() => actions.openPerson(message.userid)} aria-label={author?.nickname ?? ''}>
            <UserAvatar user={author} size={density === 'compact' ? 32 : 40} />
          </PlainButton>
        )}
      </div>
      <div className={classes.stack}>
        {isFirst && (isList || (isGroup && !isMine)) && <span className={classes.name}>{author?.nickname}</span>}
        <div className={classes.line}>
          <div
            className={classes.bubble}
            data-block={isBlock(message) || undefined}
            data-large={isLarge(message) || undefined}
            data-picture={message.mtype === 'image' && message.type === 'file' ? true : undefined}
            onContextMenu={openMenu}
            {...press}
          >
            <Quote message={message} onJump={actions.jump} />
            <ForwardedFrom message={message} onOpen={actions.openPerson} />
            <div className={classes.body}>
              <BubbleBody message={message} actions={actions} />
            </div>
            <Foot message={message} isMine={isMine} isGroup={isGroup} actions={actions} />
          </div>
          {isSent && isChosen === undefined && (
            <BubbleTools isSeen={isNear} onReply={() => actions.reply(message)} open={menu} onOpen={setMenu} />
          )}
        </div>
        {message.emoji.length > 0 && (
          <Reactions message={message} onReact={(symbol) => actions.react(message, symbol)} />
        )}
        {message.error && <Failed message={message} actions={actions} />}
      </div>
      {menu && (
        <MessageMenu menu={menu} onClose={() => setMenu(null)} message={message} place={place} actions={actions} />
      )}
    </article>
  );
}

/**
 * True for messages with their time below: all but short texts, because Markdown of several lines is rarely wider than
 * high.
 */
const isBlock = ({ type, msg }: ClientMessage) =>
  type !== 'text' || (msg.type === 'md' && String(msg.text ?? '').includes('\n'));

/** Opens the menu after a long press; moving the finger scrolls. */
function usePress(open: (at: Point) => void) {
  const timer = useRef(0);
  const isLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  return {
    onTouchStart(event: React.TouchEvent) {
      const touch = event.touches[0];
      if (!touch || event.touches.length > 1 || (event.target as Element).closest('button, a, input, label')) return;
      const at = { x: touch.clientX, y: touch.clientY };
      stop();
      isLong.current = false;
      timer.current = window.setTimeout(() => {
        isLong.current = true;
        open(at);
      }, LONG_PRESS_MS);
    },
    onTouchMove: stop,
    onTouchEnd(event: React.TouchEvent) {
      stop();
      // The click after a long press is ignored, because it would choose the item that opened under the finger.
      if (isLong.current) event.preventDefault();
    },
    onTouchCancel: stop,
  };
}

interface QuoteData {
  id: number;
  userid: number;
  type: string;
  msg: Record<string, unknown>;
}

function Quote({ message, onJump }: { message: ClientMessage; onJump: (id: number) => void }) {
  const quote = message.msg.reply_data as QuoteData | undefined;
  const author = useUser(quote?.userid ?? 0);
  if (!quote) {
    // The quoted message is deleted, but the answer still shows that it is one.
    return message.reply_id > 0 && message.id > 0 ? (
      <p className={classes.quoteGone}>{t('message.quote_gone')}</p>
    ) : null;
  }
  return (
    <PlainButton className={classes.quote} onClick={() => onJump(quote.id)}>
      <span className={classes.quoted}>
        <strong>{author?.nickname}</strong>
        <span className="truncate">{previewLine(quote, ONE_LINE)}</span>
      </span>
      {quote.type === 'file' && <QuotedPicture msg={quote.msg} />}
    </PlainButton>
  );
}

function QuotedPicture({ msg }: Pick<QuoteData, 'msg'>) {
  const address = useFileAddress(fileOf({ msg }).thumb);
  return address ? <img className={classes.small} src={address} alt="" /> : null;
}

/** The first author, unless the person who forwarded it hid them. */
function ForwardedFrom({ message, onOpen }: { message: ClientMessage; onOpen: (userid: number) => void }) {
  const source = message.msg.forward_data as { userid: number; show: number } | undefined;
  const author = useUser(source?.show ? source.userid : 0);
  if (!source?.show) return null;
  return (
    <PlainButton className={classes.quote} onClick={() => onOpen(source.userid)}>
      <span className="truncate">
        {t('message.forwarded_from')} <strong>{author?.nickname}</strong>
      </span>
    </PlainButton>
  );
}

interface FootProps {
  message: ClientMessage;
  isMine: boolean;
  isGroup: boolean;
  actions: BubbleActions;
}

function Foot({ message, isMine, isGroup, actions }: FootProps) {
  const tagger = useUser(message.tag);
  return (
    <span className={classes.foot}>
      {message.reply_num > 0 && (
        <PlainButton
          className={classes.mark}
          aria-label={t('message.replies', { count: message.reply_num })}
          onClick={() => actions.openReplies(message)}
        >
          <IconMessages size={14} stroke={1.75} aria-hidden="true" />
          <span>{message.reply_num}</span>
        </PlainButton>
      )}
      {message.tag > 0 && (
        <PlainButton
          className={classes.mark}
          title={t('message.tagged_by', { name: tagger?.nickname ?? '' })}
          aria-label={t('message.tagged_by', { name: tagger?.nickname ?? '' })}
          onClick={() => void openTagger(message.tag, actions.openPerson)}
        >
          <IconTag size={14} stroke={1.75} />
        </PlainButton>
      )}
      {message.todo > 0 && <TodoMark message={message} onEdit={() => actions.editTodo(message)} />}
      {message.modify === 1 && <span>{t('message.edited')}</span>}
      {message.error && (
        <PlainButton
          className={classes.error}
          aria-label={`${message.error} ${t('action.retry')}`}
          onClick={() => actions.retry(message)}
        >
          <IconAlertCircle size={14} stroke={1.75} />
        </PlainButton>
      )}
      <Time wire={message.created_at} />
      {isMine && <ReadMark message={message} isGroup={isGroup} />}
    </span>
  );
}

/** A click toggles between time and full date. */
function Time({ wire }: { wire: string }) {
  const [isFull, setFull] = useState(false);
  if (!wire) return null;
  return (
    <PlainButton
      className={classes.time}
      aria-pressed={isFull}
      aria-label={t('message.time', { time: fullTime(wire) })}
      onClick={() => setFull(!isFull)}
    >
      <time dateTime={wire}>{isFull ? fullTime(wire) : clockTime(wire)}</time>
    </PlainButton>
  );
}

function Failed({ message, actions }: { message: ClientMessage; actions: BubbleActions }) {
  return (
    <div className={classes.failed} role="alert">
      <span>{message.error}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRefresh size={14} />}
        onClick={() => actions.retry(message)}
      >
        {t('action.retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => actions.discard(message)}>
        {t('action.discard')}
      </Button>
    </div>
  );
}
