import { REACTIONS } from '@atrium/contract/chat/meetingRoom.ts';
import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import {
  IconBadgeCc,
  IconDots,
  IconKeyboard,
  IconLayoutGrid,
  IconLayoutSidebarRight,
  IconPhoneX,
  IconPictureInPicture,
  IconPlayerRecord,
  IconPlayerStop,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { canConvert } from '#entities/voice/voice.actions.ts';
import { t } from '#sync/language.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { MeetRoom } from '../connection/room.ts';
import { mediaErrorWords } from '../devices/mediaErrors.ts';
import classes from '../Meetings.module.css';
import { canPop, togglePicture } from './pictureInPicture.ts';
import { RoomDevices } from './RoomDevices.tsx';
import { canRecord, startRecording, stopRecording, useRecording } from './recorder.ts';
import { LAYOUTS, setLayout, useRoomLayout } from './roomLayout.ts';
import type { RoomCommands } from './useRoomCommands.ts';

const LAYOUT_ICONS = { grid: IconLayoutGrid, speaker: IconUser, sidebar: IconLayoutSidebarRight };
const LAYOUT_WORDS = {
  grid: 'meeting.layout_grid',
  speaker: 'meeting.layout_speaker',
  sidebar: 'meeting.layout_sidebar',
} as const;

interface Props {
  room: MeetRoom;
  commands: RoomCommands;
  /** The buttons that do not fit into the row. */
  first: readonly { label: string; icon: ReactNode; isOn?: boolean; onClick: () => void }[];
}

/** Reactions, layouts, devices, recording, and rare actions. */
export function RoomMenu({ room, commands, first }: Props) {
  const { people, isCaptioned } = useStore(room.view);
  const { layout } = useRoomLayout();
  const recording = useRecording((state) => state.state);
  const [isChoosing, setChoosing] = useState(false);
  const me = people.find(({ uid }) => uid === room.entry.uid);
  const record = async () => {
    if (recording === 'on') return stopRecording();
    const text = t(canConvert() ? 'meeting.record_text_transcript' : 'meeting.record_text');
    const question = { title: t('meeting.record_title'), text, action: t('meeting.record') };
    if (!(await askFirst(question))) return;
    try {
      startRecording(room);
    } catch (error) {
      notify(mediaErrorWords(error), { kind: 'error' });
    }
  };
  const end = async () => {
    const text = t('meeting.end_text');
    if (await askFirst({ title: t('meeting.end_title'), text, action: t('meeting.end'), isDangerous: true })) {
      await stopRecording();
      room.say({ type: 'end' });
    }
  };
  const pop = () => void togglePicture().catch(() => notify(t('meeting.pop_failed'), { kind: 'error' }));
  return (
    <>
      <Menu position="top-end" zIndex={300}>
        <Menu.Target>
          <ActionIcon
            size={48}
            radius="xl"
            variant="default"
            className={classes.action ?? ''}
            aria-label={t('action.more')}
          >
            <IconDots />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.reactions} role="group" aria-label={t('meeting.react')}>
            {REACTIONS.map((emoji) => (
              <UnstyledButton key={emoji} aria-label={emoji} onClick={() => room.say({ type: 'reaction', emoji })}>
                {emoji}
              </UnstyledButton>
            ))}
          </div>
          {first.length > 0 && <Menu.Divider />}
          {first.map(({ label, icon, isOn, onClick }) => (
            <Menu.Item
              key={label}
              className={classes.first ?? ''}
              leftSection={icon}
              fw={isOn ? 600 : 400}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('meeting.layout')}</Menu.Label>
          {LAYOUTS.map((each) => {
            const Icon = LAYOUT_ICONS[each];
            return (
              <Menu.Item
                key={each}
                leftSection={<Icon size={16} />}
                aria-current={layout === each || undefined}
                fw={layout === each ? 600 : 400}
                onClick={() => setLayout(each)}
              >
                {t(LAYOUT_WORDS[each])}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          {canPop() && (
            <Menu.Item leftSection={<IconPictureInPicture size={16} />} onClick={pop}>
              {t('meeting.pop')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setChoosing(true)}>
            {t('meeting.devices')}
          </Menu.Item>
          {canConvert() && me && (
            <Menu.Item leftSection={<IconBadgeCc size={16} />} onClick={() => room.showCaptions(!isCaptioned)}>
              {t(isCaptioned ? 'meeting.captions_off' : 'meeting.captions_on')}
            </Menu.Item>
          )}
          {(recording === 'on' || (me?.isModerator && me.userid > 0 && canRecord())) && (
            <Menu.Item
              disabled={recording === 'saving'}
              leftSection={recording === 'on' ? <IconPlayerStop size={16} /> : <IconPlayerRecord size={16} />}
              onClick={() => void record()}
            >
              {t(recording === 'on' ? 'meeting.record_stop' : 'meeting.record')}
            </Menu.Item>
          )}
          {hasPointer() && (
            <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={commands.help}>
              {t('meeting.keys')}
            </Menu.Item>
          )}
          {me?.isModerator && (
            <Menu.Item color="red" leftSection={<IconPhoneX size={16} />} onClick={() => void end()}>
              {t('meeting.end')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChoosing && <RoomDevices room={room} onClose={() => setChoosing(false)} />}
    </>
  );
}
