import type {
  balanceCarry,
  balanceList,
  balanceOwn,
  balanceSave,
  LeaveBalance,
} from '@atrium/contract/approvals/absences.ts';
import type { ApprovalContent, ApprovalRange, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import { momentOf } from '@atrium/contract/approvals/values.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { checkinOf, hoursOf } from '#modules/checkin/setting.service';
import { listActiveIds } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { fail } from '#platform/fail';
import type { View, Work } from '#platform/work';
import { listDefinitions } from '../definitions/definitions.queries.ts';
import { standardText } from '../definitions/standardTexts.ts';
import {
  type BalanceRow,
  deleteBalances,
  findBalance,
  type LeaveYear,
  listBalances,
  storeBalances,
} from './leave.queries.ts';
import { workingDays } from './leaveDays.ts';

export interface Effect {
  effect: 'none' | 'leave' | 'trip';
  away_from: Date | null;
  away_to: Date | null;
  leave_type: string;
  days: number;
}
const NONE: Effect = { effect: 'none', away_from: null, away_to: null, leave_type: '', days: 0 };

/**
 * The effects of a request once it is approved: the time of its initiator's absence, and the days of leave it takes.
 */
export async function effectOf(
  { app }: Pick<View, 'app'>,
  content: ApprovalContent,
  values: ApprovalValues,
): Promise<Effect> {
  const { kind, range: rangeId, type: typeId } = content.effect;
  const field = content.form.find(({ id }) => id === rangeId);
  const range = values[rangeId] as ApprovalRange | undefined;
  if (kind === 'none' || field?.kind !== 'range' || !range) return NONE;
  const hours = hoursOf(checkinOf(app));
  const [from, to] = field.time
    ? [momentOf(range.from, true) ?? 0, momentOf(range.to, true) ?? 0]
    : [startOf(range.from, hours.timezone), startOf(range.to, hours.timezone, 1)];
  const [type = ''] = (values[typeId] as string[] | undefined) ?? [];
  return {
    effect: kind,
    away_from: new Date(from),
    away_to: new Date(to),
    leave_type: kind === 'leave' ? type : '',
    days: kind === 'leave' ? workingDays(from, to, hours) : 0,
  };
}

/** The first moment of a day in the workspace's time zone, or of one after it. */
const startOf = (date: string, timezone: string, plusDays = 0): number =>
  Temporal.PlainDate.from(date).add({ days: plusDays }).toZonedDateTime(timezone).epochMilliseconds;

const zoneOf = (app: App): string => hoursOf(checkinOf(app)).timezone;

/** The year in the workspace's time zone: in Berlin, leave from the first of January begins in December in UTC. */
function leaveYear(app: App, year: number): LeaveYear {
  const first = (of: number) => new Date(startOf(`${of}-01-01`, zoneOf(app)));
  return { year, begin: first(year), end: first(year + 1) };
}
const leaveYearOf = (app: App, at: Date): LeaveYear =>
  leaveYear(app, Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zoneOf(app)).year);
const leftOf = ({ granted, carried, used }: BalanceRow): number => Math.round((granted + carried - used) * 100) / 100;

/** The days of a leave, and those that are left before it; null where the type has no balance. */
export async function leaveOf(view: View, content: ApprovalContent, userid: number, values: ApprovalValues) {
  const { effect, days, leave_type: type, away_from: from } = await effectOf(view, content, values);
  if (effect !== 'leave' || !type || !from) return { days, left: null };
  const row = await findBalance(view.tx, { userid, type, year: leaveYearOf(view.app, from) });
  return { days, left: row ? leftOf(row) : null };
}

/**
 * Two requests at once cannot take the same days: the balance is locked until the transaction ends.
 *
 * @param except  a request that does not count, because it is submitted again
 * @throws approval.balance
 */
export async function requireBalance(work: Work, userid: number, effect: Effect, except: number): Promise<void> {
  const { leave_type: type, away_from: from, days } = effect;
  if (effect.effect !== 'leave' || !type || !from) return;
  const which = { userid, type, year: leaveYearOf(work.app, from) };
  const locked = await findBalance(work.tx, which, { lock: true });
  if (!locked) return;
  // The balance is read again, because what others took before this request got the lock counts.
  const row = await findBalance(work.tx, which, { except });
  if (row && leftOf(row) < days) throw fail('approval.balance', { left: leftOf(row), days });
}

// Balances ------------------------------------------------------------------------------------------------------------

/** The types of leave in published forms. */
async function typesOf({ tx, caller }: View): Promise<{ id: string; label: string }[]> {
  const types = new Map<string, string>();
  for (const { content } of await listDefinitions(tx)) {
    if (content?.effect.kind !== 'leave') continue;
    const field = content.form.find(({ id }) => id === content.effect.type);
    if (field?.kind !== 'choice') continue;
    for (const { id, label } of field.options) {
      if (!types.has(id)) types.set(id, standardText(label, `option.${id}`, caller.lang));
    }
  }
  return [...types].map(([id, label]) => ({ id, label }));
}

const present = (row: BalanceRow, types: readonly { id: string; label: string }[]): LeaveBalance => ({
  ...row,
  label: types.find(({ id }) => id === row.type)?.label ?? row.type,
  left: leftOf(row),
});

const wantedYear = ({ app, now }: View, year: number | undefined): LeaveYear =>
  year === undefined ? leaveYearOf(app, now) : leaveYear(app, year);

export async function ownBalances(view: View, { year }: InputOf<typeof balanceOwn>) {
  const types = await typesOf(view);
  const list = await listBalances(view.tx, { year: wantedYear(view, year), userid: view.caller.userid });
  return { list: list.map((row) => present(row, types)) };
}

export async function allBalances(view: View, input: InputOf<typeof balanceList>) {
  const types = await typesOf(view);
  const list = await listBalances(view.tx, { ...input, year: wantedYear(view, input.year) });
  return { list: list.map((row) => present(row, types)), types };
}

/** @throws approval.people */
export async function saveBalances(work: Work, input: InputOf<typeof balanceSave>) {
  const { type, year, granted, carried } = input;
  const userids = [...new Set(input.userids)];
  const active = await listActiveIds(work.tx, userids);
  if (userids.length === 0 || active.length < userids.length) throw fail('approval.people');
  if (granted === undefined) await deleteBalances(work.tx, userids, type, year);
  else await storeBalances(work.tx, userids, { type, year, granted, carried });
  const detail = { type, year, granted: granted ?? null, carried: carried ?? null, userids };
  work.audit({ action: 'approval.balance', detail });
  return { changed: userids.length };
}

/** Carries days of leave to the next year. A repeated call replaces the days carried before. */
export async function carryBalances(work: Work, { type, year, most }: InputOf<typeof balanceCarry>) {
  const before = await listBalances(work.tx, { year: leaveYear(work.app, year - 1), type });
  const current = new Map(
    (await listBalances(work.tx, { year: leaveYear(work.app, year), type })).map((row) => [row.userid, row]),
  );
  for (const row of before) {
    const carried = Math.min(most, Math.max(0, leftOf(row)));
    const granted = current.get(row.userid)?.granted ?? row.granted;
    await storeBalances(work.tx, [row.userid], { type, year, granted, carried });
  }
  work.audit({ action: 'approval.balance', detail: { type, year, most, carried: before.length } });
  return { changed: before.length };
}
