import { Alert, Button, Group, Loader, NumberInput } from '@mantine/core';
import { IconCurrentLocation, IconMapPinFilled } from '@tabler/icons-react';
import { type ClipboardEvent, Suspense, useState } from 'react';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import classes from './Location.module.css';
import { currentPosition, mapTiles } from './location.actions.ts';

// The map loads later, because only workspaces with tiles need its code.
const PlaceMap = lazyPart(async () => (await import('./PlaceMap.tsx')).PlaceMap);

interface At {
  lat: number;
  lng: number;
}

/** A point chosen on the map or taken from the device. */
export function PointMap({ point, onPick }: { point: At | null; onPick: (at: At) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  const tiles = mapTiles();
  const locate = async () => {
    setAsking(true);
    setProblem('');
    try {
      onPick(await currentPosition());
    } catch {
      setProblem(t('location.unknown'));
    }
    setAsking(false);
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
    <>
      {tiles.url ? (
        <>
          <Suspense fallback={<Loader size="sm" />}>
            <PlaceMap tiles={tiles} place={point} onPick={onPick} />
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
    </>
  );
}

export type CoordinateInput = number | string;
/** The point given by both numbers; null if one is missing. */
export const pointOf = (lat: CoordinateInput, lng: CoordinateInput): At | null =>
  typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;

interface NumbersProps {
  lat: CoordinateInput;
  lng: CoordinateInput;
  onChange: (lat: CoordinateInput, lng: CoordinateInput) => void;
}
/** The same point as numbers, to be typed or pasted. */
export function PointNumbers({ lat, lng, onChange }: NumbersProps) {
  const paste = (event: ClipboardEvent) => {
    const pair = pairOf(event.clipboardData.getData('text/plain'));
    if (!pair) return;
    event.preventDefault();
    onChange(pair.lat, pair.lng);
  };
  return (
    <div className={classes.numbers} onPaste={paste}>
      <NumberInput
        label={t('location.lat')}
        {...DEGREES}
        min={-90}
        max={90}
        value={lat}
        onChange={(value) => onChange(value, lng)}
      />
      <NumberInput
        label={t('location.lng')}
        {...DEGREES}
        min={-180}
        max={180}
        value={lng}
        onChange={(value) => onChange(lat, value)}
      />
    </div>
  );
}

const DEGREES = {
  decimalScale: 6,
  decimalSeparator: '.',
  hideControls: true,
  inputMode: 'decimal',
  placeholder: '0.000000',
} as const;

/** The format that maps copy: both numbers in one. */
const PAIR = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/;
function pairOf(text: string): At | null {
  const found = PAIR.exec(text);
  if (!found) return null;
  const [lat, lng] = [Number(found[1]), Number(found[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}
