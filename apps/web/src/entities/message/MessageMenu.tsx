import type { ClientMessage } from '@atrium/client/rows.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconMoodSmile, IconPlus } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { type Point, PointMenu } from '#ui/PointMenu.tsx';
import classes from './Bubble.module.css';
import type { BubbleActions } from './Bubble.tsx';
import { quickEmoji } from './emoji.ts';
import { itemsFor, type MenuPlace } from './messageItems.tsx';

interface Props {
  message: ClientMessage;
  place: MenuPlace;
  actions: BubbleActions;
}

/** The quick ways beside a bubble; the last one holds everything. */
export function BubbleTools(props: Props) {
  const { message, actions } = props;
  return (
    <div className={classes.tools}>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('message.react')}>
            <IconMoodSmile size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <EmojiStrip message={message} actions={actions} />
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
          <Items {...props} />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The same at the pointer: right click, long press. */
export function MessageMenu({ at, onClose, ...props }: Props & { at: Point | null; onClose: () => void }) {
  return (
    <PointMenu at={at} onClose={onClose}>
      <EmojiStrip message={props.message} actions={props.actions} />
      <Menu.Divider />
      <Items {...props} />
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
