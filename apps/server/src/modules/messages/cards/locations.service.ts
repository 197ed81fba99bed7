import { LOCATION_SCALE, type LocationMsg, type msgSendlocation } from '@atrium/contract/chat/locations.ts';
import type { Message } from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { onAllConnections } from '#platform/callers';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { performWork } from '#platform/work';
import { quoteFor, sendOnce } from '../sending/send.service.ts';
import { requireSpeaker } from '../sending/sendfile.service.ts';

/**
 * Sends a location. The server fetches nothing: the reader's client draws a map, with the workspace's tiles if
 * configured. A device that does not know its location sends zero, which is refused.
 *
 * @throws location.nowhere, and the errors of every send
 */
export async function sendLocation(direct: Direct, input: InputOf<typeof msgSendlocation>): Promise<Message> {
  const { dialog_id, type = 'wgs84', lng, lat, title, distance = 0, address = '', silence = false } = input;
  if (lng === 0 && lat === 0) throw fail('location.nowhere');
  const size = { width: LOCATION_SCALE, height: LOCATION_SCALE / 2 };
  const msg: LocationMsg = { type, lng, lat, title, distance, address, thumb: '', ...size };
  const { app, caller, mutation } = direct;
  return sendOnce(direct, mutation, () =>
    performWork(app, mutation ? onAllConnections(caller) : caller, async (work) => {
      await requireSpeaker(work, dialog_id);
      const { dialog } = await dialogFor(work, dialog_id);
      const quote = await quoteFor(work, dialog, input);
      const draft = {
        dialogId: dialog_id,
        userid: caller.userid,
        type: 'location',
        mtype: 'location',
        msg: { ...msg },
        searchKey: searchKey({ type: 'location', msg }),
        mentions: [],
        link: false,
        isBot: caller.isBot,
        silence,
        replyId: quote?.id ?? 0,
      };
      return postMessage(work, draft, mutation, quote);
    }),
  );
}
