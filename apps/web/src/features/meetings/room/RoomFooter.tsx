import { MEETING_INVITE } from '@atrium/contract/chat/meetings.ts';
import { ActionIcon, Indicator } from '@mantine/core';
import {
  IconArrowsDiagonalMinimize2,
  IconHandStop,
  IconLink,
  IconMessage,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconUserPlus,
  IconUsers,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { maySearchMembers } from '#entities/meeting/meeting.ts';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import type { MeetRoom } from '../connection/room.ts';
import { canShareScreen } from '../devices/devices.ts';
import classes from '../Meetings.module.css';
import { copyLink, inviteTo } from '../meetings.actions.ts';
import { RoomMenu } from './RoomMenu.tsx';
import type { Panel, RoomCommands } from './useRoomCommands.ts';

interface Props {
  room: MeetRoom;
  commands: RoomCommands;
  sharekey: string;
  panel: Panel | null;
  onMinimise?: () => void;
}

/**
 * Guests cannot invite, and have no other screen to go to. On a phone only one row fits, so rare actions are in the
 * menu.
 */
export function RoomFooter({ room, commands, sharekey, panel, onMinimise }: Props) {
  const { own, isMuted, people, lines, lobby } = useStore(room.view);
  const [isInviting, setInviting] = useState(false);
  const { meetingid } = room.entry;
  const isLineOpen = panel === 'lines';
  const unread = useUnread(lines.length, isLineOpen);
  const hand = Boolean(room.me?.hand);
  const isHeard = Boolean(own.audio) && !isMuted;
  const dialog = useRow('dialog', room.entry.dialog_id);
  const searched = useMe() > 0 && maySearchMembers(dialog) ? room.entry.dialog_id : 0;
  const present = people.map((each) => each.userid).filter((userid) => userid > 0);
  const isNarrow = useIsNarrow();
  const speaking: ActionProps[] = [
    ...(canShareScreen()
      ? [
          {
            label: t(own.screen ? 'meeting.share_stop' : 'meeting.share'),
            keys: 'S',
            isOn: Boolean(own.screen),
            onClick: commands.screen,
            icon: own.screen ? <IconScreenShareOff /> : <IconScreenShare />,
          },
        ]
      : []),
    {
      label: t(hand ? 'meeting.lower' : 'meeting.raise'),
      keys: 'H',
      isOn: hand,
      onClick: commands.hand,
      icon: <IconHandStop />,
    },
  ];
  const inviting: ActionProps[] = sharekey
    ? []
    : [
        { label: t('meeting.invite'), onClick: () => setInviting(true), icon: <IconUserPlus /> },
        { label: t('meeting.copy_link'), onClick: () => void copyLink(meetingid), icon: <IconLink /> },
      ];
  return (
    <footer className={classes.footer}>
      <Action
        label={t(isHeard ? 'meeting.mute' : 'meeting.unmute')}
        keys="M"
        isOff={!isHeard}
        onClick={commands.microphone}
        icon={isHeard ? <IconMicrophone /> : <IconMicrophoneOff />}
      />
      <Action
        label={t(own.camera ? 'meeting.camera_off' : 'meeting.camera_on')}
        keys="C"
        isOff={!own.camera}
        onClick={commands.camera}
        icon={own.camera ? <IconVideo /> : <IconVideoOff />}
      />
      {!isNarrow && speaking.map((each) => <Action key={each.label} {...each} />)}
      <Action
        label={t('meeting.lines')}
        keys="T"
        isOn={isLineOpen}
        count={unread}
        onClick={() => commands.panel('lines')}
        icon={<IconMessage />}
      />
      <Action
        label={t('meeting.present')}
        keys="P"
        isOn={panel === 'people'}
        count={lobby.length}
        onClick={() => commands.panel('people')}
        icon={<IconUsers />}
      />
      {!isNarrow && inviting.map((each) => <Action key={each.label} {...each} />)}
      {onMinimise && (
        <Action label={t('meeting.minimise')} keys="Esc" onClick={onMinimise} icon={<IconArrowsDiagonalMinimize2 />} />
      )}
      <RoomMenu room={room} commands={commands} first={isNarrow ? [...speaking, ...inviting] : []} />
      <Action label={t('meeting.leave')} isDangerous onClick={() => room.leave()} icon={<IconPhoneOff />} />
      {isInviting && (
        <UserPicker
          title={t('meeting.invite_title')}
          without={present}
          {...(searched && { dialogId: searched })}
          max={MEETING_INVITE}
          onClose={() => setInviting(false)}
          onDone={(userids) => void inviteTo(meetingid, userids).then((isDone) => isDone && setInviting(false))}
        />
      )}
    </footer>
  );
}

/** The number of lines that were written while the panel was closed. */
function useUnread(count: number, isOpen: boolean): number {
  const [seen, setSeen] = useState(count);
  useEffect(() => {
    if (isOpen) setSeen(count);
  }, [count, isOpen]);
  return isOpen ? 0 : Math.max(0, count - seen);
}

interface ActionProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  keys?: string;
  /** The number of items that wait behind the button. */
  count?: number;
  isOff?: boolean;
  isOn?: boolean;
  isDangerous?: boolean;
}
function Action({ label, icon, onClick, keys, count = 0, isOff, isOn, isDangerous }: ActionProps) {
  const button = (
    <Tooltip label={keys && hasPointer() ? `${label} (${keys})` : label} position="top">
      <ActionIcon
        size={48}
        radius="xl"
        variant={isDangerous || isOn ? 'filled' : 'default'}
        {...(isDangerous && { color: 'red' })}
        className={classes.action ?? ''}
        data-off={isOff || undefined}
        aria-label={label}
        {...(keys && { 'aria-keyshortcuts': keys === 'Esc' ? 'Escape' : keys })}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
  if (count === 0) return button;
  return (
    <Indicator label={count} size={18} offset={6} color="red">
      {button}
    </Indicator>
  );
}
