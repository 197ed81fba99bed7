import type { App } from '#platform/app';
import { systemCaller } from '#platform/callers';
import { performWork } from '#platform/work';
import { absencesIn } from './absences.service.ts';
import { claimUnreminded } from './checkin.queries.ts';
import { reminderAt } from './hours.ts';
import { sendPunchMessage } from './punch.service.ts';
import { checkinOf, hoursOf, isCheckinOpen } from './setting.service.ts';

/** People per transaction. */
const BATCH = 500;
/** People who have not checked in for this long count as away and are not reminded. */
const LATELY_DAYS = 3;

/**
 * Runs once a minute on working days: shortly before work begins and once after, reminds people who checked in recently
 * but not yet today, unless they are away. Several servers may run it: each person's row is locked by the one that reminds.
 */
export async function remindOfCheckins(app: App, now = new Date()): Promise<void> {
  if (!isCheckinOpen(app)) return;
  const hours = hoursOf(checkinOf(app));
  const due = reminderAt(hours, now.getTime());
  if (!due) return;
  const date = due.date.toString();
  for (let reminded = BATCH; reminded === BATCH; ) {
    reminded = await performWork(app, systemCaller, async (work) => {
      const people = await claimUnreminded(work.tx, date, due.kind, { days: LATELY_DAYS, limit: BATCH });
      const away = await absencesIn(app, people, now, new Date(now.getTime() + 1));
      const present = people.filter((userid) => !away.some((each) => each.userid === userid));
      await sendPunchMessage({ ...work, now }, present, `bot.checkin_${due.kind}`, hours.time.join(' – '), false);
      return people.length;
    });
  }
}
