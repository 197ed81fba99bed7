import type { ClientMessage } from '@atrium/client/rows.ts';
import { ActionIcon, Button, Loader, Menu, RingProgress, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconCheck,
  IconChecks,
  IconCopy,
  IconDots,
  IconMoodSmile,
  IconPencil,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import classes from './Bubble.module.css';
import { MessageText } from './MessageText.tsx';
import { clockTime, fullTime } from './time.ts';

export interface BubbleActions {
  reply(message: ClientMessage): void;
  edit(message: ClientMessage): void;
  withdraw(message: ClientMessage): void;
  react(message: ClientMessage, symbol: string): void;
  retry(message: ClientMessage): void;
  discard(message: ClientMessage): void;
  jump(id: number): void;
  openPerson(userid: number): void;
  openWhole(message: ClientMessage): void;
  showReaders(message: ClientMessage): void;
}

interface Props {
  message: ClientMessage;
  isMine: boolean;
  isFirst: boolean;
  /** In a group names stand above, and how many have read it matters. */
  isGroup: boolean;
  isHighlighted: boolean;
  actions: BubbleActions;
}

const QUICK = ['👍', '❤️', '😂', '🎉', '👀', '🙏'];

export function Bubble({ message, isMine, isFirst, isGroup, isHighlighted, actions }: Props) {
  const author = useUser(message.userid);
  const text = String(message.msg.text ?? '');
  const isMarkdown = message.msg.type === 'md';
  return (
    <article
      className={classes.row}
      data-mine={isMine || undefined}
      data-first={isFirst || undefined}
      data-highlighted={isHighlighted || undefined}
      data-message={message.id}
      aria-label={t('message.by', { name: author?.nickname ?? '', time: clockTime(message.created_at) })}
    >
      <div className={classes.picture}>
        {isFirst && !isMine && (
          <UnstyledButton onClick={() => actions.openPerson(message.userid)} aria-label={author?.nickname ?? ''}>
            <UserAvatar user={author} size={40} />
          </UnstyledButton>
        )}
      </div>
      <div className={classes.stack}>
        {isFirst && isGroup && !isMine && <span className={classes.name}>{author?.nickname}</span>}
        <div className={classes.line}>
          <div className={classes.bubble}>
            <Quote message={message} onJump={actions.jump} />
            <Suspense fallback={<Loader size="xs" />}>
              <MessageText text={text} isMarkdown={isMarkdown} />
            </Suspense>
            {message.type === 'longtext' && (
              <Button size="compact-xs" variant="subtle" mt={4} onClick={() => actions.openWhole(message)}>
                {t('message.whole')}
              </Button>
            )}
            <span className={classes.foot}>
              {message.modify === 1 && <span>{t('message.edited')}</span>}
              <Tooltip label={fullTime(message.created_at)}>
                <time dateTime={message.created_at}>{clockTime(message.created_at)}</time>
              </Tooltip>
              {isMine && <ReadMark message={message} isGroup={isGroup} onOpen={() => actions.showReaders(message)} />}
            </span>
          </div>
          {message.id > 0 && <BubbleMenu message={message} isMine={isMine} actions={actions} />}
        </div>
        {message.emoji.length > 0 && <Reactions message={message} onReact={actions.react} />}
        {message.error && (
          <div className={classes.failed} role="alert">
            <IconAlertCircle size={16} />
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
        )}
      </div>
    </article>
  );
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
  if (!quote) return null;
  return (
    <UnstyledButton className={classes.quote} onClick={() => onJump(quote.id)}>
      <strong>{author?.nickname}</strong>
      <span className="truncate">{previewLine(quote)}</span>
    </UnstyledButton>
  );
}

/** One-to-one a tick or two; in groups a ring that fills as people read. */
function ReadMark({ message, isGroup, onOpen }: { message: ClientMessage; isGroup: boolean; onOpen: () => void }) {
  if (message.is_pending) return <Loader size={12} aria-label={t('message.sending')} />;
  if (message.error || message.send === 0) return null;
  const label = t('message.read', { percent: message.percentage });
  if (!isGroup) {
    const isRead = message.percentage === 100;
    const Icon = isRead ? IconChecks : IconCheck;
    return (
      <Icon
        size={14}
        aria-label={t(isRead ? 'message.read_one' : 'message.sent')}
        className={isRead ? classes.read : ''}
      />
    );
  }
  return (
    <UnstyledButton
      onClick={onOpen}
      aria-label={label}
      title={label}
      className={classes.ring}
      data-percent={message.percentage}
    >
      {message.percentage === 100 ? (
        <IconChecks size={14} className={classes.read} />
      ) : (
        <RingProgress size={16} thickness={2.5} sections={[{ value: message.percentage, color: 'accent' }]} />
      )}
    </UnstyledButton>
  );
}

function Reactions({ message, onReact }: { message: ClientMessage; onReact: BubbleActions['react'] }) {
  return (
    <div className={classes.reactions}>
      {message.emoji.map(({ symbol, userids }) => (
        <UnstyledButton
          key={symbol}
          className={classes.reaction}
          onClick={() => onReact(message, symbol)}
          aria-label={t('message.reaction', { symbol, count: userids.length })}
        >
          {symbol} <span>{userids.length}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}

function BubbleMenu({ message, isMine, actions }: { message: ClientMessage; isMine: boolean; actions: BubbleActions }) {
  const copy = () => {
    const box = document.createElement('div');
    box.textContent = previewLine(message, 100_000);
    void navigator.clipboard?.writeText(box.textContent ?? '');
  };
  return (
    <div className={classes.tools}>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('message.react')}>
            <IconMoodSmile size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.quick}>
            {QUICK.map((symbol) => (
              <Menu.Item
                key={symbol}
                onClick={() => actions.react(message, symbol)}
                className={classes.emoji}
                aria-label={symbol}
              >
                {symbol}
              </Menu.Item>
            ))}
          </div>
        </Menu.Dropdown>
      </Menu>
      <ActionIcon size="sm" aria-label={t('message.reply')} onClick={() => actions.reply(message)}>
        <IconArrowBackUp size={16} stroke={1.75} />
      </ActionIcon>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('action.more')}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => actions.reply(message)}>
            {t('message.reply')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
            {t('action.copy')}
          </Menu.Item>
          {isMine && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => actions.edit(message)}>
              {t('action.edit')}
            </Menu.Item>
          )}
          {isMine && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => actions.withdraw(message)}>
              {t('message.withdraw')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
