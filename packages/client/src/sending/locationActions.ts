import { LOCATION_SCALE, msgSendlocation } from '@atrium/contract/chat/locations.ts';
import { pendingMessage, takeSent } from '../dialogs/dialogActions.ts';
import { mutation } from './mutations.ts';

/** Sends a location, which is shown at once, like a text. */
export const sendLocation = mutation('sendLocation', msgSendlocation, {
  keeps: true,
  order: ({ dialog_id }) => `dialog:${dialog_id}`,
  optimistic(draft, input, on) {
    const { lng, lat, title, address = '', distance = 0, type = 'wgs84' } = input;
    const size = { width: LOCATION_SCALE, height: LOCATION_SCALE / 2 };
    const msg = { type, lng, lat, title, address, distance, thumb: '', ...size };
    draft.message.put({ ...pendingMessage(draft, on, input, msg), type: 'location', mtype: 'location' });
    if (!on.error) draft.dialog.patch(input.dialog_id, { last_at: on.now, hide: 0 });
  },
  confirmed: takeSent,
  isEvent: true,
});

export const locationMutations = { sendLocation };
