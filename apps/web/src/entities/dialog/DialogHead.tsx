import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { hasSessions } from '@atrium/contract/chat/assistants.ts';
import { Badge, Menu } from '@mantine/core';
import {
  IconBellOff,
  IconBellRinging,
  IconChecklist,
  IconDots,
  IconExternalLink,
  IconFolders,
  IconInfoCircle,
  IconMessages,
  IconPhone,
  IconPin,
  IconSearch,
  IconUsers,
  IconVideo,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { mayMeet } from '#entities/meeting/meeting.ts';
import { listTime } from '#entities/message/time.ts';
import { SessionTools } from '#entities/session/SessionTools.tsx';
import { PauseLine } from '#entities/user/PauseLine.tsx';
import { usePausedUntil } from '#entities/user/pause.ts';
import { statusWords } from '#entities/user/status.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { canRecord } from '#entities/voice/VoiceButton.tsx';
import { t } from '#sync/language.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import { DialogAvatar } from './DialogAvatar.tsx';
import classes from './DialogPane.module.css';
import { muteDialog } from './dialog.actions.ts';
import { type InfoPart, workPart } from './info/infoView.ts';
import { meetHere } from './meetHere.ts';
import { dialogName } from './name.ts';
import { tagsOf } from './rules.ts';

export interface HeadProps {
  dialog: ClientDialog;
  /** The part of the details that is shown. */
  part: InfoPart | null;
  onTitle: () => void;
  onFind: () => void;
  /** Opens a part of the details, or closes it. */
  onPart: (part: InfoPart) => void;
  onInfo: () => void;
  onJump: (id: number) => void;
  onBack: (() => void) | undefined;
  onMessenger: (() => void) | undefined;
  onWindow: (() => void) | undefined;
  onClose: (() => void) | undefined;
}

/** An action in a conversation. A narrow header leaves out those with the highest `place` first. */
interface Act {
  key: string;
  label: string;
  icon: typeof IconSearch;
  place: 'first' | 'second' | 'third';
  part?: InfoPart;
  run: () => void;
}

/** The other person or group, and the actions. It is a component of its own, because new messages do not change it. */
export const DialogHead = memo(function DialogHead(props: HeadProps) {
  const { dialog, part, onTitle, onInfo, onBack, onMessenger, onWindow, onClose } = props;
  const isGroup = dialog.type === 'group';
  const acts = useActs(props);
  return (
    <ScreenHeader
      title={
        <PlainButton className={classes.title} onClick={onTitle}>
          <DialogAvatar dialog={dialog} size={32} />
          <span className={classes.words}>
            <span className={`truncate ${classes.name}`}>{dialogName(dialog)}</span>
            <small className={classes.below}>
              {isGroup ? t('dialog.people', { count: dialog.people }) : <Presence dialog={dialog} />}
            </small>
          </span>
        </PlainButton>
      }
      left={
        <>
          {dialog.is_disable === 1 && <Badge color="gray">{t('user.resigned')}</Badge>}
          {tagsOf(dialog).map((tag) => (
            <Badge key={tag} color="gray" variant="light">
              {t(tag)}
            </Badge>
          ))}
        </>
      }
      {...(onBack && { back: { label: t('action.back'), run: onBack } })}
    >
      {hasSessions(dialog.email) && <SessionTools dialogId={dialog.id} />}
      {acts.map(({ key, label, icon: Icon, place, part: opens, run }) => (
        <Tooltip key={key} label={label}>
          <IconButton
            size={34}
            className={place === 'first' ? '' : (classes[place] ?? '')}
            aria-label={label}
            {...(opens && { 'aria-pressed': part === opens })}
            onClick={run}
          >
            <Icon size={20} stroke={1.75} />
          </IconButton>
        </Tooltip>
      ))}
      <Tooltip label={t('info.title')}>
        <IconButton
          size={34}
          className={`${classes.details} ${isGroup ? classes.second : ''}`}
          aria-label={t('info.title')}
          aria-expanded={part !== null}
          onClick={onInfo}
        >
          <IconInfoCircle size={20} stroke={1.75} />
        </IconButton>
      </Tooltip>
      <MoreMenu dialog={dialog} acts={acts} onInfo={onInfo} onWindow={onWindow} onMessenger={onMessenger} />
      {onMessenger && (
        <Tooltip label={t('dialog.in_messenger')}>
          <IconButton
            size={34}
            className={classes.second ?? ''}
            aria-label={t('dialog.in_messenger')}
            onClick={onMessenger}
          >
            <IconMessages size={20} stroke={1.75} />
          </IconButton>
        </Tooltip>
      )}
      {onClose && (
        <IconButton size={34} aria-label={t('action.close')} onClick={onClose}>
          <IconX size={20} stroke={1.75} />
        </IconButton>
      )}
    </ScreenHeader>
  );
});

/** The status and when somebody was here last. */
function Presence({ dialog }: { dialog: ClientDialog }) {
  const peer = useUser(dialog.dialog_user?.userid ?? 0);
  const seen = peer?.online
    ? t('user.online')
    : peer?.line_at
      ? t('user.last_seen', { time: listTime(peer.line_at) })
      : '';
  const until = usePausedUntil(peer?.userid ?? 0);
  const words = [statusWords(peer, { withPause: !until }), seen].filter(Boolean).join(' · ');
  return (
    <>
      {until && <PauseLine until={until} isBrief />}
      {until && words ? ' · ' : ''}
      {words}
    </>
  );
}

function useActs({ dialog, onFind, onPart, onJump }: HeadProps): Act[] {
  const me = useMe();
  const isGroup = dialog.type === 'group';
  const peer = dialog.dialog_user?.userid ?? 0;
  const mayCall = dialog.bot === 0 && dialog.is_disable === 0 && mayMeet() && canRecord() && (isGroup || peer !== me);
  const work = workPart(dialog);
  const opens = (part: InfoPart) => ({ part, run: () => onPart(part) });
  return [
    ...(mayCall
      ? ([
          { key: 'call', label: t('dialog.call'), icon: IconPhone, place: 'first', run: () => void meetHere(dialog) },
          {
            key: 'video',
            label: t('dialog.video'),
            icon: IconVideo,
            place: 'second',
            run: () => void meetHere(dialog, true),
          },
        ] as const)
      : []),
    { key: 'find', label: t('find.title'), icon: IconSearch, place: mayCall ? 'second' : 'first', run: onFind },
    ...(dialog.top_msg_id > 0
      ? ([
          {
            key: 'pinned',
            label: t('dialog.to_pinned'),
            icon: IconPin,
            place: 'third',
            run: () => onJump(dialog.top_msg_id),
          },
        ] as const)
      : []),
    ...(isGroup
      ? ([{ key: 'members', label: t('group.members'), icon: IconUsers, place: 'first', ...opens('members') }] as const)
      : []),
    { key: 'files', label: t('shared.file'), icon: IconFolders, place: 'third', ...opens('file') },
    {
      key: 'work',
      label: t(work === 'tasks' ? 'info.tasks' : 'shared.todo'),
      icon: IconChecklist,
      place: 'third',
      ...opens(work),
    },
  ];
}

interface MoreProps extends Pick<HeadProps, 'dialog' | 'onInfo' | 'onWindow' | 'onMessenger'> {
  acts: readonly Act[];
}
/** The menu with the actions that a narrow header leaves out, and less frequent ones. */
function MoreMenu({ dialog, acts, onInfo, onWindow, onMessenger }: MoreProps) {
  const items: Pick<Act, 'key' | 'label' | 'icon' | 'run'>[] = [
    ...acts,
    { key: 'info', label: t('info.title'), icon: IconInfoCircle, run: onInfo },
    {
      key: 'mute',
      label: t(dialog.silence ? 'dialog.unmute' : 'dialog.mute'),
      icon: dialog.silence ? IconBellRinging : IconBellOff,
      run: () => muteDialog(dialog),
    },
    ...(onMessenger
      ? [{ key: 'messenger', label: t('dialog.in_messenger'), icon: IconMessages, run: onMessenger }]
      : []),
    ...(onWindow ? [{ key: 'window', label: t('dialog.window'), icon: IconExternalLink, run: onWindow }] : []),
  ];
  return (
    <DropdownMenu
      position="bottom-end"
      button={
        <IconButton size={34} aria-label={t('dialog.more')}>
          <IconDots size={20} stroke={1.75} />
        </IconButton>
      }
    >
      {items.map(({ key, label, icon: Icon, run }) => (
        <Menu.Item key={key} leftSection={<Icon size={16} stroke={1.75} />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}
