import {
  approvalAway,
  balanceCarry,
  balanceList,
  balanceOwn,
  balanceSave,
  delegationGet,
  delegationSave,
  userStatus,
} from '@atrium/contract/approvals/absences.ts';
import { approvalExport, approvalStats } from '@atrium/contract/approvals/administration.ts';
import type { ApprovalRange } from '@atrium/contract/approvals/definition.ts';
import { approvalPlan } from '@atrium/contract/approvals/forms.ts';
import type { ApprovalDetail } from '@atrium/contract/approvals/request.ts';
import { processDelete, processDetail, processStart, taskComplete } from '@atrium/contract/approvals/submit.ts';
import { meetingBusy } from '@atrium/contract/chat/meetingPlans.ts';
import { userEditdata, userInfo } from '@atrium/contract/people/profile.ts';
import { checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { absencesIn } from '#modules/checkin/absences.service';
import { checkinSheet } from '#modules/checkin/sheet.service';
import { runJobs } from '#testing/runJobs';
import { administrator, type Frame, person, refused, type TestClient, testServer, unique, world } from '#testing/world';
import { approver, leaveType, named, openSteps, publish, range, reason, submit } from '../approvals.testing.ts';
import { runDue } from '../running/due.service.ts';
import { workingDays } from './leaveDays.ts';

const leaveForm = (boss: TestClient, kind: 'leave' | 'trip' = 'leave') =>
  publish([approver(named(boss))], {
    form: [leaveType, range, reason],
    effect: { kind, range: 'time', type: 'type' },
  });
const wire = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
const HOUR = 3_600_000;
const away = (from: number, to: number) => ({ type: 'annual', time: { from: wire(from), to: wire(to) } });
const approve = async (boss: TestClient, made: ApprovalDetail) =>
  boss.call(taskComplete, { task_id: openSteps(made)[0]?.id ?? 0, pass: true });

test('approved leave is a status, in the calendar and in attendance; a cancellation takes it back', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const form = await leaveForm(bo);
  const now = Date.now();
  const made = await submit(ada, form, away(now - HOUR, now + 30 * HOUR));
  const { app } = await testServer();
  const status = () => eve.call(userStatus, { userid: ada.userid });
  expect(await status()).toBe('');
  await approve(bo, made);
  expect(await status()).toBe(form.name);
  const time = [wire(now), wire(now + HOUR)] as const;
  const { list } = await eve.call(approvalAway, { time, userids: [ada.userid, bo.userid] });
  expect(list).toEqual([
    { userid: ada.userid, kind: 'leave', name: form.name, ...(made.values['time'] as ApprovalRange) },
  ]);
  const busy = await eve.call(meetingBusy, { userids: [ada.userid, bo.userid], from: time[0], until: time[1] });
  const { from, to } = made.values['time'] as ApprovalRange;
  expect(busy.list).toEqual([{ userid: ada.userid, kind: 'away', start_at: from, end_at: to }]);
  await expect(eve.call(approvalAway, { time: [wire(now), wire(now + 101 * 24 * HOUR)] })).rejects.toEqual(
    refused('approval.period'),
  );
  expect(await absencesIn(app, [ada.userid], new Date(now), new Date(now + 1))).toHaveLength(1);
  const today = wire(now).slice(0, 10);
  const wish = { userids: [ada.userid], date: [today, today] as const, time: ['00:00', '23:59'] as const };
  const sheet = await checkinSheet(app, wish, new Map(), 'en');
  expect(sheet.rows[0]).toContain(form.name);

  const cancel = await ada.call(processStart, { cancels: made.id });
  expect(cancel.days).toBe(0);
  await approve(bo, cancel);
  expect(await status()).toBe('');
});

test('working days: halves, weekends, and the workspace’s hours', () => {
  const hours = {
    time: ['09:00', '18:00'] as const,
    days: [1, 2, 3, 4, 5],
    timezone: 'Europe/Berlin',
    advance: 0,
    delay: 0,
    remindin: 0,
    remindexceed: 0,
  };
  const days = (from: string, to: string) => workingDays(Date.parse(from), Date.parse(to), hours);
  // Friday to Monday.
  expect(days('2026-03-06T09:00+01:00', '2026-03-09T18:00+01:00')).toBe(2);
  expect(days('2026-03-06T09:00+01:00', '2026-03-06T13:00+01:00')).toBe(0.5);
  expect(days('2026-03-06T14:00+01:00', '2026-03-09T18:00+01:00')).toBe(1.5);
  expect(days('2026-03-07T00:00+01:00', '2026-03-09T00:00+01:00')).toBe(0);
  // Clocks change on the 29th.
  expect(days('2026-03-27T00:00+01:00', '2026-03-31T00:00+02:00')).toBe(2);
});

