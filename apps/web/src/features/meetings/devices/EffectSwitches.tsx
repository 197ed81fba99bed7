import { Switch } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { blur, canBlur, isEffectOn, keepEffect } from './devices.ts';

/** Whether the browser reduces the noise around one's voice. `onChange` opens the microphone again. */
export function NoiseSwitch({ onChange }: { onChange: () => void }) {
  const [isOn, setOn] = useState(isEffectOn('noise'));
  return (
    <Switch
      label={t('meeting.noise')}
      description={t('meeting.noise_about')}
      checked={isOn}
      onChange={({ currentTarget: { checked } }) => {
        keepEffect('noise', checked);
        setOn(checked);
        onChange();
      }}
    />
  );
}

/** Only where the system can blur the background of this camera. */
export function BlurSwitch({ track }: { track: MediaStreamTrack }) {
  const [isOn, setOn] = useState(isEffectOn('blur'));
  if (!canBlur(track)) return null;
  const set = async (checked: boolean) => {
    if (!(await blur(track, checked))) return notify(t('meeting.blur_failed'), { kind: 'error' });
    keepEffect('blur', checked);
    setOn(checked);
  };
  return (
    <Switch
      label={t('meeting.blur')}
      checked={isOn}
      onChange={({ currentTarget }) => void set(currentTarget.checked)}
    />
  );
}
