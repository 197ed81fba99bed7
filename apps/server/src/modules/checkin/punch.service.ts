import type { CheckinMode } from '@atrium/contract/workspace/checkin.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { postToPeople } from '#modules/dialogs/posting/postToPeople.service';
import { asBot } from '#modules/users/bots.service';
import type { Work } from '#platform/work';
import { addPunch, claimNotices } from './checkin.queries.ts';
import { classifyPunch, clockOf, dateOf, type Hours, shiftOf } from './hours.ts';
import { checkinOf, hoursOf } from './setting.service.ts';

export interface Punch {
  /** Active accounts. */
  userids: readonly number[];
  at: Date;
  mode: CheckinMode;
}

/**
 * Records that these people are present. The first arrival and the first departure of a day are confirmed; repeated
 * punches and those out of hours are reported only to people who asked themselves.
 */
export async function punch(work: Work, { userids, at, mode }: Punch): Promise<void> {
  if (userids.length === 0) return;
  const kept = checkinOf(work.app);
  const hours = hoursOf(kept);
  const isAsked = mode === 'manual' || mode === 'locat';
  const counted = classifyPunch(hours, at.getTime());
  if (!counted) {
    if (isAsked) await sendPunchMessage(work, userids, 'bot.checkin_window', windowWords(hours, at));
    return;
  }
  const date = counted.date.toString();
  await addPunch(work.tx, userids, date, at);
  const first = await claimNotices(work.tx, userids, date, counted.kind);
  const time = clockOf(at.getTime(), hours);
  const remark = mode === 'auto' ? '' : kept[`${mode}_remark`];
  const words = [`${date} ${time}`, remark].filter(Boolean).join(' · ');
  await sendPunchMessage(work, first, `bot.checkin_${counted.kind}`, words);
  if (!isAsked && !(mode === 'face' && kept.face_retip === 'open')) return;
  const firstTime = new Set(first);
  const again = userids.filter((userid) => !firstTime.has(userid));
  await sendPunchMessage(work, again, `bot.checkin_again_${counted.kind}`, words);
}

export type CheckinWords =
  | 'bot.checkin_in'
  | 'bot.checkin_out'
  | 'bot.checkin_again_in'
  | 'bot.checkin_again_out'
  | 'bot.checkin_window'
  | 'bot.checkin_closed'
  | 'bot.checkin_mode'
  | 'bot.checkin_far'
  | 'bot.checkin_map'
  | 'bot.checkin_before'
  | 'bot.checkin_after';

/** The title is stored as a key, so that everyone reads it in their own language; the line below it is numbers. */
export async function sendPunchMessage(
  work: Work,
  userids: readonly number[],
  key: CheckinWords,
  content: string,
  silence = true,
): Promise<void> {
  if (userids.length === 0) return;
  const title = translate('en', key);
  await postToPeople(await asBot(work, 'check-in'), userids, {
    type: 'template',
    mtype: 'template',
    msg: { type: 'content', title, key, content },
    searchKey: '',
    silence,
  });
}

/** The check-in window of that day as text. */
function windowWords(hours: Hours, at: Date): string {
  const { from, to } = shiftOf(hours, dateOf(at.getTime(), hours));
  return `${clockOf(from, hours)} – ${clockOf(to, hours)}`;
}