test('a balance is not exceeded, also by two requests at once, and what is left carries over', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const form = await leaveForm(bo);
  const grant = { userids: [ada.userid], type: 'annual', year: 2031 };
  await expect(ada.call(balanceSave, { ...grant, granted: 99 })).rejects.toEqual(refused('forbidden'));
  await admin.call(balanceSave, { ...grant, granted: 3, carried: 1 });
  // Monday to Wednesday.
  const three = away(Date.parse('2031-03-03T09:00Z'), Date.parse('2031-03-05T18:00Z'));
  const plan = await ada.call(approvalPlan, { id: form.id, values: three });
  expect(plan).toMatchObject({ days: 3, left: 4 });
  const answers = await Promise.allSettled([1, 2, 3].map(() => submit(ada, form, three)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(submit(ada, form, three)).rejects.toEqual(refused('approval.balance'));
  expect((await submit(ada, form, { ...three, type: 'sick' })).days).toBe(3);
  expect((await ada.call(balanceOwn, { year: 2031 })).list).toMatchObject([
    { type: 'annual', label: 'Annual leave', granted: 3, carried: 1, used: 3, left: 1 },
  ]);
  await admin.call(balanceCarry, { type: 'annual', year: 2032, most: 5 });
  const { list, types } = await admin.call(balanceList, { year: 2032, type: 'annual', userid: ada.userid });
  expect(list).toMatchObject([{ userid: ada.userid, granted: 3, carried: 1, used: 0, left: 4 }]);
  expect(types.map(({ id }) => id)).toContain('annual');
  await admin.call(balanceSave, { ...grant, year: 2032 });
  expect((await ada.call(balanceOwn, { year: 2032 })).list).toEqual([]);
  const running = answers.find(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<ApprovalDetail>;
  const done = await approve(bo, running.value);
  // Nobody gets days back by deleting what took them.
  expect(done.may.delete).toBe(false);
  await expect(ada.call(processDelete, { proc_inst_id: done.id })).rejects.toEqual(refused('forbidden'));
});

test('leave from the first of January takes days of the new year, also east of Greenwich', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const form = await publish([approver(named(bo))], {
    form: [leaveType, { id: 'time', kind: 'range', label: 'Time', required: false, hint: '', time: false }],
    effect: { kind: 'leave', range: 'time', type: 'type' },
  });
  const grant = (year: number, granted: number) =>
    admin.call(balanceSave, { userids: [ada.userid], type: 'annual', year, granted });
  const usedIn = async (year: number) => (await ada.call(balanceOwn, { year })).list.map(({ used }) => used);
  await grant(2025, 9);
  await grant(2026, 1);
  await admin.call(checkinSetting, { type: 'save', timezone: 'Europe/Berlin' });
  try {
    // A Thursday and a Friday.
    const values = { type: 'annual', time: { from: '2026-01-01', to: '2026-01-02' } };
    expect(await ada.call(approvalPlan, { id: form.id, values })).toMatchObject({ days: 2, left: 1 });
    await expect(submit(ada, form, values)).rejects.toEqual(refused('approval.balance'));
    await grant(2026, 2);
    await submit(ada, form, values);
    expect([await usedIn(2025), await usedIn(2026)]).toEqual([[0], [2]]);
  } finally {
    await admin.call(checkinSetting, { type: 'save', timezone: '' });
  }
});

test('a deputy decides while somebody is away, and what was pending goes to them', async () => {
  const { ada, bo, cy, dee } = await world({ members: ['ada', 'bo', 'cy', 'dee'] });
  const form = await publish([approver(named(bo))]);
  const before = await submit(ada, form);
  const now = Date.now();
  await expect(bo.call(delegationSave, { userid: bo.userid, time: [wire(now), wire(now + HOUR)] })).rejects.toEqual(
    refused('approval.delegate'),
  );
  await bo.call(delegationSave, { userid: cy.userid, time: [wire(now - HOUR), wire(now + HOUR)] });
  const server = await testServer();
  await runDue(server.app);
  await runJobs(server);
  const moved = await cy.call(processDetail, { id: before.id });
  expect(moved.steps[0]?.people).toMatchObject([{ userid: cy.userid, instead_of: bo.userid }]);
  expect((await bo.call(processDetail, { id: before.id })).may.decide).toBe(false);
  const after = await submit(ada, form);
  expect(openSteps(after)).toMatchObject([{ asked: [cy.userid] }]);
  const { nickname } = await bo.call(userInfo, {});
  const deputized = { id: after.id, rows: [{ label: 'You decide for', value: nickname }, expect.anything()] };
  const asked = ({ data }: Frame) => (data['msg'] as { data?: { id?: number } })?.data?.id === after.id;
  expect((await cy.receives('dialog', 'add', asked)).data['msg']).toMatchObject({ data: deputized });
  // Two deputies of each other: nobody is there, so the person themselves is asked.
  await cy.call(delegationSave, { userid: bo.userid, time: [wire(now - HOUR), wire(now + HOUR)] });
  expect(openSteps(await submit(ada, form))).toMatchObject([{ asked: [bo.userid] }]);
  await cy.call(delegationSave, {});
  // The initiator never decides for somebody else.
  await bo.call(delegationSave, { userid: dee.userid, time: [wire(now - HOUR), wire(now + HOUR)] });
  expect(openSteps(await submit(dee, form))).toMatchObject([{ asked: [bo.userid] }]);
  await bo.call(delegationSave, {});
  expect(await bo.call(delegationGet, {})).toEqual({ userid: 0, from_at: null, until_at: null });
});

test('what waits for an absent person is passed on, even if that fails at first', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const form = await publish([approver(named(bo))]);
  const [first, second] = [await submit(ada, form), await submit(ada, form)];
  const server = await testServer();
  const { db } = server.app;
  await sql`create or replace function refuse_approval() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db);
  await sql`create trigger refuse_approval before insert on approval_entries for each row
    when (new.approval_id = ${sql.lit(first.id)}) execute function refuse_approval()`.execute(db);
  const now = Date.now();
  const asked = async ({ id }: ApprovalDetail) => openSteps(await ada.call(processDetail, { id }))[0]?.asked;
  await bo.call(delegationSave, { userid: cy.userid, time: [wire(now - HOUR), wire(now + HOUR)] });
  try {
    await runDue(server.app);
    await runJobs(server);
    expect([await asked(first), await asked(second)]).toEqual([[bo.userid], [cy.userid]]);
  } finally {
    await sql`drop trigger refuse_approval on approval_entries`.execute(db);
  }
  // The next try is due some seconds later.
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(db);
  await runDue(server.app);
  await runJobs(server);
  expect(await asked(first)).toEqual([cy.userid]);
});

test('statistics say how long steps take and where requests wait', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const admin = await administrator();
  const form = await publish([approver(named(bo), { name: 'Head', hours: 1 }), approver(named(cy), { name: 'Money' })]);
  const made = await submit(ada, form);
  const { app } = await testServer();
  await sql`update approval_steps set opened_at = now() - interval '2 hours' where approval_id = ${made.id} and state = 'open'`.execute(
    app.db,
  );
  await approve(bo, made);
  const input = { proc_def_id: form.id, time: [wire(Date.now() - HOUR), wire(Date.now() + HOUR)] as const };
  const stats = await admin.call(approvalStats, input);
  expect(stats.by_state).toEqual([{ state: 1, requests: 1 }]);
  // The last week may be the next one, late on a Sunday.
  const weeks = stats.by_week.filter(({ submitted }) => submitted > 0);
  expect(weeks).toEqual([{ monday: expect.any(String), submitted: 1, ended: 0 }]);
  expect(new Date(stats.by_week[0]?.monday ?? '').getUTCDay()).toBe(1);
  expect(stats.steps.find(({ name }) => name === 'Head')).toMatchObject({ decided: 1, waiting: 0 });
  expect(stats.steps.find(({ name }) => name === 'Head')?.average_hours).toBeCloseTo(2, 1);
  expect(stats.steps.find(({ name }) => name === 'Money')).toMatchObject({ decided: 0, waiting: 1, overdue: 0 });
  expect(stats.people[0]).toMatchObject({ userid: cy.userid, waiting: 1 });
  await expect(ada.call(approvalStats, input)).rejects.toEqual(refused('forbidden'));
});

test('administrators export requests to a workbook', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const server = await testServer();
  // Exports of the same administrator that other files began count towards the limit.
  await runJobs(server);
  const form = await publish([approver(named(bo))], { name: unique('Export ') });
  await submit(ada, form, { reason: '=1+1' });
  const today = wire(Date.now()).slice(0, 10);
  await expect(admin.call(approvalExport, { date: [today, '2099-01-01'] })).rejects.toEqual(refused('export.days'));
  const { key } = await admin.call(approvalExport, { date: [today, today], proc_def_name: form.name });
  await runJobs(server);
  const { base } = server;
  const answer = await fetch(`${base}/api/approve/down?key=${key}`);
  expect([answer.status, (await answer.arrayBuffer()).byteLength > 1000]).toEqual([200, true]);
  // A day is one of the administrator's clock.
  const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  await admin.call(userEditdata, { timezone: zone });
  const day = Temporal.Now.plainDateISO(zone).toString();
  const there = await admin.call(approvalExport, { date: [day, day], proc_def_name: form.name });
  await admin.call(userEditdata, { timezone: 'UTC' });
  await runJobs(server);
  expect((await fetch(`${base}/api/approve/down?key=${there.key}`)).status).toBe(200);
  const eve = await person('eve');
  await expect(eve.call(approvalExport, { date: [today, today] })).rejects.toEqual(refused('forbidden'));
  expect((await fetch(`${base}/api/approve/down?key=x`)).status).toBe(403);
});
