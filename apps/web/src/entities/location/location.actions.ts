import { sendLocation as sendLocationOf } from '@atrium/client/sending/locationActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { client } from '#sync/session.ts';

export interface Place {
  lat: number;
  lng: number;
  title: string;
  address: string;
}

/** Sends a location. A refused one stays in place with the server's error. */
export function sendLocation(dialogId: number, place: Place, reply: ClientMessage | null): void {
  client
    .mutate(sendLocationOf, { dialog_id: dialogId, ...place, ...(reply && { reply_id: reply.id }) })
    .catch(() => undefined);
}

/** The device's location. @throws the browser's error if it is unknown or not permitted */
export const currentPosition = (): Promise<{ lat: number; lng: number }> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('no geolocation'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  });

/** The address of map tiles; '' = none. */
export const mapTiles = (): { url: string; attribution: string } => ({
  url: client.setting?.map_tile_url ?? '',
  attribution: client.setting?.map_attribution ?? '',
});
