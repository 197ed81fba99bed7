import type { UserBasic } from '@atrium/contract/users.ts';
import { Paper, Portal, UnstyledButton } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import classes from './MentionPanel.module.css';

export interface MentionState {
  query: string;
  command: (item: { id: string; label: string }) => void;
  rect: DOMRect | null;
}
export interface MentionPanelHandle {
  /** True where the key was for the panel. */
  onKey(event: KeyboardEvent): boolean;
}

interface Props {
  state: MentionState;
  people: readonly UserBasic[];
  ref?: Ref<MentionPanelHandle>;
}

const SHOWN = 30;

/** Whom to call: everyone first, then people by name, pinyin or e-mail. Arrows, Enter or Tab, Escape. */
export function MentionPanel({ state, people, ref }: Props) {
  const [chosen, setChosen] = useState(0);
  const query = state.query.toLowerCase();
  const found = people
    .filter((user) => [user.nickname, user.pinyin, user.email].some((text) => text.toLowerCase().includes(query)))
    .slice(0, SHOWN);
  const all = people.length > 1 && t('mention.all').toLowerCase().includes(query);
  const items = [...(all ? [null] : []), ...found];
  const index = Math.min(chosen, items.length - 1);
  const pick = (user: UserBasic | null) =>
    state.command(user ? { id: String(user.userid), label: user.nickname } : { id: '0', label: t('mention.all') });

  useImperativeHandle(ref, () => ({
    onKey(event) {
      if (items.length === 0) return false;
      if (event.key === 'ArrowDown') setChosen((index + 1) % items.length);
      else if (event.key === 'ArrowUp') setChosen((index + items.length - 1) % items.length);
      else if (event.key === 'Enter' || event.key === 'Tab') pick(items[index] ?? null);
      else return false;
      return true;
    },
  }));

  if (items.length === 0 || !state.rect) return null;
  const left = Math.min(state.rect.left, window.innerWidth - 280);
  return (
    <Portal>
      <Paper
        className={classes.panel}
        style={{ left: Math.max(8, left), bottom: window.innerHeight - state.rect.top + 6 }}
        role="listbox"
        aria-label={t('composer.mention')}
        withBorder
      >
        {items.map((user, each) => (
          <UnstyledButton
            key={user?.userid ?? 0}
            role="option"
            aria-selected={each === index}
            data-chosen={each === index || undefined}
            className={classes.item}
            onMouseDown={(event) => {
              event.preventDefault();
              pick(user);
            }}
            ref={(node) => {
              if (each === index) node?.scrollIntoView({ block: 'nearest' });
            }}
          >
            {user ? <UserAvatar user={user} size={24} withPresence /> : <IconUsers size={20} stroke={1.75} />}
            <span className="truncate">{user?.nickname ?? t('mention.all')}</span>
            {user?.profession && <small className="truncate">{user.profession}</small>}
          </UnstyledButton>
        ))}
      </Paper>
    </Portal>
  );
}
