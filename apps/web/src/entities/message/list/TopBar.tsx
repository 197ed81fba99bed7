import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPin, IconPinnedOff } from '@tabler/icons-react';
import { memo, useEffect } from 'react';
import { loadTop, togglePin } from '#entities/message/message.actions.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { ONE_LINE, previewLine } from '#sync/preview.ts';
import { useRow } from '#sync/store/useStore.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './TopBar.module.css';

interface Props {
  dialog: ClientDialog;
  onJump: (id: number) => void;
}

/** The pinned message above its conversation. */
export const TopBar = memo(function TopBar({ dialog, onJump }: Props) {
  const { id, top_msg_id, top_userid } = dialog;
  const message = useRow('message', top_msg_id);
  const author = useUser(message?.userid ?? 0);
  const by = useUser(top_userid);
  const isMissing = !message;
  useEffect(() => {
    if (top_msg_id > 0 && isMissing) loadTop(id);
  }, [id, top_msg_id, isMissing]);
  if (top_msg_id === 0 || !message) return null;
  const unpin = async () => {
    const question = { title: t('top.unpin'), text: t('top.unpin_ask'), action: t('action.unpin') };
    if (await askFirst(question)) togglePin(message);
  };
  return (
    <div className={classes.bar}>
      <IconPin size={16} stroke={1.75} aria-hidden="true" />
      <UnstyledButton className={classes.text} onClick={() => onJump(top_msg_id)}>
        <span className="visually-hidden">{`${t('top.jump')} `}</span>
        <span className={classes.words}>
          {author?.nickname}: {previewLine(message, ONE_LINE)}
        </span>
        <small>{t('top.by', { name: by?.nickname ?? '' })}</small>
      </UnstyledButton>
      <Tooltip label={t('top.unpin')}>
        <ActionIcon size="sm" aria-label={t('top.unpin')} onClick={() => void unpin()}>
          <IconPinnedOff size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
});
