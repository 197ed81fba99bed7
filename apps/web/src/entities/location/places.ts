import { LOCATION_SCALE } from '@atrium/contract/chat/locations.ts';

const TILE = 256;
export interface Tile {
  key: string;
  url: string;
  /** Pixels from the center. */
  left: number;
  top: number;
}

/** The tiles of a picture of this size with the location in its center (Web Mercator, like all tile servers). */
export function tilesAround(
  { lat, lng }: { lat: number; lng: number },
  zoom: number,
  size: { width: number; height: number },
  template: string,
): Tile[] {
  const count = 2 ** zoom;
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, lat)) * Math.PI) / 180);
  const x = ((lng + 180) / 360) * count * TILE;
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count * TILE;
  const tiles: Tile[] = [];
  const first = (at: number, side: number) => Math.floor((at - side / 2) / TILE);
  const last = (at: number, side: number) => Math.floor((at + side / 2 - 1) / TILE);
  for (let row = first(y, size.height); row <= last(y, size.height); row++) {
    if (row < 0 || row >= count) continue;
    for (let column = first(x, size.width); column <= last(x, size.width); column++) {
      const values: Record<string, number | string> = {
        z: zoom,
        x: ((column % count) + count) % count,
        y: row,
        s: 'a',
      };
      tiles.push({
        key: `${column}.${row}`,
        url: template.replace(/\{([zxys])\}/g, (_, name: string) => String(values[name])),
        left: Math.round(column * TILE - x),
        top: Math.round(row * TILE - y),
      });
    }
  }
  return tiles;
}

/** The size of a preview. Its longer side is at most the base; a bubble shows it at half size. */
export function previewSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  if (width <= 0 || height <= 0) return previewSize({ width: LOCATION_SCALE, height: LOCATION_SCALE / 2 });
  const factor = Math.min(1, LOCATION_SCALE / Math.max(width, height)) / 2;
  return { width: Math.round(width * factor), height: Math.round(height * factor) };
}

/**
 * The address of a map to open in another window. Chinese providers have coordinates of their own, and maps that use
 * them.
 */
export function mapAddress(place: { type: string; lat: number; lng: number; title: string }): string {
  const { type, lat, lng } = place;
  const title = encodeURIComponent(place.title);
  switch (type) {
    case 'amap':
      return `https://uri.amap.com/marker?position=${lng},${lat}&name=${title}`;
    case 'baidu':
      return `https://api.map.baidu.com/marker?location=${lat},${lng}&title=${title}&content=${title}&output=html`;
    case 'tencent':
      return `https://apis.map.qq.com/uri/v1/marker?marker=coord:${lat},${lng};title:${title}`;
    default:
      return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
  }
}
