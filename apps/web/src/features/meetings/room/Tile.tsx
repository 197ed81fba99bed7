import type { MeetingPerson } from '@atrium/contract/chat/meetingRoom.ts';
import { participantOf } from '@atrium/contract/chat/meetings.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconAntennaBars2,
  IconHandStop,
  IconMicrophoneOff,
  IconPin,
  IconPinnedOff,
  IconPlayerRecordFilled,
  IconVideoOff,
} from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import type { MeetRoom } from '../connection/room.ts';
import { usePlayback } from '../devices/usePlayback.ts';
import classes from '../Meetings.module.css';
import type { Size } from './marks.ts';
import { pin } from './roomLayout.ts';
import { ScreenMarks } from './ScreenMarks.tsx';

/** The name of a participant, marked for oneself and for guests. */
export function nameOf(person: MeetingPerson, isOwn: boolean): string {
  const name = person.nickname;
  if (isOwn) return t('meeting.you', { name });
  return participantOf(person.uid).isGuest ? t('meeting.guest', { name }) : name;
}

interface Props {
  person: MeetingPerson;
  isOwn: boolean;
  isSpeaking: boolean;
  isPinned: boolean;
  /** True if the camera's picture arrives. */
  isShown: boolean;
  reaction: string;
  track: MediaStreamTrack | undefined;
}

/** One participant: their camera, or their avatar while it is off or its first picture has not arrived. */
export function Tile({ person, isOwn, isSpeaking, isPinned, isShown, reaction, track }: Props) {
  const name = nameOf(person, isOwn);
  const isPaused = person.camera && !isShown;
  const isSeen = person.camera && isShown && track !== undefined;
  const [isFresh, setFresh] = useState(false);
  const hue = { '--hue': hueOf(person.userid || person.uid) } as CSSProperties;
  return (
    <li
      className={classes.tile}
      style={hue}
      aria-label={labelOf(person, name, isPaused)}
      data-speaking={isSpeaking || undefined}
    >
      {(!isSeen || !isFresh) && (
        <span className={classes.face}>
          <Face person={person} size={64} />
          {isPaused && (
            <span className={classes.paused} aria-hidden="true">
              {t('meeting.camera_paused')}
            </span>
          )}
        </span>
      )}
      {isSeen && <Picture track={track} isOwn={isOwn} onFresh={setFresh} />}
      {reaction && (
        <span className={classes.reaction} role="img" aria-label={reaction}>
          {reaction}
        </span>
      )}
      <ActionIcon
        className={classes.pin ?? ''}
        variant="filled"
        color="dark"
        size="md"
        radius="xl"
        data-on={isPinned || undefined}
        aria-pressed={isPinned}
        aria-label={t(isPinned ? 'meeting.unpin' : 'meeting.pin', { name })}
        onClick={() => pin(person.uid)}
      >
        {isPinned ? <IconPinnedOff size={16} stroke={1.75} /> : <IconPin size={16} stroke={1.75} />}
      </ActionIcon>
      <span className={classes.plate} aria-hidden="true">
        {person.isRecording && <IconPlayerRecordFilled size={14} color="var(--mantine-color-red-4)" />}
        {person.hand > 0 && <IconHandStop size={14} stroke={2} />}
        {!person.audio && <IconMicrophoneOff size={14} stroke={2} />}
        {isPaused && <IconVideoOff size={14} stroke={2} />}
        {person.quality === 'poor' && <IconAntennaBars2 size={16} stroke={2.5} />}
        <Plate person={person} isOwn={isOwn} name={isOwn ? name : person.nickname} />
      </span>
    </li>
  );
}

/** A participant's state in words, for people who do not see the icons. */
function labelOf({ audio, hand, quality, isRecording }: MeetingPerson, name: string, isPaused: boolean): string {
  return [
    name,
    !audio && t('meeting.is_muted'),
    hand > 0 && t('meeting.has_hand'),
    isRecording && t('meeting.is_recording'),
    quality === 'poor' && t('meeting.quality_poor'),
    isPaused && t('meeting.camera_paused'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** A name and, for guests, a separate mark: a guest chooses the name, and a long one must not push the mark away. */
function Plate({ person, isOwn, name }: Pick<Props, 'person' | 'isOwn'> & { name: string }) {
  return (
    <>
      <bdi className="truncate">{name}</bdi>
      {!isOwn && participantOf(person.uid).isGuest && (
        <span className={classes.guestMark}>{t('meeting.guest_mark')}</span>
      )}
    </>
  );
}

/** A shared screen. */
export function ScreenTile({
  room,
  person,
  isOwn,
  track,
}: Pick<Props, 'person' | 'isOwn' | 'track'> & { room: MeetRoom }) {
  const [size, setSize] = useState<Size | null>(null);
  const name = isOwn ? t('meeting.screen_own') : t('meeting.screen_of', { name: nameOf(person, false) });
  return (
    <li className={classes.tile} data-screen aria-label={name}>
      {track && <Picture track={track} isOwn={false} onSize={setSize} />}
      {track && size && <ScreenMarks room={room} person={person} size={size} />}
      <span className={classes.plate} aria-hidden="true">
        <Plate person={person} isOwn={isOwn} name={isOwn ? name : t('meeting.screen_of', { name: person.nickname })} />
      </span>
    </li>
  );
}

interface PictureProps {
  track: MediaStreamTrack;
  isOwn: boolean;
  /** Called when pictures begin or stop to arrive. */
  onFresh?: (isFresh: boolean) => void;
  onSize?: (size: Size) => void;
}
/** The picture is hidden if the stream showed another person before, whose last frame must not be seen. */
function Picture({ track, isOwn, onFresh, onSize }: PictureProps) {
  const ref = usePlayback<HTMLVideoElement>(track);
  const [isFresh, setFresh] = useState(isOwn);
  // True for the camera of a phone held upright, whose top would be cut off.
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    const video = ref.current;
    if (isOwn || !video) return;
    if (!('requestVideoFrameCallback' in video)) return setFresh(true);
    let left = 2;
    let wanted = 0;
    const next = () => {
      if (--left <= 0) return setFresh(true);
      wanted = video.requestVideoFrameCallback(next);
    };
    wanted = video.requestVideoFrameCallback(next);
    return () => video.cancelVideoFrameCallback(wanted);
  }, [ref, isOwn]);
  useEffect(() => {
    if (!isFresh) return;
    onFresh?.(true);
    return () => onFresh?.(false);
  }, [isFresh, onFresh]);
  return (
    <video
      ref={ref}
      muted
      playsInline
      data-meeting-media
      data-mirrored={isOwn || undefined}
      data-fresh={isFresh || undefined}
      data-tall={isTall || undefined}
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => {
        setTall(videoHeight > videoWidth);
        if (videoWidth > 0) onSize?.({ width: videoWidth, height: videoHeight });
      }}
    />
  );
}

/** A participant's picture. */
export const Face = ({ person, size }: { person: MeetingPerson; size: 32 | 64 }) => (
  <UserAvatar user={faceOf(person)} size={size} />
);

const faceOf = (person: MeetingPerson) => ({
  userid: person.userid || person.uid,
  nickname: person.nickname,
  userimg: person.userimg,
  online: true,
  bot: 0,
  disable_at: null,
  delete_at: null,
});
