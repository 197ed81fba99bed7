import { sendMessage } from '@atrium/client/dialogs/dialogActions.ts';
import { type Dialog, dialogOne } from '@atrium/contract/chat/dialogs.ts';
import { escapeAttribute, escapeText } from '@atrium/richtext/html/escape.ts';
import { currentPosition, sendLocation } from '#entities/location/location.actions.ts';
import { requestMeeting } from '#entities/meeting/meeting.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export type QuickMsg = Dialog['quick_msgs'][number];

/** The buttons depend on workspace settings, whose changes are not announced. */
export function refreshQuick(dialogId: number): void {
  client.api.read(dialogOne, { dialog_id: dialogId }).then(
    ({ quick_msgs }) => {
      const dialog = client.store.base.dialog.get(dialogId);
      if (dialog && JSON.stringify(dialog.quick_msgs) !== JSON.stringify(quick_msgs))
        client.store.base.dialog.put({ ...dialog, quick_msgs });
    },
    // The current ones stay.
    () => undefined,
  );
}

/**
 * Sends the command of the button to the bot; a location command asks the device first. False if there is no location,
 * after showing why.
 */
export async function pressQuick(dialogId: number, { key, label }: QuickMsg): Promise<boolean> {
  if (key === 'meeting-create' || key === 'meeting-join') {
    requestMeeting({ kind: key === 'meeting-create' ? 'create' : 'join' });
    return true;
  }
  if (!key.startsWith('locat')) {
    const text = `<p><span data-quick-key="${escapeAttribute(key)}">${escapeText(label)}</span></p>`;
    // The draft in the field stays.
    void client.mutate(sendMessage, { dialog_id: dialogId, text });
    return true;
  }
  try {
    sendLocation(dialogId, { ...(await currentPosition()), title: label, address: '' }, null);
    return true;
  } catch {
    notify(t('checkin.unknown_place'), { kind: 'error' });
    return false;
  }
}
