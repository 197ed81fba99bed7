import type {
  ApprovalDelegation,
  approvalAway,
  delegationSave,
  userStatus,
} from '@atrium/contract/approvals/absences.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { absences } from '#modules/checkin/absences.service';
import { listActiveIds } from '#modules/users/users.service';
import type { Reader } from '#platform/db/pool';
import { fail } from '#platform/fail';
import { parseTime, wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import { formNameIn } from '../definitions/standardTexts.ts';
import { deleteDelegation, findDelegation, storeDelegation } from './delegation.queries.ts';
import { listAway } from './leave.queries.ts';

const DAY_MS = 86_400_000;
const MOST_DAYS = 100;

/** @throws approval.period */
export function periodOf(time: readonly [string | null, string | null] | undefined, most: number): [Date, Date] {
  const [from, to] = [parseTime(time?.[0]), parseTime(time?.[1])];
  if (!from || !to || to <= from || to.getTime() - from.getTime() > most * DAY_MS) {
    throw fail('approval.period', { limit: most });
  }
  return [from, to];
}

/** Colleagues see that somebody is away, not by which leave. @throws approval.period */
export async function awayIn(view: View, { time, userids }: InputOf<typeof approvalAway>) {
  const [from, to] = periodOf(time, MOST_DAYS);
  const rows = await listAway(view.tx, from, to, userids ?? null);
  return {
    list: rows.map((row) => ({
      ...row,
      name: formNameIn(row.name, view.caller.lang),
      from: wireTime(row.from),
      to: wireTime(row.to),
    })),
  };
}

/** Active people who are away, for other modules. */
export const listAbsences = (tx: Reader, from: Date, to: Date, userids: readonly number[]) =>
  listAway(tx, from, to, userids);

export async function statusOf({ tx, now, caller }: View, { userid }: InputOf<typeof userStatus>) {
  const [row] = await listAway(tx, now, new Date(now.getTime() + 1), [userid]);
  return row ? formNameIn(row.name, caller.lang) : '';
}

/** Tells check-in who is on leave: they are not reminded, and attendance shows the leave. */
export const awayForCheckin = absences.with(async ({ db }, userids, from, to) =>
  (await listAway(db, from, to, userids)).map(({ userid, name, ...range }) => ({ userid, name, ...range })),
);

// Deputies --------------------------------------------------------------------------------------------------------------

const LONGEST_DELEGATION = 366;

export async function readDelegation({ tx, caller, now }: View): Promise<ApprovalDelegation> {
  const row = await findDelegation(tx, caller.userid);
  if (!row || row.until_at <= now) return { userid: 0, from_at: null, until_at: null };
  return { userid: row.to_userid, from_at: wireTime(row.from_at), until_at: wireTime(row.until_at) };
}

/**
 * Sets the caller's deputy for a time. Pending requests move to the deputy when it begins. @throws approval.delegate,
 * approval.period
 */
export async function saveDelegation(work: Work, { userid, time }: InputOf<typeof delegationSave>) {
  const { tx, caller, now } = work;
  if (!userid) {
    await deleteDelegation(tx, caller.userid);
    return readDelegation(work);
  }
  const [from_at, until_at] = periodOf(time, LONGEST_DELEGATION);
  if (until_at <= now) throw fail('approval.period', { limit: LONGEST_DELEGATION });
  if (userid === caller.userid || (await listActiveIds(tx, [userid])).length === 0) throw fail('approval.delegate');
  await storeDelegation(tx, { userid: caller.userid, to_userid: userid, from_at, until_at });
  if (from_at <= now) work.enqueue('approvals_due', {});
  return readDelegation(work);
}
