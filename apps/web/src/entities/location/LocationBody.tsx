import type { LocationMsg } from '@atrium/contract/chat/locations.ts';
import { IconMapPinFilled } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './Location.module.css';
import { mapTiles } from './location.actions.ts';
import { mapAddress, previewSize, tilesAround } from './places.ts';

const ZOOM = 15;

/** A location: its label, a map section if the workspace has tiles, and a link to a map. */
export function LocationBody({ msg }: { msg: Record<string, unknown> }) {
  const place = msg as unknown as LocationMsg;
  const size = previewSize(place);
  const { url, attribution } = mapTiles();
  // Tiles use GPS coordinates, and would show a wrong place for other systems.
  const tiles = url && place.type === 'wgs84' ? tilesAround(place, ZOOM, size, url) : [];
  const isWeb = /^https?:\/\//.test(place.thumb);
  return (
    <a
      className={classes.card}
      style={{ width: size.width }}
      href={mapAddress(place)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('location.open', { title: place.title })}
    >
      <span className={classes.words}>
        <strong>{place.title}</strong>
        {place.address && <span>{place.address}</span>}
      </span>
      <span className={classes.map} style={{ height: size.height }} aria-hidden>
        {isWeb && (
          <img className={classes.thumb} src={place.thumb} alt="" loading="lazy" referrerPolicy="no-referrer" />
        )}
        {!isWeb &&
          tiles.map((tile) => (
            <img
              key={tile.key}
              className={classes.tile}
              src={tile.url}
              style={{ left: `calc(50% + ${tile.left}px)`, top: `calc(50% + ${tile.top}px)` }}
              alt=""
              loading="lazy"
              referrerPolicy="strict-origin-when-cross-origin"
            />
          ))}
        <IconMapPinFilled className={classes.pin} size={28} />
        {tiles.length > 0 && attribution && <small className={classes.source}>{attribution}</small>}
      </span>
    </a>
  );
}
