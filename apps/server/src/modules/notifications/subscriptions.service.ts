import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/people/notifications.ts';
import { EVERY_DAY, isQuiet, NO_QUIET, type QuietHours, quietUntil } from '@atrium/contract/people/notifications.ts';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { deleteSubscription, findQuietHours, insertSubscription, isSubscribed, putQuietHours } from './push.queries.ts';
import { pushKeys } from './pushKeys.service.ts';
import { isPushOpen } from './pushSetting.service.ts';

export async function pushInfo({ app, tx, caller }: View) {
  const [is_open, keys, subscribed, hours] = await Promise.all([
    isPushOpen(app),
    pushKeys(app),
    isSubscribed(tx, caller.deviceId),
    findQuietHours(tx, caller.userid),
  ]);
  return { public_key: keys.publicKey, subscribed, is_open, ...(hours ?? NO_QUIET) };
}

/** The browser sends the address of its push service; another account's subscription there ends. */
export async function subscribe({ tx, caller }: Work, input: InputOf<typeof contract.pushSubscribe>) {
  if (!URL.canParse(input.endpoint) || new URL(input.endpoint).protocol !== 'https:') throw fail('push.endpoint');
  if (!isKey(input.p256dh, 65) || !isKey(input.auth, 16)) throw fail('push.endpoint');
  await insertSubscription(tx, {
    userid: caller.userid,
    device_id: caller.deviceId,
    endpoint: new URL(input.endpoint).href,
    p256dh: input.p256dh,
    auth: input.auth,
    silent: Number(input.silent ?? false),
  });
  return {};
}

const isKey = (text: string, bytes: number) =>
  /^[\w-]+=*$/.test(text) && Buffer.from(text, 'base64url').length === bytes;

export async function unsubscribe({ tx, caller }: Work) {
  await deleteSubscription(tx, caller.deviceId);
  return {};
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

export async function saveQuietHours(
  { tx, caller }: Work,
  input: InputOf<typeof contract.pushQuiet>,
): Promise<QuietHours> {
  const { quiet_from = '', quiet_to = '', timezone = '', quiet_days = EVERY_DAY } = input;
  const days = [...new Set(quiet_days)].sort((a, b) => a - b);
  const hours = quiet_from || quiet_to ? { quiet_from, quiet_to, timezone, quiet_days: days } : NO_QUIET;
  if (hours !== NO_QUIET) {
    if (!CLOCK.test(quiet_from) || !CLOCK.test(quiet_to) || quiet_from === quiet_to || days.length === 0)
      throw fail('push.hours');
    try {
      isQuiet(hours, new Date());
    } catch {
      // The time zone is unknown to this server.
      throw fail('push.hours');
    }
  }
  await putQuietHours(tx, caller.userid, hours);
  return hours;
}

/** Shows only the end of the current pause, because a schedule would reveal when somebody sleeps. */
export async function showPause({ tx }: View, { userid }: InputOf<typeof contract.pauseShow>) {
  const [user, hours] = await Promise.all([findUser(tx, userid), findQuietHours(tx, userid)]);
  const now = new Date();
  const isThere = user && user.bot === 0 && !user.disable_at && !user.delete_at;
  const ends = isThere ? [user.dnd_until, hours ? quietUntil(hours, now) : null] : [];
  const latest = Math.max(0, ...ends.map((end) => end?.getTime() ?? 0));
  return { userid, until: latest > now.getTime() ? wireTime(new Date(latest)) : null };
}
