import { Select, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { notify } from '#ui/overlays/notices.ts';
import type { MeetRoom } from '../connection/room.ts';
import { type Device, DeviceTrouble, listDevices, openDevice } from '../devices/devices.ts';
import { BlurSwitch, NoiseSwitch } from '../devices/EffectSwitches.tsx';
import { mediaErrorWords } from '../devices/mediaErrors.ts';
import { SpeakerField } from '../devices/SpeakerField.tsx';

/** Changes microphone, camera and speaker during a meeting. */
export function RoomDevices({ room, onClose }: { room: MeetRoom; onClose: () => void }) {
  const { audio, camera } = useStore(room.view, ({ own }) => own);
  return (
    <Modal opened onClose={onClose} title={t('meeting.devices')} zIndex={300}>
      <Stack gap="md">
        <DeviceSelect room={room} device="audio" label={t('meeting.microphone')} />
        {audio && <NoiseSwitch onChange={() => void use(room, 'audio', audio.getSettings().deviceId ?? '')} />}
        <DeviceSelect room={room} device="camera" label={t('meeting.camera')} />
        {camera && (
          <BlurSwitch track={camera} onChange={() => use(room, 'camera', camera.getSettings().deviceId ?? '')} />
        )}
        <SpeakerField />
      </Stack>
    </Modal>
  );
}

async function use(room: MeetRoom, device: Device, deviceId: string): Promise<void> {
  try {
    room.send(device, await openDevice(device, deviceId));
  } catch (error) {
    notify(error instanceof DeviceTrouble ? t(error.key) : mediaErrorWords(error), { kind: 'error' });
  }
}

function DeviceSelect({ room, device, label }: { room: MeetRoom; device: Device; label: string }) {
  const track = useStore(room.view, ({ own }) => own[device]);
  const [choices, setChoices] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    let isWanted = true;
    void listDevices(device).then((found) => isWanted && setChoices(found));
    return () => {
      isWanted = false;
    };
  }, [device]);
  return (
    <Select<string>
      label={label}
      placeholder={t('meeting.device_none')}
      allowDeselect={false}
      disabled={choices.length === 0}
      comboboxProps={{ zIndex: 400 }}
      data={choices}
      value={track?.getSettings().deviceId ?? null}
      onChange={(value) => value && void use(room, device, value)}
    />
  );
}
