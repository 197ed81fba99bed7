import { sendLocation as sendLocationOf } from '@atrium/client/sending/locationActions.ts';
import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { client } from '#sync/session.ts';

export interface Place {
  lat: number;
  lng: number;
  title: string;
  address: string;
}

/** Refused, it stays in its place with the server's words. */
export function sendLocation(dialogId: number, place: Place, reply: ClientMessage | null): void {
  client
    .mutate(sendLocationOf, { dialog_id: dialogId, ...place, ...(reply && { reply_id: reply.id }) })
    .catch(() => undefined);
}

/** Where this device is, as it says. @throws what the browser says where it does not know or may not tell */
export const currentPosition = (): Promise<{ lat: number; lng: number }> =>
  new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error('no geolocation'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      reject,
      { enableHighAccuracy: true, timeout: 10_000 },
    );
  });

/** Where pictures of maps come from; '' = the workspace has none. */
export const mapTiles = (): { url: string; attribution: string } => ({
  url: client.setting?.map_tile_url ?? '',
  attribution: client.setting?.map_attribution ?? '',
});
