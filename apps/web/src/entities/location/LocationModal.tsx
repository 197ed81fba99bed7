import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import type { Place } from './location.actions.ts';
import { type Degrees, PointMap, PointNumbers, pointOf } from './PointFields.tsx';

const MAX_TITLE = 200;
const MAX_ADDRESS = 500;

/** A location by name and point: chosen on the map, taken from the device, or typed. */
export function LocationModal({ onSend, onClose }: { onSend: (place: Place) => void; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [[lat, lng], setDegrees] = useState<readonly [Degrees, Degrees]>(['', '']);
  const isNarrow = useIsNarrow();
  const point = pointOf(lat, lng);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!point || !title.trim()) return;
    onSend({ ...point, title: title.trim(), address: address.trim() });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('location.title')} size={560} fullScreen={isNarrow}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <PointMap point={point} onPick={(at) => setDegrees([at.lat, at.lng])} />
          <TextInput
            data-autofocus
            label={t('location.name')}
            maxLength={MAX_TITLE}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <TextInput
            label={t('location.address')}
            maxLength={MAX_ADDRESS}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <PointNumbers lat={lat} lng={lng} onChange={(...degrees) => setDegrees(degrees)} />
          <FormEnd onCancel={onClose} disabled={!point || !title.trim()}>
            {t('composer.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
