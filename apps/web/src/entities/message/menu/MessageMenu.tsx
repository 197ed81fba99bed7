import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconMoodSmile, IconPlus } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import classes from '#entities/message/bubbles/Bubble.module.css';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { quickEmoji } from '#entities/message/emoji/emoji.ts';
import { t } from '#sync/language.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { itemsFor, type MenuPlace } from './messageItems.tsx';

interface Props {
  message: ClientMessage;
  place: MenuPlace;
  actions: BubbleActions;
}

/** The menu that is open over a bubble, and its position. It has reactions only, or everything. */
export interface OpenMenu {
  at: Point;
  holds: 'signs' | 'all';
  /** The button that opened the menu; undefined if the pointer did. */
  opener?: HTMLElement;
}

interface ToolsProps {
  /** While invisible, the buttons have no icons. */
  isSeen: boolean;
  onReply: () => void;
  open: OpenMenu | null;
  onOpen: (menu: OpenMenu) => void;
}

/**
 * The quick actions beside a bubble; the last one opens the menu. A list shows dozens of them, of which one is used:
 * they are plain buttons, and the menu is created on a click.
 */
export function BubbleTools({ isSeen, onReply, open, onOpen }: ToolsProps) {
  const opening = (holds: OpenMenu['holds']) => ({
    className: classes.tool,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open?.opener !== undefined && open.holds === holds,
    onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      const { left, bottom } = currentTarget.getBoundingClientRect();
      onOpen({ at: { x: left, y: bottom }, holds, opener: currentTarget });
    },
  });
  return (
    <div className={classes.tools}>
      <PlainButton {...opening('signs')} aria-label={t('message.react')}>
        {isSeen && <IconMoodSmile size={16} stroke={1.75} />}
      </PlainButton>
      <PlainButton className={classes.tool} aria-label={t('message.reply')} onClick={onReply}>
        {isSeen && <IconArrowBackUp size={16} stroke={1.75} />}
      </PlainButton>
      <PlainButton {...opening('all')} aria-label={t('action.more')}>
        {isSeen && <IconDots size={16} stroke={1.75} />}
      </PlainButton>
    </div>
  );
}

/** A message's menu, at its button or at the pointer: right click, long press. */
export function MessageMenu({ menu, onClose, ...props }: Props & { menu: OpenMenu; onClose: () => void }) {
  const { at, holds, opener } = menu;
  const close = () => {
    onClose();
    // Unless an item has moved the focus elsewhere.
    setTimeout(() => document.activeElement === document.body && opener?.focus());
  };
  return (
    <PointMenu at={at} label={t(holds === 'all' ? 'action.more' : 'message.react')} onClose={close}>
      <EmojiStrip message={props.message} actions={props.actions} />
      {holds === 'all' && (
        <>
          <Menu.Divider />
          <Items {...props} />
        </>
      )}
    </PointMenu>
  );
}

function Items({ message, place, actions }: Props) {
  return itemsFor(message, place, actions).map(({ key, label, icon: Icon, run, isDangerous }) => (
    <Menu.Item key={key} leftSection={<Icon size={16} />} onClick={run} {...(isDangerous && { color: 'red' })}>
      {label}
    </Menu.Item>
  ));
}

function EmojiStrip({ message, actions }: Pick<Props, 'message' | 'actions'>) {
  return (
    <div className={classes.quick}>
      {quickEmoji().map((symbol) => (
        <Menu.Item
          key={symbol}
          onClick={() => actions.react(message, symbol)}
          className={classes.emoji}
          aria-label={symbol}
        >
          {symbol}
        </Menu.Item>
      ))}
      <Menu.Item
        onClick={() => actions.pickEmoji(message)}
        className={classes.emoji}
        aria-label={t('emoji.more')}
        title={t('emoji.more')}
      >
        <IconPlus size={18} stroke={1.75} />
      </Menu.Item>
    </div>
  );
}
