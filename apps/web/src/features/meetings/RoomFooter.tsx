import { MEETING_INVITE } from '@atrium/contract/chat/meetings.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconArrowsDiagonalMinimize2,
  IconLink,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconUserPlus,
  IconVideo,
  IconVideoOff,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { t } from '#sync/language.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { canShareScreen } from './devices.ts';
import classes from './Meetings.module.css';
import { copyLink, inviteTo } from './meetings.actions.ts';
import type { MeetRoom } from './room.ts';
import type { RoomCommands } from './useRoomCommands.ts';

interface Props {
  room: MeetRoom;
  commands: RoomCommands;
  sharekey: string;
  onMinimise?: () => void;
}

/** Guests cannot invite, and have no other screen to go to. */
export function RoomFooter({ room, commands, sharekey, onMinimise }: Props) {
  const { own, isMuted, people } = useStore(room.view);
  const [isInviting, setInviting] = useState(false);
  const { meetingid } = room.entry;
  const isHeard = Boolean(own.audio) && !isMuted;
  const present = people.map((each) => each.userid).filter((userid) => userid > 0);
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
      {canShareScreen() && (
        <Action
          label={t(own.screen ? 'meeting.share_stop' : 'meeting.share')}
          isOn={Boolean(own.screen)}
          onClick={commands.screen}
          icon={own.screen ? <IconScreenShareOff /> : <IconScreenShare />}
        />
      )}
      {!sharekey && <Action label={t('meeting.invite')} onClick={() => setInviting(true)} icon={<IconUserPlus />} />}
      {!sharekey && (
        <Action label={t('meeting.copy_link')} onClick={() => void copyLink(meetingid)} icon={<IconLink />} />
      )}
      {onMinimise && (
        <Action label={t('meeting.minimise')} keys="Esc" onClick={onMinimise} icon={<IconArrowsDiagonalMinimize2 />} />
      )}
      <Action label={t('meeting.leave')} isDangerous onClick={() => room.leave()} icon={<IconPhoneOff />} />
      {isInviting && (
        <UserPicker
          title={t('meeting.invite_title')}
          disabled={present}
          max={MEETING_INVITE}
          onClose={() => setInviting(false)}
          onDone={(userids) => void inviteTo(meetingid, userids).then((isDone) => isDone && setInviting(false))}
        />
      )}
    </footer>
  );
}

interface ActionProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  keys?: string;
  isOff?: boolean;
  isOn?: boolean;
  isDangerous?: boolean;
}
function Action({ label, icon, onClick, keys, isOff, isOn, isDangerous }: ActionProps) {
  return (
    <Tooltip label={keys ? `${label} (${keys})` : label} position="top">
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
}
