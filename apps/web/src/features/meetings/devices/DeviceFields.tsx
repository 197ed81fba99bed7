import { Progress, Select, Switch, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from '../Meetings.module.css';
import { type Device, meterOf } from './devices.ts';
import { BlurSwitch, NoiseSwitch } from './EffectSwitches.tsx';
import { SpeakerField } from './SpeakerField.tsx';
import type { LocalMedia } from './useLocalMedia.ts';
import { usePlayback } from './usePlayback.ts';

const LABELS = { audio: 'meeting.microphone', camera: 'meeting.camera' } as const;

/** The choice of microphone, camera and speaker, with the level, a preview and a tone to test them. */
export function DeviceFields({ media }: { media: LocalMedia }) {
  return (
    <div className={classes.devices}>
      <DeviceRow device="audio" media={media} />
      {media.tracks.audio && (
        <>
          <Level track={media.tracks.audio} />
          <NoiseSwitch onChange={() => void media.choose('audio', media.tracks.audio?.getSettings().deviceId ?? '')} />
        </>
      )}
      <DeviceRow device="camera" media={media} />
      {media.tracks.camera && (
        <>
          <Preview track={media.tracks.camera} />
          <BlurSwitch
            track={media.tracks.camera}
            onChange={() => media.choose('camera', media.tracks.camera?.getSettings().deviceId ?? '')}
          />
        </>
      )}
      <SpeakerField />
      {media.problem && (
        <Text size="sm" c="red" role="alert">
          {media.problem}
        </Text>
      )}
    </div>
  );
}

function DeviceRow({ device, media }: { device: Device; media: LocalMedia }) {
  const track = media.tracks[device];
  const choices = media.choices[device];
  const label = t(LABELS[device]);
  const id = useId();
  return (
    <div className={classes.device}>
      <Switch id={id} label={label} checked={Boolean(track)} onChange={() => media.toggle(device)} />
      {track && choices.length > 1 && (
        <Select<string>
          size="xs"
          aria-label={label}
          allowDeselect={false}
          comboboxProps={{ zIndex: 400 }}
          data={choices}
          value={track.getSettings().deviceId ?? null}
          onChange={(value) => value && void media.choose(device, value)}
        />
      )}
    </div>
  );
}

const LEVEL_MS = 100;
function Level({ track }: { track: MediaStreamTrack }) {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const meter = meterOf(track);
    const timer = setInterval(() => setLevel(Math.round(meter.level() * 20) * 5), LEVEL_MS);
    return () => {
      clearInterval(timer);
      meter.close();
    };
  }, [track]);
  return <Progress size="sm" value={level} aria-label={t('meeting.level')} transitionDuration={LEVEL_MS} />;
}

function Preview({ track }: { track: MediaStreamTrack }) {
  const ref = usePlayback<HTMLVideoElement>(track);
  return <video ref={ref} className={classes.preview} muted playsInline aria-label={t('meeting.preview')} />;
}
