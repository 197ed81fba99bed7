import { openSession } from '#modules/sessions/sessions.service';
import { describeAgent } from '#modules/sessions/userAgent.service';
import { settingsOf } from '#modules/system/settings.service';
import { enqueueNotice } from '#modules/users/notices.service';
import { presentProfile } from '#modules/users/present.service';
import type { Direct } from '#platform/http/route';
import { networkOf } from '#platform/limiter';
import { performWork, type Work } from '#platform/work';
import { updateSignIn } from './auth.queries.ts';
import { listPlaces, putPlace } from './places.queries.ts';

/**
 * The way in which the person has identified themselves: `factor` = a code after the password, `code` = a signed-in
 * device has confirmed this one.
 */
export type SignInWay = 'password' | 'factor' | 'passkey' | 'code' | 'sso';

/**
 * Signs this device in and answers with the profile. `way` is recorded in the audit log.
 *
 * @param isProved  whether the person has just shown who they are: counts as a proof on this device
 */
export async function enter(direct: Direct, userid: number, way: SignInWay, isProved = way !== 'code') {
  const { app, caller } = direct;
  return performWork(app, caller, async (work) => {
    const user = await updateSignIn(work.tx, userid, { ip: caller.ip, now: work.now, lang: caller.namedLang });
    const token = await openSession(work, {
      userid,
      ip: caller.ip,
      userAgent: caller.userAgent,
      isProved,
    });
    const isNewPlace = await notePlace(work, userid);
    work.audit({
      action: 'signin.ok',
      by: userid,
      target: { type: 'user', id: userid },
      detail: { way, ...(isNewPlace && { new_place: true }) },
    });
    return presentProfile(app, user, token);
  });
}

/**
 * Mails a person whose account is used from a kind of device or a network that it was not used from before.
 *
 * @returns whether it is one of these
 */
async function notePlace(work: Work, userid: number): Promise<boolean> {
  const { app, caller, now } = work;
  const { browser, os } = describeAgent(caller.userAgent);
  const device = [browser, os].filter(Boolean).join(' · ');
  const network = networkOf(caller.ip);
  const known = await listPlaces(work.tx, userid);
  const has = (kind: string, place: string) => known.some((each) => each.kind === kind && each.place === place);
  const isNew = known.length > 0 && (!has('device', device) || !has('network', network));
  await putPlace(work.tx, { userid, kind: 'device', place: device, used_at: now });
  await putPlace(work.tx, { userid, kind: 'network', place: network, used_at: now });
  if (isNew && (await settingsOf(app)).signin_notice === 'open') {
    enqueueNotice(work, userid, 'new_place', { device: device || '?', ip: caller.ip });
  }
  return isNew;
}
