import type { InputOf } from '@atrium/contract/kit.ts';
import * as contract from '@atrium/contract/workspace/checkin.ts';
import { chosenAvatar } from '#modules/avatars/avatars.service';
import { listByEmail } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import * as queries from './checkin.queries.ts';
import { clockOf } from './hours.ts';
import { CHECKIN_BOT, hoursOf, requireCheckin } from './setting.service.ts';

/** @throws checkin.closed */
export async function ownDevices(view: View): Promise<contract.CheckinDevices> {
  const { app, tx, caller } = view;
  const kept = requireCheckin(app);
  const { edit, face_upload, modes, time } = kept;
  const { timezone } = hoursOf(kept);
  const [list, faces] = [await queries.listMacs(tx, [caller.userid]), await queries.listFaces(tx, [caller.userid])];
  const faceimg = addressOf(view, faces.get(caller.userid));
  const bot = (await listByEmail(tx, [CHECKIN_BOT]))[0]?.userid ?? 0;
  return { list, faceimg, edit, face_upload, modes, time, timezone, bot };
}

/** @throws checkin.closed, checkin.edit, checkin.face, and what `replaceDevices` throws */
export async function saveDevices(work: Work, { type, list = [], faceimg = '' }: InputOf<typeof contract.checkinSave>) {
  const { edit, face_upload } = requireCheckin(work.app);
  const { userid } = work.caller;
  if (type === 'mac') {
    if (edit !== 'open') throw fail('checkin.edit');
    await replaceDevices(work, userid, list);
  } else {
    if (face_upload !== 'open') throw fail('checkin.face');
    await storeFacePhoto(work, userid, faceimg);
  }
  return ownDevices(work);
}

/** Stores a check-in picture, which must be one of the caller's own. */
export const storeFacePhoto = async (work: Work, userid: number, faceimg: string): Promise<void> =>
  queries.storeFace(work.tx, userid, await chosenAvatar(work, faceimg, 'faceimg'));

type Named = { mac: string; remark?: string };

/** Replaces a person's devices. @throws checkin.mac, checkin.macs, checkin.taken */
export async function replaceDevices({ tx }: Work, userid: number, named: readonly Named[]): Promise<void> {
  const list = named.map(({ mac, remark = '' }) => ({ mac: plainMac(mac), remark, said: mac }));
  const wrong = list.find(({ mac }) => mac === null);
  if (wrong) throw fail('checkin.mac', { mac: wrong.said });
  const unique = new Map(list.map(({ mac, remark }) => [mac ?? '', { mac: mac ?? '', remark }]));
  if (unique.size > contract.CHECKIN_LIMITS.macs) throw fail('checkin.macs', { limit: contract.CHECKIN_LIMITS.macs });
  await queries.deleteMacs(tx, userid);
  const kept = new Set(await queries.insertMacs(tx, userid, [...unique.values()]));
  const taken = [...unique.keys()].find((mac) => !kept.has(mac));
  if (taken) throw fail('checkin.taken', { mac: taken });
}

/** Deletes an account's devices and picture. */
export async function dropDevices({ tx }: Work, userid: number): Promise<void> {
  await queries.deleteMacs(tx, userid);
  await queries.storeFace(tx, userid, '');
}

/** Normalizes a MAC address to upper-case pairs with colons. Null if it is invalid, zero or the broadcast address. */
export function plainMac(text: string): string | null {
  const digits = text.replace(/[\s:.-]/g, '').toUpperCase();
  if (!/^[0-9A-F]{12}$/.test(digits) || /^(0{12}|F{12})$/.test(digits)) return null;
  return digits.match(/../g)?.join(':') ?? null;
}

export const addressOf = ({ app }: Pick<View, 'app'>, faceimg: string | undefined) =>
  faceimg ? `${app.publicUrl}/${faceimg}` : '';

/** @throws checkin.closed */
export async function ownDays(
  { app, tx, caller }: View,
  { ym, before = 0 }: InputOf<typeof contract.checkinList>,
): Promise<contract.CheckinDay[]> {
  const hours = hoursOf(requireCheckin(app));
  const month = Temporal.PlainYearMonth.from(ym);
  const first = month.subtract({ months: before }).toPlainDate({ day: 1 }).toString();
  const last = month.toPlainDate({ day: month.daysInMonth }).toString();
  const days = await queries.listDays(tx, [caller.userid], [first, last]);
  return days.map(({ date, stays }) => ({ date, section: stays.map((stay) => wordsOf(stay, hours)) }));
}

/** Both ends of a stay in local time; '' for the end of a stay with one punch. */
export const wordsOf = ([first, last]: queries.Stay, hours: { timezone: string }): [string, string] => [
  clockOf(first, hours),
  last > first ? clockOf(last, hours) : '',
];

/** The devices and pictures that administrators see in the list of people. */
export async function devicesOf(view: Pick<View, 'app' | 'tx'>, userids: readonly number[]) {
  const macs = Map.groupBy(await queries.listMacs(view.tx, userids), ({ userid }) => userid);
  const faces = await queries.listFaces(view.tx, userids);
  return new Map(
    userids.map((userid) => [
      userid,
      {
        checkin_face: addressOf(view, faces.get(userid)),
        checkin_macs: (macs.get(userid) ?? []).map(({ id, mac, remark }) => ({ id, mac, remark })),
      },
    ]),
  );
}
