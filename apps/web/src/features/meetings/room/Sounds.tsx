import { Fragment, useEffect } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import { captionOwnSpeech } from '../connection/captioner.ts';
import type { MeetRoom } from '../connection/room.ts';
import { routeSound, useSpeaker } from '../devices/SpeakerField.tsx';
import { usePlayback } from '../devices/usePlayback.ts';
import { nameOf } from './Tile.tsx';

/**
 * Plays audio and lets the person's own speech be captioned, also while the room is minimized, and announces joins and
 * leaves to screen readers.
 */
export function Sounds({ room }: { room: MeetRoom }) {
  const { tracks, people, news } = useStore(room.view);
  useAwakeScreen();
  useEffect(() => captionOwnSpeech(room), [room]);
  return (
    <>
      {people.map(({ uid, audio: isHeard }) => {
        if (uid === room.entry.uid) return null;
        const { audio, sound } = tracks.get(uid) ?? {};
        return (
          <Fragment key={uid}>
            {/* A muted person is not played: a LiveKit server also carries a microphone that a browser sends against a
                host's mute. */}
            {audio && <Voice track={audio} isMuted={!isHeard} />}
            {sound && <Voice track={sound} />}
          </Fragment>
        );
      })}
      <span className="visually-hidden" role="log" aria-live="polite">
        {news && t(news.isHere ? 'meeting.came' : 'meeting.left', { name: nameOf(news.person, false) })}
      </span>
    </>
  );
}

function Voice({ track, isMuted = false }: { track: MediaStreamTrack; isMuted?: boolean }) {
  const ref = usePlayback<HTMLAudioElement>(track);
  const { deviceId } = useSpeaker();
  useEffect(() => {
    if (ref.current && deviceId) routeSound(ref.current, deviceId);
  }, [ref, deviceId, track]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- live audio has no captions
  return <audio ref={ref} muted={isMuted} data-meeting-media />;
}

/** Keeps the screen on, and again after the page was hidden, if the browser allows it. */
function useAwakeScreen(): void {
  useEffect(() => {
    const { wakeLock } = navigator as Navigator & { wakeLock?: WakeLock };
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock?.request('screen').then(
        (lock) => {
          if (isOver) void lock.release();
          else held = lock;
        },
        () => undefined,
      );
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void held?.release();
    };
  }, []);
}
