import { circleMarker, map as makeMap, tileLayer } from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef } from 'react';
import { t } from '#sync/language.ts';
import classes from './Location.module.css';

interface Props {
  tiles: { url: string; attribution: string };
  place: { lat: number; lng: number } | null;
  onPick: (place: { lat: number; lng: number }) => void;
}

const NEAR = 15;
const FAR = 3;

/** A map for choosing a point. Leaflet draws it outside React and gets the changes. */
export function PlaceMap({ tiles, place, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const pick = useRef(onPick);
  pick.current = onPick;
  const drawn = useRef<{ map: ReturnType<typeof makeMap>; mark: ReturnType<typeof circleMarker> } | null>(null);
  const { url, attribution } = tiles;
  useEffect(() => {
    if (!box.current) return;
    const map = makeMap(box.current, { center: [20, 0], zoom: FAR });
    const words = document.createElement('span');
    words.textContent = attribution;
    // Leaflet takes HTML here, so the administrator's text is escaped.
    tileLayer(url, { attribution: words.innerHTML, maxZoom: 19 }).addTo(map);
    map.on('click', ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      pick.current({ lat: Number(lat.toFixed(6)), lng: Number(lng.toFixed(6)) });
    });
    drawn.current = { map, mark: circleMarker([0, 0], { radius: 9, weight: 3 }) };
    return () => {
      drawn.current = null;
      map.remove();
    };
  }, [url, attribution]);
  const { lat, lng } = place ?? { lat: null, lng: null };
  useEffect(() => {
    if (!drawn.current || lat === null) return;
    const { map, mark } = drawn.current;
    mark.setLatLng([lat, lng]).addTo(map);
    map.setView([lat, lng], Math.max(map.getZoom(), NEAR));
  }, [lat, lng]);
  return <div ref={box} className={classes.picker} role="application" aria-label={t('location.map')} />;
}
