import { Switch } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { canBlurHere } from './backgroundBlur.ts';
import { blur, canBlur, isEffectOn, storeEffect } from './devices.ts';

/** Turns noise reduction on or off. `onChange` opens the microphone again. */
export function NoiseSwitch({ onChange }: { onChange: () => void }) {
  const [isOn, setOn] = useState(isEffectOn('noise'));
  return (
    <Switch
      label={t('meeting.noise')}
      description={t('meeting.noise_about')}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        storeEffect('noise', checked);
        setOn(checked);
        onChange();
      }}
    />
  );
}

interface BlurProps {
  track: MediaStreamTrack;
  /** Opens the camera again, for effects that the system does not provide. */
  onChange: () => Promise<void>;
}

/** Turns the blurred background on or off. The system does it if it can, else the browser. */
export function BlurSwitch({ track, onChange }: BlurProps) {
  const [isOn, setOn] = useState(isEffectOn('blur'));
  const [isLoading, setLoading] = useState(false);
  const isOfSystem = canBlur(track);
  if (!isOfSystem && !canBlurHere()) return null;
  const set = async (checked: boolean) => {
    if (isOfSystem && !(await blur(track, checked))) return notify(t('meeting.blur_failed'), { kind: 'error' });
    storeEffect('blur', checked);
    setOn(checked);
    if (isOfSystem) return;
    setLoading(true);
    await onChange();
    setLoading(false);
    setOn(isEffectOn('blur'));
  };
  return (
    <Switch
      label={t('meeting.blur')}
      description={isLoading && isOn ? t('state.loading') : undefined}
      disabled={isLoading}
      checked={isOn}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  );
}
