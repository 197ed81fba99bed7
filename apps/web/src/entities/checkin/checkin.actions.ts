import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { checkinGet, checkinList } from '@atrium/contract/workspace/checkin.ts';
import { pressQuick } from '#entities/message/composer/quick.actions.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { dayIn, stayWords } from './days.ts';

export type CheckinMethod = 'locat' | 'manual';

/** The caller's stays of today, and how they can check in themselves. */
export async function readToday() {
  const { bot, modes, time, timezone } = await client.api.read(checkinGet, {});
  const [from = '', to = ''] = time;
  const ways: CheckinMethod[] = bot > 0 ? (['locat', 'manual'] as const).filter((way) => modes.includes(way)) : [];
  const date = dayIn(timezone);
  const days = ways.length > 0 ? await client.api.read(checkinList, { ym: date.slice(0, 7) }) : [];
  const stays = days.find((day) => day.date === date)?.section.map(stayWords) ?? [];
  return { bot, from, to, timezone, ways, stays };
}

/** Sends the bot what its button sends. Null if that was refused, after showing the error. */
export async function pressCheckin(
  bot: number,
  way: CheckinMethod,
): Promise<{ dialogId: number; lastId: number } | null> {
  try {
    const dialog = await client.api.call(dialogOpenUser, { userid: bot });
    client.store.base.dialog.put(dialog);
    const key = `${way}-checkin`;
    const button = dialog.quick_msgs.find((each) => each.key === key);
    const isSent = await pressQuick(dialog.id, button ?? { key, label: key });
    return isSent ? { dialogId: dialog.id, lastId: dialog.last_msg?.id ?? 0 } : null;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return null;
  }
}
