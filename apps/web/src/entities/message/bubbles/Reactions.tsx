import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { shownReactors } from '#entities/message/emoji/emoji.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useWindowWidth } from '#ui/layout/useWindowWidth.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Reactions.module.css';

type Entry = ClientMessage['emoji'][number];

/** Reactions: the emoji adds or removes one's own, the avatars show the people. */
export function Reactions({ message, onReact }: { message: ClientMessage; onReact: (symbol: string) => void }) {
  const [isListed, setListed] = useState(false);
  return (
    <div className={classes.reactions}>
      {message.emoji.map((entry) => (
        <Chip key={entry.symbol} entry={entry} onReact={onReact} onList={() => setListed(true)} />
      ))}
      {isListed && (
        <Modal opened onClose={() => setListed(false)} title={t('reaction.title')} size="sm">
          <Stack gap="md">
            {message.emoji.map((entry) => (
              <Who key={entry.symbol} entry={entry} />
            ))}
          </Stack>
        </Modal>
      )}
    </div>
  );
}

function Chip({ entry, onReact, onList }: { entry: Entry; onReact: (symbol: string) => void; onList: () => void }) {
  const { symbol, userids } = entry;
  const isMine = userids.includes(useMe());
  const shown = userids.slice(0, shownReactors(useWindowWidth()));
  const users = useUsers(shown);
  const more = userids.length - shown.length;
  return (
    <span className={classes.chip} data-mine={isMine || undefined}>
      <PlainButton
        className={classes.symbol}
        onClick={() => onReact(symbol)}
        aria-pressed={isMine}
        aria-label={t('message.reaction', { symbol, count: userids.length })}
      >
        {symbol}
      </PlainButton>
      <PlainButton
        className={classes.avatars}
        onClick={onList}
        aria-label={`${t('reaction.who', { symbol })}${more > 0 ? ` +${more}` : ''}`}
      >
        {users.map((user, index) => (
          <UserAvatar key={shown[index]} user={user} size={20} />
        ))}
        {more > 0 && <span className={classes.more}>+{more}</span>}
      </PlainButton>
    </span>
  );
}

function Who({ entry }: { entry: Entry }) {
  const users = useUsers(entry.userids);
  return (
    <Group gap="md" align="flex-start" wrap="nowrap">
      <span className={classes.big}>{entry.symbol}</span>
      <Stack gap={6}>
        {users.map((user, index) => (
          <Group key={entry.userids[index]} gap={8}>
            <UserAvatar user={user} size={24} />
            <span>{user?.nickname}</span>
          </Group>
        ))}
      </Stack>
    </Group>
  );
}
