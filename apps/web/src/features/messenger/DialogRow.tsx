import type { SavedDraft } from '@atrium/client/sending/drafts.ts';
import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { badgeOf } from '@atrium/client/store/select.ts';
import { Menu } from '@mantine/core';
import {
  IconBellOff,
  IconBellRinging,
  IconCheck,
  IconCircleDot,
  IconEyeOff,
  IconMailOpened,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import { type CSSProperties, type MouseEvent, memo, useState } from 'react';
import { DialogAvatar } from '#entities/dialog/DialogAvatar.tsx';
import { muteDialog, pinDialog } from '#entities/dialog/dialog.actions.ts';
import { dialogName } from '#entities/dialog/name.ts';
import { tagsOf } from '#entities/dialog/rules.ts';
import { listTime } from '#entities/message/time.ts';
import { StatusEmoji } from '#entities/user/StatusEmoji.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useAppearance } from '#ui/appearance.ts';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { cardTint, TASK_COLORS } from '#ui/palette.ts';
import classes from './DialogRow.module.css';
import { hide, markRead, markUnread, setDialogColor } from './messenger.actions.ts';

interface Props {
  dialog: ClientDialog;
  isSelected: boolean;
  /** The unsent draft. */
  draft: SavedDraft | undefined;
  /** Today's date on this device, on which the format of the last message's time depends. */
  today: string;
  onOpen: (id: number) => void;
}

export const DialogRow = memo(function DialogRow({ dialog, isSelected, draft, onOpen }: Props) {
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null);
  const isCompact = useAppearance(({ density }) => density === 'compact');
  const badge = badgeOf(dialog);
  const count = dialog.unread || dialog.mention || dialog.mark_unread;
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    setMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    <>
      <PlainButton
        className={classes.row}
        data-dialog={dialog.id}
        data-selected={isSelected || undefined}
        data-compact={isCompact || undefined}
        data-pinned={Boolean(dialog.top_at) || undefined}
        data-tinted={Boolean(cardTint(dialog.color)) || undefined}
        style={tintOf(dialog.color)}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => onOpen(dialog.id)}
        onContextMenu={openMenu}
        onKeyDown={(event) => {
          if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
          const box = event.currentTarget.getBoundingClientRect();
          event.preventDefault();
          setMenu({ x: box.left + 40, y: box.bottom - 8 });
        }}
      >
        <DialogAvatar dialog={dialog} size={isCompact ? 32 : 40} />
        <span className={classes.text}>
          <span className={classes.line}>
            {dialog.todo_num > 0 && (
              <span className={classes.todo}>
                {dialog.todo_num === 1
                  ? t('dialog.todo')
                  : t('dialog.todos', { number: dialog.todo_num > 999 ? '999+' : dialog.todo_num })}
              </span>
            )}
            <span className={classes.name}>{dialogName(dialog)}</span>
            {dialog.dialog_user && <StatusEmoji userid={dialog.dialog_user.userid} />}
            {tagsOf(dialog).map((tag) => (
              <span key={tag} className={classes.tag}>
                {t(tag)}
              </span>
            ))}
            <time className={classes.time}>{listTime(dialog.last_at)}</time>
          </span>
          <span className={classes.line}>
            <PreviewLine dialog={dialog} draft={draft} />
            {dialog.silence === 1 && <IconBellOff size={14} stroke={1.75} aria-label={t('dialog.muted')} />}
            {count > 0 && (
              <span
                className={classes.badge}
                data-quiet={badge === 0 || undefined}
                aria-label={t('dialog.unread', { count })}
              >
                {dialog.mention > 0 ? '@' : ''}
                {count > 999 ? '999+' : dialog.unread > 0 || dialog.mention > 0 ? count : ''}
              </span>
            )}
          </span>
        </span>
      </PlainButton>
      <PointMenu at={menu} label={dialog.name} onClose={() => setMenu(null)}>
        <Menu.Item
          leftSection={dialog.top_at ? <IconPinnedOff size={16} /> : <IconPin size={16} />}
          onClick={() => pinDialog(dialog)}
        >
          {t(dialog.top_at ? 'action.unpin' : 'action.pin')}
        </Menu.Item>
        <Menu.Item
          leftSection={count > 0 ? <IconMailOpened size={16} /> : <IconCircleDot size={16} />}
          onClick={() => (count > 0 ? markRead(dialog) : markUnread(dialog))}
        >
          {t(count > 0 ? 'dialog.mark_read' : 'dialog.mark_unread')}
        </Menu.Item>
        <Menu.Item
          leftSection={dialog.silence ? <IconBellRinging size={16} /> : <IconBellOff size={16} />}
          onClick={() => muteDialog(dialog)}
        >
          {t(dialog.silence ? 'dialog.unmute' : 'dialog.mute')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={16} />}
          disabled={Boolean(dialog.top_at)}
          onClick={() => hide(dialog)}
        >
          {t('dialog.hide')}
        </Menu.Item>
        <Menu.Divider />
        <ColorRow dialog={dialog} />
      </PointMenu>
    </>
  );
});

const COLORS = ['', ...TASK_COLORS.map((entry) => entry.accent).filter(Boolean)];

function tintOf(color: string): CSSProperties | undefined {
  const tint = cardTint(color);
  return tint ? ({ '--row-tint': tint } as CSSProperties) : undefined;
}

function ColorRow({ dialog }: { dialog: ClientDialog }) {
  return (
    <div className={classes.colors}>
      {COLORS.map((color, index) => (
        <Menu.Item
          key={color}
          role="menuitemradio"
          aria-checked={dialog.color === color}
          aria-label={color ? `${t('dialog.color')} ${index}` : t('dialog.color_none')}
          className={classes.color}
          style={{ backgroundColor: color || 'transparent' }}
          onClick={() => setDialogColor(dialog, color)}
        >
          {dialog.color === color ? <IconCheck size={14} color={color ? '#1b1d24' : 'var(--ink)'} /> : null}
        </Menu.Item>
      ))}
    </div>
  );
}

function PreviewLine({ dialog, draft }: Pick<Props, 'dialog' | 'draft'>) {
  const me = useMe();
  const last = dialog.last_msg;
  const author = useUser(dialog.type === 'group' && last && last.userid !== me ? last.userid : 0);
  if (draft?.tag) {
    return (
      <span className={classes.preview}>
        <span className={classes.draft}>{t('dialog.draft')}</span> {plain(draft.content)}
      </span>
    );
  }
  if (!last)
    return <span className={classes.preview}>{dialog.type === 'user' && dialog.bot === 0 ? dialog.email : ''}</span>;
  const isNotice = last.msg.type === 'notice';
  const by = isNotice || dialog.type !== 'group' ? '' : last.userid === me ? t('dialog.you') : (author?.nickname ?? '');
  return (
    <span className={classes.preview}>
      {by && `${by}: `}
      {last.msg.preview}
    </span>
  );
}

const plain = (html: string) =>
  html
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .trim();
