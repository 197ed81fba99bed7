import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/pool';
import type { MeetingPlans } from '#platform/db/types';
import type { DateChange } from './occurrences.ts';

export type PlanRow = Selectable<MeetingPlans> & {
  meetingid: string;
  name: string;
  userid: number;
  /** When it was canceled, or over for good. */
  end_at: Date | null;
  changes: DateChange[];
};

/** Those that are over are still found by their past dates. */
const allPlans = (tx: Reader) =>
  tx
    .selectFrom('meeting_plans as p')
    .innerJoin('meetings as m', 'm.id', 'p.meeting_id')
    .selectAll('p')
    .select(['m.meetingid', 'm.name', 'm.userid', 'm.end_at'])
    .select(
      sql<DateChange[]>`(select coalesce(json_agg(json_build_object(
        'at', d.at, 'start_at', d.start_at, 'minutes', d.minutes) order by d.at), '[]')
        from meeting_plan_dates d where d.plan_id = p.id)`.as('changes'),
    );
const plans = (tx: Reader) => allPlans(tx).where('m.end_at', 'is', null);

export const findPlan = (tx: Reader, id: number): Promise<PlanRow | undefined> =>
  plans(tx).where('p.id', '=', id).executeTakeFirst();

/** Planned meetings of a host. */
export const listHostedPlans = (tx: Reader, userid: number): Promise<PlanRow[]> =>
  plans(tx).where('m.userid', '=', userid).orderBy('p.id').execute();

/** Makes somebody else the host, who is no longer invited then. */
export async function passPlan(tx: Writer, { id, meeting_id }: PlanRow, userid: number): Promise<void> {
  await tx.updateTable('meetings').set({ userid }).where('id', '=', meeting_id).execute();
  await tx.deleteFrom('meeting_plan_people').where('plan_id', '=', id).where('userid', '=', userid).execute();
}

/** Plans that may take place in a time, once for each of these people: the host, and those who are invited. */
export function listPlansIn(
  tx: Reader,
  { userids, from, until, limit }: { userids: readonly number[]; from: Date; until: Date; limit: number },
): Promise<(PlanRow & { busy: number })[]> {
  const all = [...userids];
  return (
    allPlans(tx)
      .innerJoin(
        (of) =>
          of
            .selectFrom('meeting_plan_people as g')
            .select(['g.plan_id', 'g.userid as busy'])
            .where('g.userid', 'in', all)
            .union(
              of
                .selectFrom('meeting_plans as h')
                .innerJoin('meetings as n', 'n.id', 'h.meeting_id')
                .select(['h.id as plan_id', 'n.userid as busy'])
                .where('n.userid', 'in', all),
            )
            .as('who'),
        (join) => join.onRef('who.plan_id', '=', 'p.id'),
      )
      .select('who.busy')
      .where((of) => of.or([of('m.end_at', 'is', null), of('m.end_at', '>', from)]))
      // The day of `until_at` is included, and a meeting lasts at most a day. A moved date may be outside of both.
      .where(
        sql<boolean>`(p.start_at < ${until} and case when p.repeat = 'never'
          then p.start_at + make_interval(mins => p.minutes) > ${from}
          else p.until_at is null or p.until_at > ${from}::timestamptz - interval '2 days' end)
        or exists (select from meeting_plan_dates d where d.plan_id = p.id and d.start_at < ${until}
          and d.start_at + make_interval(mins => d.minutes) > ${from})`,
      )
      .orderBy('p.id')
      .limit(limit)
      .execute()
  );
}

