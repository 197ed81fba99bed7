import type { InputOf } from '@atrium/contract/kit.ts';
import type { pushAlias } from '@atrium/contract/people/notifications.ts';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { setDeviceAlias } from './push.queries.ts';

/** The platforms of phones. The app reports its platform; otherwise that of the request counts. */
const PHONES = /android|iphone|ipad|ios/i;

/**
 * Notes what a mobile app calls its device, and whether the system shows its notifications: pushes that nobody sees are
 * not sent.
 *
 * @throws alias.platform, alias.debug, device.gone
 */
export async function setAlias(work: Work, input: InputOf<typeof pushAlias>) {
  const { caller, tx } = work;
  if (input.action === 'remove') {
    await setDeviceAlias(tx, caller, { push_alias: '', is_notified: 1 });
    return {};
  }
  if (!PHONES.test(input.userAgent || caller.userAgent)) throw fail('alias.platform');
  // A debug build is refused, because it would take the registration of the installed app.
  if (input.isDebug) throw fail('alias.debug');
  const isThere = await setDeviceAlias(tx, caller, {
    push_alias: input.alias,
    is_notified: Number(input.isNotified ?? true),
    ...(input.deviceModel && { app_model: input.deviceModel }),
    ...((input.appVersionName || input.appVersion) && { app_version: input.appVersionName || input.appVersion }),
  });
  if (!isThere) throw fail('device.gone');
  return {};
}
