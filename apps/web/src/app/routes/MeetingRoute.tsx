import { Button } from '@mantine/core';
import { IconVideo } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { requestMeeting, useMeeting } from '#entities/meeting/meeting.ts';
import { GuestScreen } from '#features/meetings/GuestScreen.tsx';
import { t } from '#sync/language.ts';
import { storedToken } from '#sync/token.ts';
import { NotFound } from './NotFound.tsx';
import { SingleWindow } from './SingleWindow.tsx';

/** A link to a meeting: with its code for everyone, with the number alone for signed-in people. */
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

/** Signed-in people meet above their workspace. */
function IntoWorkspace({ meetingid }: { meetingid: string }) {
  useEffect(() => requestMeeting({ kind: 'join', meetingid }), [meetingid]);
  return <Navigate to="/manage/dashboard" replace />;
}

/** A separate window for one meeting. This is shown before and after the meeting. */
function Entry({ meetingid }: { meetingid: string }) {
  const isInside = useMeeting(({ inside }) => inside !== '');
  useEffect(() => requestMeeting({ kind: 'join', meetingid }), [meetingid]);
  if (isInside) return null;
  return (
    <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
      <Button
        leftSection={<IconVideo size={18} stroke={1.75} />}
        onClick={() => requestMeeting({ kind: 'join', meetingid })}
      >
        {t('meeting.join')}
      </Button>
    </div>
  );
}
