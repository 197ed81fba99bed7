import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import type { Tracks } from '../connection/roomView.ts';
import { type Device, type DeviceTrouble, listDevices, openDevice } from './devices.ts';

type Choice = { value: string; label: string };
export interface LocalMedia {
  tracks: Tracks;
  choices: Record<Device, Choice[]>;
  /** The reason why a device is missing. */
  problem: string;
  toggle: (device: Device) => void;
  /** Resolves when the device is open, or the reason why it is not is shown. */
  choose: (device: Device, deviceId: string) => Promise<void>;
  /** Hands the tracks over: they do not end with the form. */
  take: () => Tracks;
}

/** Microphone and camera before a meeting: the microphone on, the camera if wanted. They are closed with the form. */
export function useLocalMedia(withCamera = false): LocalMedia {
  const [tracks, setTracks] = useState<Tracks>({});
  const [choices, setChoices] = useState<Record<Device, Choice[]>>({ audio: [], camera: [] });
  const [problem, setProblem] = useState('');
  const held = useRef<Tracks>({});
  const isOver = useRef(false);

  const put = useCallback((device: Device, track: MediaStreamTrack | null) => {
    held.current[device]?.stop();
    const { [device]: _, ...others } = held.current;
    held.current = { ...others, ...(track && { [device]: track }) };
    setTracks(held.current);
  }, []);
  const start = useCallback(
    async (device: Device, deviceId = '') => {
      try {
        const track = await openDevice(device, deviceId);
        // The form was closed during the browser's prompt.
        if (isOver.current) return track.stop();
        setProblem('');
        put(device, track);
        const [audio, camera] = await Promise.all([listDevices('audio'), listDevices('camera')]);
        if (!isOver.current) setChoices({ audio, camera });
      } catch (error) {
        if (isOver.current) return;
        put(device, null);
        setProblem(t((error as DeviceTrouble).key));
      }
    },
    [put],
  );
  useEffect(() => {
    isOver.current = false;
    void start('audio').then(() => (withCamera && !isOver.current ? start('camera') : undefined));
    return () => {
      isOver.current = true;
      for (const track of Object.values(held.current)) track.stop();
      held.current = {};
    };
  }, [start, withCamera]);
  return {
    tracks,
    choices,
    problem,
    toggle: (device) => (held.current[device] ? put(device, null) : void start(device)),
    choose: (device, deviceId) => start(device, deviceId),
    take() {
      const taken = held.current;
      held.current = {};
      return taken;
    },
  };
}
