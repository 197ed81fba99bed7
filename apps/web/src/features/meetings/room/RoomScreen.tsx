import { Button, Loader, Modal, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import type { MeetRoom } from '../connection/room.ts';
import { playAll, useBlocked } from '../devices/usePlayback.ts';
import classes from '../Meetings.module.css';
import { Captions } from './Captions.tsx';
import { LinesPanel } from './LinesPanel.tsx';
import { PeoplePanel } from './PeoplePanel.tsx';
import { RoomFooter } from './RoomFooter.tsx';
import { RoomHead } from './RoomHead.tsx';
import { RoomKeys } from './RoomKeys.tsx';
import { Stage } from './Stage.tsx';
import { type Panel, useRoomCommands } from './useRoomCommands.ts';

interface Props {
  room: MeetRoom;
  /** The code of the link, for guests, who have no other screen to go to. */
  sharekey?: string;
  onMinimise?: () => void;
}

/**
 * The room over the whole window: a tile for each participant, the controls at the bottom, people and chat at the side.
 */
export function RoomScreen({ room, sharekey = '', onMinimise }: Props) {
  const isBlocked = useBlocked((state) => state.isBlocked);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [isHelping, setHelping] = useState(false);
  const commands = useRoomCommands(room, { onMinimise, setPanel, onHelp: () => setHelping(true) });
  return (
    <Modal.Root
      opened
      fullScreen
      zIndex={260}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      onClose={() => onMinimise?.()}
    >
      <Modal.Content radius={0}>
        <Modal.Body p={0} className={classes.room ?? ''}>
          <RoomHead room={room} title={<Modal.Title className="truncate">{room.entry.name}</Modal.Title>} />
          <State room={room} />
          <Asked room={room} />
          {panel !== 'people' && <Knock room={room} />}
          <div className={classes.middle}>
            <Stage room={room} />
            {panel === 'people' && <PeoplePanel room={room} onClose={() => setPanel(null)} />}
            {panel === 'lines' && <LinesPanel room={room} onClose={() => setPanel(null)} />}
          </div>
          <Captions room={room} />
          <RoomFooter {...{ room, commands, sharekey, panel }} {...(onMinimise && { onMinimise })} />
          {isBlocked && (
            <UnstyledButton className={classes.blocked} onClick={playAll} autoFocus>
              {t('meeting.blocked')}
            </UnstyledButton>
          )}
          {isHelping && <RoomKeys canMinimise={Boolean(onMinimise)} onClose={() => setHelping(false)} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Shows a problem in one line. */
function State({ room }: { room: MeetRoom }) {
  const { phase, isSlow, isStuck, isCarried, people } = useStore(room.view);
  useEffect(() => useBlocked.setState({ isBlocked: false }), []);
  const text =
    phase === 'lost'
      ? t('meeting.lost')
      : isStuck
        ? t('meeting.no_way')
        : phase === 'joining' && isSlow
          ? t('meeting.slow')
          : phase === 'joining' || !isCarried
            ? t('meeting.joining')
            : people.length === 1
              ? t('meeting.alone')
              : '';
  if (!text) return null;
  return (
    <p className={classes.state} role="status">
      {phase !== 'in' && <Loader size={14} />}
      {text}
    </p>
  );
}

/** Tells the participant of a host's action, or asks what the host requests. */
function Asked({ room }: { room: MeetRoom }) {
  const { asked } = useStore(room.view);
  if (!asked) return null;
  const name = asked.nickname;
  return (
    <div className={classes.asked} role="alert">
      <span>{t(asked.what === 'mute' ? 'meeting.was_muted' : 'meeting.asked_unmute', { name })}</span>
      <Button size="xs" onClick={() => room.mute(false)}>
        {t('meeting.unmute_short')}
      </Button>
      <Button size="xs" variant="default" onClick={() => room.dismiss()}>
        {t('meeting.stay_muted')}
      </Button>
    </div>
  );
}

/** The guest who has waited longest, for those who may let them in: a number on a button is easy to miss. */
function Knock({ room }: { room: MeetRoom }) {
  const { lobby } = useStore(room.view);
  const [guest] = lobby;
  if (!guest || !room.me?.isModerator) return null;
  return (
    <div className={classes.asked} role="alert">
      <span>{t('meeting.knocks', { name: guest.nickname })}</span>
      <Button size="xs" onClick={() => room.say({ type: 'admit', uid: guest.uid, isIn: true })}>
        {t('meeting.admit')}
      </Button>
      <Button size="xs" variant="default" onClick={() => room.say({ type: 'admit', uid: guest.uid, isIn: false })}>
        {t('meeting.refuse')}
      </Button>
    </div>
  );
}
