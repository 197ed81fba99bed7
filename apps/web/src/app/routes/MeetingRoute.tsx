import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { useMeeting, wishMeeting } from '#entities/meeting/meeting.ts';
import { GuestScreen } from '#features/meetings/GuestScreen.tsx';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';
import { NotFound } from './NotFound.tsx';
import { SingleWindow } from './SingleWindow.tsx';

/** A link to a meeting: with its code for everybody, by its number alone for whoever is signed in. */
export function MeetingRoute({ isSingle = false }: { isSingle?: boolean }) {
  const { meetingId = '', sharekey } = useParams();
  if (meetingId && !/^\d{1,20}$/.test(meetingId)) return <NotFound />;
  if (meetingId && sharekey) return <GuestScreen key={sharekey} meetingid={meetingId} sharekey={sharekey} />;
  if (isSingle || !storedToken()) {
    return (
      <SingleWindow>
        <Entry meetingid={meetingId} />
      </SingleWindow>
    );
  }
  return <IntoWorkspace meetingid={meetingId} />;
}

/** Whoever is signed in meets in front of their work. */
function IntoWorkspace({ meetingid }: { meetingid: string }) {
  useEffect(() => wishMeeting({ kind: 'join', meetingid }), [meetingid]);
  return <Navigate to="/manage/dashboard" replace />;
}

/** A window of its own for one meeting; what stands here is seen before and after it. */
function Entry({ meetingid }: { meetingid: string }) {
  const isInside = useMeeting(({ inside }) => inside !== '');
  useEffect(() => wishMeeting({ kind: 'join', meetingid }), [meetingid]);
  if (isInside) return null;
  return (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <Button
        leftSection={<IconVideo size={18} stroke={1.75} />}
        onClick={() => wishMeeting({ kind: 'join', meetingid })}
      >
        {t('meeting.join')}
      </Button>
    </div>
  );
}
