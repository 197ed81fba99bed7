import type { UserBasic } from '@atrium/contract/people/users.ts';
import { Paper, Portal, UnstyledButton } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconFile, IconReport, IconUsers } from '@tabler/icons-react';
import { createElement, type Ref, useImperativeHandle, useState } from 'react';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import classes from './MentionPanel.module.css';
import type { MentionItem, MentionSign } from './mentionChoices.ts';
import { useMentionGroups } from './useMentionGroups.ts';

export interface MentionState {
  sign: MentionSign;
  query: string;
  command: (item: { id: string; label: string }) => void;
  rect: DOMRect | null;
}
export interface MentionPanelHandle {
  /** True if there are matches; without them all keys go to the field. */
  isOffering: boolean;
  /** True if the panel handled the key. */
  onKey(event: KeyboardEvent): boolean;
}

interface Props {
  state: MentionState;
  dialog: ComposerDialog;
  people: readonly UserBasic[];
  ref?: Ref<MentionPanelHandle>;
}

function keyOf(item: MentionItem): string {
  if (item.kind === 'user') return `u${item.user?.userid ?? 0}`;
  return item.kind === 'task' ? `t${item.task.id}` : `${item.share}${item.id}`;
}

const LABELS = {
  '@': 'composer.mention',
  '#': 'composer.mention_task',
  '~': 'composer.mention_file',
  '%': 'composer.mention_report',
} as const satisfies Record<MentionSign, string>;

const WIDTH = 272;
/** The largest height that the styles allow, and the distance to the line. */
const HEIGHT = 264 + 6;

/** Places a panel below the caret; above it if there is no space, as in the composer of a chat. */
export function besideCaret({ left, top, bottom }: DOMRect, width: number) {
  const below = window.innerHeight - bottom;
  const isBelow = below >= HEIGHT || below > top;
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - width - 8)),
    ...(isBelow ? { top: bottom + 6 } : { bottom: window.innerHeight - top + 6 }),
  };
}

/** The suggestions for a mention, in groups. The keys are arrows, Enter or Tab, and Escape. */
export function MentionPanel({ state, dialog, people, ref }: Props) {
  const [chosen, setChosen] = useState(0);
  const groups = useMentionGroups(state.sign, state.query, dialog, people);
  const items = groups.flatMap((group) => group.items);
  const index = Math.min(chosen, items.length - 1);
  const pick = (item: MentionItem | undefined) => {
    if (item?.kind === 'task') state.command({ id: String(item.task.id), label: item.task.name });
    else if (item?.kind === 'share') state.command({ id: String(item.id), label: item.name });
    else if (item?.user) state.command({ id: String(item.user.userid), label: item.user.nickname });
    else if (item) state.command({ id: '0', label: t('mention.all') });
  };

  const isOffering = items.length > 0 && state.rect !== null;
  useImperativeHandle(ref, () => ({
    isOffering,
    onKey(event) {
      if (!isOffering) return false;
      if (event.key === 'ArrowDown') setChosen((index + 1) % items.length);
      else if (event.key === 'ArrowUp') setChosen((index + items.length - 1) % items.length);
      else if (event.key === 'Enter' || event.key === 'Tab') pick(items[index]);
      else return false;
      return true;
    },
  }));

  if (!isOffering || !state.rect) return null;
  const isNamed = groups.some((group) => group.heading !== '' && group.heading !== 'members');
  return (
    <Portal>
      <Paper
        className={classes.panel}
        style={besideCaret(state.rect, WIDTH)}
        role="listbox"
        aria-label={t(LABELS[state.sign])}
        withBorder
      >
        {groups.map((group) => (
          <div
            key={group.heading}
            role="group"
            {...(isNamed && group.heading && { 'aria-label': t(`mention.${group.heading}`) })}
          >
            {isNamed && group.heading && (
              <div className={classes.heading} aria-hidden>
                {t(`mention.${group.heading}`)}
              </div>
            )}
            {group.items.map((item) => (
              <Choice key={keyOf(item)} item={item} isChosen={item === items[index]} onPick={() => pick(item)} />
            ))}
          </div>
        ))}
      </Paper>
    </Portal>
  );
}

function Choice({ item, isChosen, onPick }: { item: MentionItem; isChosen: boolean; onPick: () => void }) {
  return (
    <UnstyledButton
      role="option"
      aria-selected={isChosen}
      data-chosen={isChosen || undefined}
      className={classes.item}
      onMouseDown={(event) => {
        event.preventDefault();
        onPick();
      }}
      ref={(node) => {
        if (isChosen) node?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <Line item={item} />
    </UnstyledButton>
  );
}

const MARK = { size: 18, stroke: 1.75, className: classes.open, 'aria-hidden': true };

function Line({ item }: { item: MentionItem }) {
  if (item.kind === 'task') return <TaskLine task={item.task} />;
  if (item.kind === 'user') return <UserLine user={item.user} />;
  return (
    <>
      {createElement(item.share === 'file' ? IconFile : IconReport, MARK)}
      <span className="truncate">{item.name}</span>
      <small>{item.note}</small>
    </>
  );
}

const UserLine = ({ user }: { user: UserBasic | null }) => (
  <>
    {user ? <UserAvatar user={user} size={24} withPresence /> : <IconUsers size={20} stroke={1.75} />}
    <span className="truncate">{user?.nickname ?? t('mention.all')}</span>
    {user?.profession && <small className="truncate">{user.profession}</small>}
  </>
);

function TaskLine({ task }: { task: Extract<MentionItem, { kind: 'task' }>['task'] }) {
  const Icon = task.complete_at ? IconCircleCheck : IconCircle;
  return (
    <>
      <Icon size={18} stroke={1.75} className={task.complete_at ? classes.done : classes.open} aria-hidden />
      <span className="truncate">{task.name}</span>
      {task.complete_at && <small>{t('mention.done')}</small>}
    </>
  );
}
