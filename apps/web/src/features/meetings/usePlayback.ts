import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Browsers play nothing aloud on a page that nobody has touched. */
export const useBlocked = create<{ isBlocked: boolean }>(() => ({ isBlocked: false }));

/** Stopped playback is started again this often. */
const CHECK_MS = 3000;

const play = (element: HTMLMediaElement) =>
  element.play()?.catch((error: Error) => {
    if (error.name === 'NotAllowedError') useBlocked.setState({ isBlocked: true });
  });

/** After a click they may. */
export function playAll(): void {
  useBlocked.setState({ isBlocked: false });
  for (const element of document.querySelectorAll<HTMLMediaElement>('[data-meeting-media]')) void play(element);
}

/** Plays a track for as long as it is shown. */
export function usePlayback<E extends HTMLMediaElement>(track: MediaStreamTrack | undefined): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !track) return;
    element.srcObject = new MediaStream([track]);
    void play(element);
    const timer = setInterval(() => {
      if (element.paused && track.readyState === 'live') void play(element);
    }, CHECK_MS);
    return () => {
      clearInterval(timer);
      element.srcObject = null;
    };
  }, [track]);
  return ref;
}
