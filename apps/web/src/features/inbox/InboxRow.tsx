import type { InboxItem, InboxKind } from '@atrium/contract/workspace/inbox.ts';
import {
  IconAlarm,
  IconArrowBackUp,
  IconAt,
  IconCheck,
  IconClock,
  IconCornerUpLeft,
  IconRubberStamp,
  IconSwitchHorizontal,
  IconUserCheck,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import { fullTime, listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import classes from './Inbox.module.css';
import { SnoozeItems } from './SnoozeMenu.tsx';

const ICONS: Record<InboxKind, typeof IconAt> = {
  mention: IconAt,
  reply: IconCornerUpLeft,
  assigned: IconUserCheck,
  handover: IconSwitchHorizontal,
  due: IconAlarm,
  approval: IconRubberStamp,
};

interface Props {
  item: InboxItem;
  isOpen: boolean;
  /** True for the row that the Tab key reaches. */
  isReachable: boolean;
  onOpen: () => void;
  onDone: (isDone: boolean) => void;
  onSnooze: (at: Date | null) => void;
  onCustom: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** An item: its author, text, place and time; its actions appear at the right. */
export function InboxRow({ item, isOpen, isReachable, onOpen, onDone, onSnooze, onCustom, ref }: Props) {
  const author = useUser(item.userid);
  const Icon = ICONS[item.kind];
  const name = author?.nickname ?? '';
  const what = name ? t(`inbox.by_${item.kind}`, { name }) : t(`inbox.kind_${item.kind}`);
  const isDone = item.done_at !== null;
  return (
    <li className={classes.item} data-open={isOpen || undefined} data-unread={item.is_unread || undefined}>
      <button
        ref={ref}
        type="button"
        className={classes.row}
        aria-current={isOpen || undefined}
        tabIndex={isReachable ? 0 : -1}
        data-inbox={item.id}
        onClick={onOpen}
      >
        <span className={classes.face}>
          {item.userid > 0 ? <UserAvatar user={author} size={32} /> : <span className={classes.noFace} />}
          <span className={classes.kind} data-kind={item.kind} data-alone={item.userid === 0 || undefined}>
            <Icon size={item.userid > 0 ? 11 : 16} stroke={2} aria-hidden="true" />
          </span>
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            <span className="truncate">{item.title}</span>
            {item.is_unread && <span className={classes.dot} role="img" aria-label={t('inbox.unread')} />}
            <time className={classes.time}>{listTime(item.snooze_until ?? item.done_at ?? item.at)}</time>
          </span>
          <span className={`${classes.what} truncate`}>{what}</span>
          <span className={`${classes.text} truncate`}>
            {item.kind === 'due' && item.end_at ? t('inbox.due_at', { time: fullTime(item.end_at) }) : item.text}
          </span>
        </span>
      </button>
      <span className={classes.acts}>
        {!isDone && item.snooze_until === null && (
          <DropdownMenu
            position="bottom-end"
            button={
              <IconButton aria-label={t('inbox.snooze_item', { title: item.title })} tabIndex={-1}>
                <IconClock size={18} stroke={1.75} />
              </IconButton>
            }
          >
            <SnoozeItems onChoose={onSnooze} onCustom={onCustom} />
          </DropdownMenu>
        )}
        {item.snooze_until !== null && !isDone && (
          <IconButton aria-label={t('inbox.unsnooze_item', { title: item.title })} onClick={() => onSnooze(null)}>
            <IconArrowBackUp size={18} stroke={1.75} />
          </IconButton>
        )}
        <IconButton
          aria-label={t(isDone ? 'inbox.undone_item' : 'inbox.done_item', { title: item.title })}
          tabIndex={-1}
          onClick={() => onDone(!isDone)}
        >
          {isDone ? <IconArrowBackUp size={18} stroke={1.75} /> : <IconCheck size={18} stroke={1.75} />}
        </IconButton>
      </span>
    </li>
  );
}
