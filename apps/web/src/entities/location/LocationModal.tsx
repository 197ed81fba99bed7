import { Alert, Button, Group, Loader, Modal, NumberInput, Stack, TextInput } from '@mantine/core';
import { IconCurrentLocation, IconMapPinFilled } from '@tabler/icons-react';
import { type ClipboardEvent, type FormEvent, Suspense, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { later } from '#sync/later.ts';
import { useIsNarrow } from '#ui/useIsPhone.ts';
import classes from './Location.module.css';
import { currentPosition, mapTiles, type Place } from './location.actions.ts';

// A map's worth of code, for workspaces that have tiles.
const PlaceMap = later(async () => (await import('./PlaceMap.tsx')).PlaceMap);

const MAX_TITLE = 200;
const MAX_ADDRESS = 500;

/** A place by its name and where it is: pointed at on the map, taken from the device, or written. */
export function LocationModal({ onSend, onClose }: { onSend: (place: Place) => void; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [address, setAddress] = useState('');
  const [lat, setLat] = useState<number | string>('');
  const [lng, setLng] = useState<number | string>('');
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const isNarrow = useIsNarrow();
  const tiles = mapTiles();
  const isPlace = typeof lat === 'number' && typeof lng === 'number';
  const point = isPlace ? { lat, lng } : null;
  const take = (at: { lat: number; lng: number }) => {
    setLat(at.lat);
    setLng(at.lng);
  };
  const paste = (event: ClipboardEvent) => {
    const pair = pairOf(event.clipboardData.getData('text/plain'));
    if (!pair) return;
    event.preventDefault();
    take(pair);
  };
  const locate = async () => {
    setAsking(true);
    setProblem('');
    try {
      take(await currentPosition());
    } catch {
      setProblem(t('location.unknown'));
    }
    setAsking(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!point || !title.trim()) return;
    onSend({ ...point, title: title.trim(), address: address.trim() });
    onClose();
  };
  const here = (
    <Button
      variant={tiles.url ? 'default' : 'filled'}
      leftSection={<IconCurrentLocation size={16} stroke={1.75} />}
      loading={isAsking}
      onClick={() => void locate()}
    >
      {t('location.here')}
    </Button>
  );
  return (
    <Modal opened onClose={onClose} title={t('location.title')} size={560} fullScreen={isNarrow}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {tiles.url ? (
            <>
              <Suspense fallback={<Loader size="sm" />}>
                <PlaceMap tiles={tiles} place={point} onPick={take} />
              </Suspense>
              <Group>{here}</Group>
            </>
          ) : (
            <div className={classes.ground}>
              <IconMapPinFilled size={28} aria-hidden="true" {...(!point && { opacity: 0.4 })} />
              {here}
            </div>
          )}
          {problem && (
            <Alert role="alert" color="yellow" variant="light">
              {problem}
            </Alert>
          )}
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
          <div className={classes.numbers} onPaste={paste}>
            <NumberInput label={t('location.lat')} {...DEGREES} min={-90} max={90} value={lat} onChange={setLat} />
            <NumberInput label={t('location.lng')} {...DEGREES} min={-180} max={180} value={lng} onChange={setLng} />
          </div>
          <FormEnd onCancel={onClose} disabled={!point || !title.trim()}>
            {t('composer.send')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}

const DEGREES = { decimalScale: 6, hideControls: true, inputMode: 'decimal', placeholder: '0.000000' } as const;

/** As maps hand a place out: both numbers in one. */
const PAIR = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/;
function pairOf(text: string): { lat: number; lng: number } | null {
  const found = PAIR.exec(text);
  if (!found) return null;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}
