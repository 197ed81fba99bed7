import { Button, Group, Select } from '@mantine/core';
import { IconVolume } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { t } from '#sync/language.ts';
import { listDevices } from './devices.ts';

/** The output device of sound; '' = the system's choice. */
export const useSpeaker = create<{ deviceId: string }>(() => ({ deviceId: '' }));

type Sink = { setSinkId?: (id: string) => Promise<void> };
const canChoose = () => 'setSinkId' in HTMLMediaElement.prototype;

/** Sends an element's sound to the chosen speaker, where the browser can. */
export const routeSound = (element: HTMLMediaElement, deviceId: string): void =>
  void (element as Sink).setSinkId?.(deviceId).catch(() => undefined);

/** A field to choose a speaker, if the browser can, and a tone to test it. */
export function SpeakerField() {
  const { deviceId } = useSpeaker();
  const [choices, setChoices] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    if (!canChoose()) return;
    let isWanted = true;
    void listDevices('speaker').then((found) => isWanted && setChoices(found));
    return () => {
      isWanted = false;
    };
  }, []);
  return (
    <Group gap="sm" align="end" wrap="nowrap">
      {choices.length > 0 && (
        <Select<string>
          flex={1}
          label={t('meeting.speaker')}
          allowDeselect={false}
          comboboxProps={{ zIndex: 400 }}
          data={choices}
          value={deviceId || (choices[0]?.value ?? null)}
          onChange={(value) => value && useSpeaker.setState({ deviceId: value })}
        />
      )}
      <Button
        variant="default"
        leftSection={<IconVolume size={16} stroke={1.75} />}
        onClick={() => void playTone(deviceId)}
      >
        {t('meeting.speaker_test')}
      </Button>
    </Group>
  );
}

const TONE_SECONDS = 0.8;
async function playTone(deviceId: string): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  await (context as AudioContext & Sink).setSinkId?.(deviceId).catch(() => undefined);
  const gain = context.createGain();
  gain.connect(context.destination);
  // The tone is faded in and out, because an abrupt one cracks.
  gain.gain.setValueAtTime(0, context.currentTime);
  gain.gain.linearRampToValueAtTime(0.2, context.currentTime + 0.1);
  gain.gain.linearRampToValueAtTime(0, context.currentTime + TONE_SECONDS);
  const tone = context.createOscillator();
  tone.frequency.value = 523;
  tone.connect(gain);
  tone.addEventListener('ended', () => void context.close());
  tone.start();
  tone.stop(context.currentTime + TONE_SECONDS);
}
