import { type RefObject, useEffect, useRef } from 'react';
import { create } from 'zustand';

/** True if the browser blocks audio, as it does on a page without user interaction. */
export const useBlocked = create<{ isBlocked: boolean }>(() => ({ isBlocked: false }));

/** The interval at which stopped playback is started again. */
const CHECK_MS = 3000;

const play = (element: HTMLMediaElement) =>
  element.play()?.catch((error: Error) => {
    if (error.name === 'NotAllowedError') useBlocked.setState({ isBlocked: true });
  });

/** Plays everything, which a click allows. */
export function playAll(): void {
  useBlocked.setState({ isBlocked: false });
  for (const element of document.querySelectorAll<HTMLMediaElement>('[data-meeting-media]')) void play(element);
}

/** Plays a track while it is shown. */
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
