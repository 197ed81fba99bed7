import type { ClientMessage } from '@atrium/client/store/rows.ts';
import type { ChainMsg } from '@atrium/contract/chat/messages.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import classes from './PollBody.module.css';
import { chainLines, isUnfolded, storeUnfolded } from './polls.ts';

/** A sign-up list with its entries, and the button to add one. */
export function ChainBody({ message, onJoin }: { message: ClientMessage; onJoin: () => void }) {
  const chain = message.msg as unknown as ChainMsg;
  const author = useUser(chain.createid);
  const [isOpen, setOpen] = useState(() => isUnfolded(chain.uuid));
  const { lines, hidden, isFoldable } = chainLines(chain.list, isOpen);
  const people = new Set(chain.list.filter((line) => line.type !== 'case').map((line) => line.userid)).size;
  const fold = () => {
    storeUnfolded(chain.uuid, !isOpen);
    setOpen(!isOpen);
  };
  return (
    <Stack gap="xs" className={classes.box}>
      <Text fw={600} className={classes.topic}>
        {chain.text}
      </Text>
      <Text size="xs" c="dimmed">
        {t('chain.by', { name: author?.nickname ?? '' })} · {t('dialog.people', { count: people })}
      </Text>
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <li key={line.id} data-case={line.type === 'case' || undefined}>
            <span className={classes.number}>
              {line.type === 'case' ? t('chain.example') : `${number(lines, index)}.`}
            </span>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
      {isFoldable && (
        <Button size="compact-xs" variant="subtle" onClick={fold} aria-expanded={isOpen}>
          {isOpen ? t('chain.fold') : t('chain.unfold', { count: hidden })}
        </Button>
      )}
      <Button size="compact-md" variant="light" onClick={onJoin}>
        {t('chain.join')}
      </Button>
    </Stack>
  );
}

const number = (lines: ChainMsg['list'], index: number) =>
  lines.slice(0, index + 1).filter((line) => line.type !== 'case').length;