export async function countPlans(tx: Reader, userid: number): Promise<number> {
  const { n } = await tx
    .selectFrom('meeting_plans as p')
    .innerJoin('meetings as m', 'm.id', 'p.meeting_id')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('m.userid', '=', userid)
    .where('m.end_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const insertPlan = (tx: Writer, row: Insertable<MeetingPlans>) =>
  tx.insertInto('meeting_plans').values(row).returning('id').executeTakeFirstOrThrow();

export const changePlan = (
  tx: Writer,
  id: number,
  change: Pick<PlanRow, 'next_at'> &
    Partial<Pick<PlanRow, 'start_at' | 'minutes' | 'repeat' | 'until_at' | 'timezone'>>,
) =>
  tx
    .updateTable('meeting_plans')
    .set((of) => ({ ...change, sequence: of('sequence', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** One date that takes place at another time, or not at all. */
export const changeDate = (
  tx: Writer,
  row: { plan_id: number; at: Date; start_at: Date | null; minutes: number },
): Promise<unknown> =>
  tx
    .insertInto('meeting_plan_dates')
    .values(row)
    .onConflict((on) => on.columns(['plan_id', 'at']).doUpdateSet({ start_at: row.start_at, minutes: row.minutes }))
    .execute();
/** Makes all dates follow the rhythm again, except those with these regular beginnings. */
export const forgetDates = (tx: Writer, planId: number, except: readonly Date[]): Promise<unknown> =>
  tx
    .deleteFrom('meeting_plan_dates')
    .where('plan_id', '=', planId)
    .$if(except.length > 0, (query) => query.where('at', 'not in', [...except]))
    .execute();
/** Moved dates that had the length of their series follow it. */
export const changeLengths = (tx: Writer, planId: number, before: number, minutes: number): Promise<unknown> =>
  tx
    .updateTable('meeting_plan_dates')
    .set({ minutes })
    .where('plan_id', '=', planId)
    .where('minutes', '=', before)
    .execute();

export const renameMeeting = (tx: Writer, id: number, name: string) =>
  tx.updateTable('meetings').set({ name }).where('id', '=', id).execute();

export async function listPlanPeople(tx: Reader, planId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('meeting_plan_people')
    .select('userid')
    .where('plan_id', '=', planId)
    .orderBy('userid')
    .execute();
  return rows.map(({ userid }) => userid);
}
export async function listPlanGuests(tx: Reader, planId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('meeting_plan_guests')
    .select('email')
    .where('plan_id', '=', planId)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

export async function replaceInvited(
  tx: Writer,
  planId: number,
  { userids, emails }: { userids: readonly number[]; emails: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('meeting_plan_people').where('plan_id', '=', planId).execute();
  await tx.deleteFrom('meeting_plan_guests').where('plan_id', '=', planId).execute();
  if (userids.length > 0) {
    const rows = userids.map((userid) => ({ plan_id: planId, userid }));
    await tx.insertInto('meeting_plan_people').values(rows).execute();
  }
  if (emails.length > 0) {
    const rows = emails.map((email) => ({ plan_id: planId, email }));
    await tx.insertInto('meeting_plan_guests').values(rows).execute();
  }
}

/** Plans whose next occurrence begins before a moment. */
export async function listDuePlans(tx: Reader, before: Date, limit: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('meeting_plans')
    .select('id')
    .where('next_at', '<=', before)
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the reminder of one occurrence; false if another node has it. */
export async function takeReminder(tx: Writer, id: number, at: Date, next: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('meeting_plans')
    .set({ reminded_at: at, next_at: next })
    .where('id', '=', id)
    .where('next_at', '=', at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The room of a conversation, which stays. Until the end of the transaction nobody else makes one. */
export async function lockRoom(tx: Writer, dialogId: number) {
  await sql`select pg_advisory_xact_lock(hashtext('meeting_rooms'), ${dialogId})`.execute(tx);
  return tx
    .selectFrom('meeting_rooms as r')
    .innerJoin('meetings as m', 'm.id', 'r.meeting_id')
    .selectAll('m')
    .where('r.dialog_id', '=', dialogId)
    .executeTakeFirst();
}
export const insertRoom = (tx: Writer, dialog_id: number, meeting_id: number) =>
  tx.insertInto('meeting_rooms').values({ dialog_id, meeting_id }).execute();

/** Planned meetings that took place for the last time before a moment. */
export async function listOverPlans(tx: Reader, now: Date): Promise<PlanRow[]> {
  return plans(tx)
    .where('p.next_at', 'is', null)
    .where(sql<boolean>`p.repeat = 'never' or p.until_at is not null`)
    .where(sql<boolean>`coalesce(p.reminded_at, p.start_at) + make_interval(mins => p.minutes) < ${now}`)
    .limit(1000)
    .execute();
}
