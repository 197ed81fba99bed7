import type { MeetingPerson } from '@atrium/contract/chat/meetingRoom.ts';
import { type CSSProperties, useEffect } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import type { MeetRoom } from '../connection/room.ts';
import classes from '../Meetings.module.css';
import { gridOf } from './grid.ts';
import { arrange, useRoomLayout, viewsOf } from './roomLayout.ts';
import { ScreenTile, Tile } from './Tile.tsx';

/** Shared screens and people, in the chosen layout. */
export function Stage({ room }: { room: MeetRoom }) {
  const view = useStore(room.view);
  const { layout, pinned } = useRoomLayout();
  const isNarrow = useIsNarrow();
  const own = room.entry.uid;
  // The person themselves comes last, because people look at the others.
  const people = [...view.people.filter((each) => each.uid !== own), ...view.people.filter((each) => each.uid === own)];
  const trackOf = (uid: number, kind: 'camera' | 'screen') =>
    uid === own ? view.own[kind] : view.tracks.get(uid)?.[kind];
  const screens = people.filter((each) => each.screen);
  const { spotlight } = view.rules;
  const scene = { layout, pinned, spotlight, spoke: view.spoke, own, hasScreen: screens.length > 0 };
  const arrangement = arrange(people, scene);
  const { focus, others } = arrangement;
  const { large, small } = viewsOf(arrangement, view.spoke);
  useEffect(() => room.look(large, small));
  useEffect(() => () => room.look([], []), [room]);
  const { columns, rows, isScrolled } = gridOf(others.length, isNarrow);
  const grid = { '--columns': columns, '--rows': rows } as CSSProperties;
  const tile = (each: MeetingPerson) => (
    <Tile
      key={each.uid}
      person={each}
      isOwn={each.uid === own}
      isSpeaking={view.speaker === each.uid}
      isPinned={pinned === each.uid}
      isShown={each.uid === own || view.shown.has(each.uid)}
      reaction={view.reactions.findLast(({ uid }) => uid === each.uid)?.emoji ?? ''}
      track={trackOf(each.uid, 'camera')}
    />
  );
  const hasMain = screens.length > 0 || focus !== null;
  return (
    <div className={classes.stage} data-screens={hasMain || undefined} data-layout={layout}>
      {hasMain && (
        <ul className={classes.screens} aria-label={t('meeting.large')}>
          {screens.map((each) => (
            <ScreenTile
              key={each.uid}
              room={room}
              person={each}
              isOwn={each.uid === own}
              track={trackOf(each.uid, 'screen')}
            />
          ))}
          {focus && tile(focus)}
        </ul>
      )}
      <ul
        className={classes.grid}
        style={grid}
        data-scrolled={isScrolled || undefined}
        data-narrow={isNarrow || undefined}
        aria-label={t('meeting.present')}
      >
        {others.map(tile)}
      </ul>
    </div>
  );
}
