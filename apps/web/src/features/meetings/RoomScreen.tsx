import { Loader, Modal, UnstyledButton } from '@mantine/core';
import { type CSSProperties, useEffect } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { gridOf } from './grid.ts';
import classes from './Meetings.module.css';
import { RoomFooter } from './RoomFooter.tsx';
import type { MeetRoom } from './room.ts';
import { ScreenTile, Tile } from './Tile.tsx';
import { playAll, useBlocked } from './usePlayback.ts';
import { useRoomCommands } from './useRoomCommands.ts';

interface Props {
  room: MeetRoom;
  /** For guests, who have no other screen to go to. */
  sharekey?: string;
  onMinimise?: () => void;
}

/** Over the whole window: a tile for each participant, and the controls at the bottom. */
export function RoomScreen({ room, sharekey = '', onMinimise }: Props) {
  const view = useStore(room.view);
  const isNarrow = useIsNarrow();
  const isBlocked = useBlocked((state) => state.isBlocked);
  const commands = useRoomCommands(room, onMinimise);
  const { uid, name } = room.entry;
  // Oneself comes last: people look at the others.
  const people = [...view.people.filter((each) => each.uid !== uid), ...view.people.filter((each) => each.uid === uid)];
  const trackOf = (each: number, kind: 'camera' | 'screen') =>
    each === uid ? view.own[kind] : view.tracks.get(each)?.[kind];
  const screens = people.filter((each) => each.screen);
  const { columns, rows, isScrolled } = gridOf(people.length, isNarrow);
  const grid = { '--columns': columns, '--rows': rows } as CSSProperties;
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
          <header className={classes.head}>
            <Modal.Title className="truncate">{name}</Modal.Title>
            <small>{numberOf(room.entry.meetingid)}</small>
          </header>
          <State room={room} />
          <div className={classes.stage} data-screens={screens.length > 0 || undefined}>
            {screens.length > 0 && (
              <ul className={classes.screens}>
                {screens.map((each) => (
                  <ScreenTile
                    key={each.uid}
                    person={each}
                    isOwn={each.uid === uid}
                    track={trackOf(each.uid, 'screen')}
                  />
                ))}
              </ul>
            )}
            <ul
              className={classes.grid}
              style={grid}
              data-scrolled={isScrolled || undefined}
              data-narrow={isNarrow || undefined}
              aria-label={t('meeting.present')}
            >
              {people.map((each) => (
                <Tile
                  key={each.uid}
                  person={each}
                  isOwn={each.uid === uid}
                  isSpeaking={view.speaker === each.uid}
                  track={trackOf(each.uid, 'camera')}
                />
              ))}
            </ul>
          </div>
          <RoomFooter room={room} commands={commands} sharekey={sharekey} {...(onMinimise && { onMinimise })} />
          {isBlocked && (
            <UnstyledButton className={classes.blocked} onClick={playAll} autoFocus>
              {t('meeting.blocked')}
            </UnstyledButton>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** 123 456 78901, as it is read aloud. */
const numberOf = (meetingid: string) => meetingid.replace(/^(.{3})(.{3})(?=.)/, '$1 $2 ');

/** A problem in one line. */
function State({ room }: { room: MeetRoom }) {
  const { phase, isStuck, isCarried, people } = useStore(room.view);
  useEffect(() => useBlocked.setState({ isBlocked: false }), []);
  const text =
    phase === 'lost'
      ? t('meeting.lost')
      : isStuck
        ? t('meeting.no_way')
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
