import { GUEST_NAME } from '@atrium/contract/chat/meetings.ts';
import { Button, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type SubmitEvent, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import type { MeetRoom } from './connection/room.ts';
import { DeviceFields } from './devices/DeviceFields.tsx';
import { useLocalMedia } from './devices/useLocalMedia.ts';
import classes from './Meetings.module.css';
import { enterMeeting, leaveMeeting, useRoom } from './meetings.actions.ts';
import { RoomScreen } from './room/RoomScreen.tsx';
import { Sounds } from './room/Sounds.tsx';

/** The target of a link, also for people without an account: a name, and then the room. Leaving it returns here. */
export function GuestScreen({ meetingid, sharekey }: { meetingid: string; sharekey: string }) {
  const room = useRoom((state) => state.room);
  const [username, setUsername] = useState('');
  useEffect(() => {
    window.addEventListener('pagehide', leaveMeeting);
    return () => {
      window.removeEventListener('pagehide', leaveMeeting);
      leaveMeeting();
    };
  }, []);
  const isWaiting = useWaiting(room);
  if (room && isWaiting) return <Lobby room={room} />;
  if (room) {
    return (
      <>
        <Sounds room={room} />
        <RoomScreen room={room} sharekey={sharekey} />
      </>
    );
  }
  return <GuestForm {...{ meetingid, sharekey, username, setUsername }} />;
}

/** True until a host has admitted this guest. */
function useWaiting(room: MeetRoom | null): boolean {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    setWaiting(false);
    const follow = () => {
      const phase = room?.view.getState().phase;
      // A lost connection does not change whether the guest waits.
      if (phase === 'waiting' || phase === 'in') setWaiting(phase === 'waiting');
    };
    follow();
    return room?.view.subscribe(follow);
  }, [room]);
  return isWaiting;
}

function Lobby({ room }: { room: MeetRoom }) {
  return (
    <main className={classes.guest}>
      <Paper withBorder radius="lg" p="xl" w="100%" maw={420}>
        <Stack gap="md" align="center" ta="center" role="status">
          <Loader />
          <Title order={1}>{room.entry.name}</Title>
          <Text>{t('meeting.waiting')}</Text>
          <Text c="dimmed" size="sm">
            {t('meeting.waiting_about')}
          </Text>
          <Button variant="default" onClick={leaveMeeting}>
            {t('meeting.leave')}
          </Button>
        </Stack>
      </Paper>
    </main>
  );
}

interface FormProps {
  meetingid: string;
  sharekey: string;
  username: string;
  setUsername: (name: string) => void;
}
function GuestForm({ meetingid, sharekey, username, setUsername }: FormProps) {
  const media = useLocalMedia();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!username.trim()) return setProblem(t('meeting.name_missing'));
    setBusy(true);
    try {
      await enterMeeting({ type: 'join', meetingid, sharekey, username: username.trim() }, media.take);
    } catch (error) {
      setBusy(false);
      setProblem((error as Error).message);
    }
  };
  return (
    <main className={classes.guest}>
      <Paper withBorder radius="lg" p="xl" w="100%" maw={420}>
        <form onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <div>
              <Title order={1}>{t('meeting.join')}</Title>
              <Text c="dimmed">{t('meeting.guest_about')}</Text>
            </div>
            <TextInput
              autoFocus
              label={t('meeting.your_name')}
              autoComplete="name"
              maxLength={GUEST_NAME}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <DeviceFields media={media} />
            {problem && (
              <Text size="sm" c="red" role="alert">
                {problem}
              </Text>
            )}
            <Button type="submit" loading={isBusy}>
              {t('meeting.join_now')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
