import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import type { Place } from './location.actions.ts';
import { type CoordinateInput, PointMap, PointNumbers, pointOf } from './PointFields.tsx';

const MAX_TITLE = 200;
const MAX_ADDRESS = 500;

/** The number of decimals; the last one is about ten meters. */
const DIGITS = 4;

/** A location by its point, and a name that may be left out: chosen on the map, taken from the device, or typed. */
export function LocationModal({ onSend, onClose }: { onSend: (place: Place) => void; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [[lat, lng], setDegrees] = useState<readonly [CoordinateInput, CoordinateInput]>(['', '']);
  const isNarrow = useIsNarrow();
  const point = pointOf(lat, lng);
  const coordinates = point ? `${point.lat.toFixed(DIGITS)}, ${point.lng.toFixed(DIGITS)}` : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!point) return;
    onSend({ ...point, title: title.trim() || coordinates, address: address.trim() });
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
            placeholder={coordinates}
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
          <FormEnd onCancel={onClose} disabled={!point}>
            {t('composer.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
