import type { MeetingPerson } from '@atrium/contract/chat/meetings.ts';
import { participantOf } from '@atrium/contract/chat/meetings.ts';
import { IconMicrophoneOff } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { hueOf, UserAvatar } from '#entities/user/UserAvatar.tsx';
import { t } from '#sync/language.ts';
import classes from './Meetings.module.css';
import { usePlayback } from './usePlayback.ts';

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
  track: MediaStreamTrack | undefined;
}

/** One participant: their camera, or their avatar while it is off. */
export function Tile({ person, isOwn, isSpeaking, track }: Props) {
  const name = nameOf(person, isOwn);
  const isSeen = person.camera && track !== undefined;
  const hue = { '--hue': hueOf(person.userid || person.uid) } as CSSProperties;
  return (
    <li
      className={classes.tile}
      style={hue}
      aria-label={person.audio ? name : `${name}, ${t('meeting.is_muted')}`}
      data-speaking={isSpeaking || undefined}
    >
      {!isSeen && (
        <span className={classes.face}>
          <UserAvatar user={faceOf(person)} size={64} />
        </span>
      )}
      {isSeen && <Picture track={track} isOwn={isOwn} />}
      <span className={classes.plate} aria-hidden="true">
        {!person.audio && <IconMicrophoneOff size={14} stroke={2} />}
        <Plate person={person} isOwn={isOwn} name={isOwn ? name : person.nickname} />
      </span>
    </li>
  );
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
export function ScreenTile({ person, isOwn, track }: Omit<Props, 'isSpeaking'>) {
  const name = t('meeting.screen_of', { name: nameOf(person, isOwn) });
  return (
    <li className={classes.tile} data-screen aria-label={name}>
      {track && <Picture track={track} isOwn={false} />}
      <span className={classes.plate} aria-hidden="true">
        <Plate
          person={person}
          isOwn={isOwn}
          name={t('meeting.screen_of', { name: isOwn ? nameOf(person, true) : person.nickname })}
        />
      </span>
    </li>
  );
}

/** The stream showed another person before, whose last frame must not show. */
function Picture({ track, isOwn }: { track: MediaStreamTrack; isOwn: boolean }) {
  const ref = usePlayback<HTMLVideoElement>(track);
  const [isFresh, setFresh] = useState(isOwn);
  // From a phone held upright: its top would be cut off.
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
  return (
    <video
      ref={ref}
      muted
      playsInline
      data-meeting-media
      data-mirrored={isOwn || undefined}
      data-fresh={isFresh || undefined}
      data-tall={isTall || undefined}
      onResize={({ currentTarget: { videoWidth, videoHeight } }) => setTall(videoHeight > videoWidth)}
    />
  );
}

const faceOf = (person: MeetingPerson) => ({
  userid: person.userid || person.uid,
  nickname: person.nickname,
  userimg: person.userimg,
  online: true,
  bot: 0,
  disable_at: null,
  delete_at: null,
});
