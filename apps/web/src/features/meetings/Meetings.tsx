import { Loader } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useMeeting } from '#entities/meeting/meeting.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { MeetingForm } from './MeetingForm.tsx';
import { MinimizedMeeting } from './MinimizedMeeting.tsx';
import { useMeetingNotes } from './meetingNotes.ts';
import { leaveMeeting, useRoom } from './meetings.actions.ts';
import { isOwnWindow } from './meetingWindow.ts';
import { RoomScreen } from './room/RoomScreen.tsx';
import { Sounds } from './room/Sounds.tsx';

// The form loads later, because its calendar is large.
const PlanForm = lazyPart(async () => (await import('./PlanForm.tsx')).PlanForm);
const DateForm = lazyPart(async () => (await import('./DateForm.tsx')).DateForm);

const MeetingNotes = lazyPart(async () => (await import('./MeetingNotes.tsx')).MeetingNotes);

const minimise = () => useMeeting.setState({ isSmall: true });

/** The form and the room. They exist once above all screens, so that work continues while the room is minimized. */
export function Meetings() {
  const { wish, isSmall } = useMeeting();
  const room = useRoom((state) => state.room);
  const notes = useMeetingNotes((state) => state.source);
  useEffect(() => {
    // The meeting ends when the frame is removed by signing out, or the page is closed.
    window.addEventListener('pagehide', leaveMeeting);
    return () => {
      window.removeEventListener('pagehide', leaveMeeting);
      leaveMeeting();
    };
  }, []);
  return (
    <>
      {wish?.kind === 'plan' && (
        <Suspense fallback={<Loader pos="fixed" inset={0} m="auto" />}>
          <PlanForm planId={wish.planId ?? 0} />
        </Suspense>
      )}
      {wish?.kind === 'date' && (
        <Suspense fallback={<Loader pos="fixed" inset={0} m="auto" />}>
          <DateForm date={wish.date} />
        </Suspense>
      )}
      {(wish?.kind === 'create' || wish?.kind === 'join') && !room && (
        <MeetingForm key={JSON.stringify(wish)} wish={wish} />
      )}
      {notes && (
        <Suspense fallback={<Loader pos="fixed" inset={0} m="auto" />}>
          <MeetingNotes source={notes} />
        </Suspense>
      )}
      {room && <Sounds room={room} />}
      {room && !isSmall && <RoomScreen room={room} {...(!isOwnWindow() && { onMinimise: minimise })} />}
      {room && isSmall && (
        <MinimizedMeeting name={room.entry.name} onOpen={() => useMeeting.setState({ isSmall: false })} />
      )}
    </>
  );
}
