import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import * as p from '@atrium/contract/chat/meetingPlans.ts';
import * as m from '@atrium/contract/chat/meetings.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { projectAdd } from '@atrium/contract/projects/projects.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wireTime } from '#platform/time/time';
import { cloneTemplate } from '#testing/database';
import { type Mailbox, openMailbox } from '#testing/mailbox';
import { RoomClient } from '#testing/roomClient';
import { runJobs } from '#testing/runJobs';
import { person, refused, startServer, TestClient, type TestServer, unique } from '#testing/world';
import { endMeetings } from '../endEmptyMeetings.service.ts';
import { endPlans, remindOfPlans } from './remind.service.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + hours * HOUR_MS);
const planned = (more: Record<string, unknown> = {}) => ({
  name: 'Crane review',
  start_at: wireTime(inHours(3)),
  minutes: 30,
  ...more,
});
const noticeOf =
  (key: string) =>
  ({ data }: { data: Record<string, unknown> }) =>
    (data['msg'] as { key?: string } | undefined)?.key === `bot.${key}`;

let box: Mailbox;
let server: TestServer;
let ada: TestClient;
let bo: TestClient;
beforeAll(async () => {
  box = await openMailbox();
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_plans_')), smtpUrl: box.url });
  [ada, bo] = [await person('ada', { server }), await person('bo', { server, live: true })];
}, 60_000);
afterAll(async () => {
  await server.close();
  await box.close();
});

test('a planned meeting invites people by message and mail, changes, and is canceled', async () => {
  const eve = await person('eve', { server });
  const cleo = `${unique('cleo')}@example.com`;
  const plan = await ada.call(
    p.meetingPlanSave,
    planned({ repeat: 'week', userids: [bo.userid, ada.userid], emails: [cleo.toUpperCase(), cleo] }),
  );
  expect(plan).toMatchObject({ name: 'Crane review', userid: ada.userid, userids: [bo.userid], emails: [cleo] });
  const invited = await bo.receives('dialog', 'add', noticeOf('meeting_plan'));
  expect(invited.data['msg']).toMatchObject({ meetingid: plan.meetingid, start_at: plan.start_at, is_canceled: false });
  // The invited person reads it, without the addresses of others; everybody else gets the answer that it does not exist.
  expect(await bo.call(p.meetingPlanOne, { id: plan.id })).toMatchObject({ id: plan.id, emails: [] });
  await expect(eve.call(p.meetingPlanOne, { id: plan.id })).rejects.toEqual(refused('meeting.plan_gone'));
  await expect(bo.call(p.meetingPlanDelete, { id: plan.id })).rejects.toEqual(refused('meeting.plan_gone'));

  await runJobs(server);
  const [mail] = box.to(cleo);
  expect(mail?.subject).toBe('Invitation: Crane review');
  const file = mail?.calendar ?? '';
  expect(file).toContain('METHOD:REQUEST');
  expect(file).toContain('RRULE:FREQ=WEEKLY');
  // The link in it admits a guest, on the day of the meeting too.
  const sharekey = new RegExp(`/meeting/${plan.meetingid}/([\\w-]+)`).exec(file.replaceAll('\r\n ', ''))?.[1] ?? '';
  const guest = new TestClient(server.base);
  const entry = await guest.call(m.meetingOpen, {
    type: 'join',
    meetingid: plan.meetingid,
    sharekey,
    username: 'Cleo',
  });
  expect(entry.name).toBe('Crane review');

  // Both find it in their calendars, every week.
  const month = { from: wireTime(inHours(0)), until: wireTime(inHours(24 * 20)) };
  for (const each of [ada, bo]) {
    const { list } = await each.call(p.meetingPlanList, month);
    expect(list.map(({ plan_id }) => plan_id)).toEqual([plan.id, plan.id, plan.id]);
  }
  expect((await eve.call(p.meetingPlanList, month)).list).toEqual([]);

  const later = wireTime(inHours(5));
  await ada.call(
    p.meetingPlanSave,
    planned({ id: plan.id, name: 'Cranes', start_at: later, userids: [bo.userid], emails: [] }),
  );
  const changed = await bo.receives('dialog', 'add', noticeOf('meeting_plan_changed'));
  expect(changed.data['msg']).toMatchObject({ name: 'Cranes', start_at: later });
  await runJobs(server);
  // The guest is no longer invited.
  expect(box.to(cleo).at(-1)?.calendar).toContain('METHOD:CANCEL');
  const asGuest = { type: 'join' as const, meetingid: plan.meetingid, sharekey, username: 'Cleo' };
  await expect(guest.call(m.meetingOpen, asGuest)).rejects.toEqual(refused('meeting.link'));

  await ada.call(p.meetingPlanDelete, { id: plan.id });
  const canceled = await bo.receives('dialog', 'add', noticeOf('meeting_plan_canceled'));
  expect(canceled.data['msg']).toMatchObject({ is_canceled: true });
  await expect(bo.call(m.meetingOpen, { type: 'join', meetingid: plan.meetingid })).rejects.toEqual(
    refused('meeting.ended'),
  );
  expect((await bo.call(p.meetingPlanList, month)).list).toEqual([]);
});

test('one date of a series is moved, another one canceled, and a new rhythm begins without both', async () => {
  const dee = `${unique('dee')}@example.com`;
  const start = inHours(24 * 7);
  const day = (days: number, hours = 0) => wireTime(new Date(start.getTime() + (24 * days + hours) * HOUR_MS));
  const input = {
    name: 'Tide talk',
    start_at: day(0),
    repeat: 'day',
    timezone: 'UTC',
    userids: [bo.userid],
    emails: [dee],
  };
  const plan = await ada.call(p.meetingPlanSave, planned(input));
  const change = (at: string, more = {}, client = ada) => client.call(p.meetingPlanDate, { id: plan.id, at, ...more });
  const dates = async () =>
    (await bo.call(p.meetingPlanList, { from: day(0), until: day(4) })).list
      .filter(({ plan_id }) => plan_id === plan.id)
      .map(({ at, start_at, end_at }) => [at, start_at, end_at]);
  await change(day(1), { start_at: day(1, 5), minutes: 60 });
  const moved = await bo.receives('dialog', 'add', noticeOf('meeting_plan_moved'));
  expect(moved.data['msg']).toMatchObject({ start_at: day(1, 5), minutes: 60, repeat: 'never', is_canceled: false });
  await change(day(2));
  const skipped = await bo.receives('dialog', 'add', noticeOf('meeting_plan_skipped'));
  expect(skipped.data['msg']).toMatchObject({ start_at: day(2), is_canceled: true });
  const half = (days: number) => [day(days), day(days), day(days, 0.5)];
  expect(await dates()).toEqual([half(0), [day(1), day(1, 5), day(1, 6)], half(3)]);
  // Busy times follow, and guests get both by mail.
  const busy = await ada.call(p.meetingBusy, { userids: [bo.userid], from: day(1), until: day(3) });
  expect(busy.list.map(({ start_at }) => start_at)).toContain(day(1, 5));
  await runJobs(server);
  expect(box.to(dee).map(({ subject }) => subject)).toEqual([
    'Invitation: Tide talk',
    'New time: Tide talk',
    'One date canceled: Tide talk',
  ]);
  expect(box.to(dee).map(({ calendar }) => /METHOD:\w+/.exec(calendar ?? '')?.[0])).toEqual([
    'METHOD:REQUEST',
    'METHOD:REQUEST',
    'METHOD:CANCEL',
  ]);
  expect(box.to(dee).at(-1)?.calendar).toContain('RECURRENCE-ID:');

  // Neither a date that it does not have, nor one that is canceled, over, or of somebody else.
  for (const at of [day(1, 5), day(2), 'soon', wireTime(inHours(-24))]) {
    await expect(change(at)).rejects.toEqual(refused('meeting.plan_time'));
  }
  await expect(change(day(3), { start_at: '2020-01-01 10:00:00' })).rejects.toEqual(refused('meeting.plan_time'));
  await expect(change(day(3), {}, bo)).rejects.toEqual(refused('meeting.plan_gone'));
  // Another name, length or end keeps the dates, except those after the end.
  const save = (more: Record<string, unknown>) =>
    ada.call(p.meetingPlanSave, planned({ ...input, id: plan.id, ...more }));
  await save({ name: 'Tides' });
  expect(await dates()).toHaveLength(3);
  await change(day(3), { start_at: day(3, 2) });
  await save({ minutes: 90, until_at: day(3).slice(0, 10) });
  const long = (days: number, hours = 0) => [day(days), day(days, hours), day(days, hours + 1.5)];
  expect(await dates()).toEqual([long(0), [day(1), day(1, 5), day(1, 6)], long(3, 2)]);
  await save({ minutes: 90, until_at: day(2).slice(0, 10) });
  await save({ minutes: 90 });
  expect(await dates()).toEqual([long(0), [day(1), day(1, 5), day(1, 6)], long(3)]);
  // Another hour forgets them.
  await save({ start_at: day(0, 1) });
  expect(await dates()).toHaveLength(4);
  await ada.call(p.meetingPlanDelete, { id: plan.id });
});

test('a series keeps the hour of its zone, and begins on a day that it has', async () => {
  const save = (more: Record<string, unknown>) => ada.call(p.meetingPlanSave, planned(more));
  // The first Saturday that is at least a week ahead.
  const saturday = inHours(24 * 7);
  while (saturday.getUTCDay() !== 6) saturday.setUTCDate(saturday.getUTCDate() + 1);
  const monday = new Date(saturday.getTime() + 48 * HOUR_MS);
  const weekdays = await save({ start_at: wireTime(saturday), repeat: 'weekdays', timezone: 'UTC' });
  expect(weekdays).toMatchObject({ start_at: wireTime(monday), timezone: 'UTC' });
  // No last Saturday: it keeps its place in the month. A fifth one is the last.
  const repeatOf = async (day: string, repeat: string) => (await save({ start_at: `${day} 10:00:00`, repeat })).repeat;
  expect(await repeatOf('2027-01-09', 'monthlast')).toBe('monthweek');
  expect(await repeatOf('2027-01-30', 'monthweek')).toBe('monthlast');
  await expect(save({ timezone: 'Mars/Olympus' })).rejects.toEqual(refused('parameter'));
});

test('odd times and addresses are refused', async () => {
  const save = (more: Record<string, unknown>) => ada.call(p.meetingPlanSave, planned(more));
  for (const start_at of ['', 'soon', '2020-01-01 10:00:00', '2100-01-01 10:00:00', '2026-02-30 10:00:00']) {
    await expect(save({ start_at })).rejects.toEqual(refused('meeting.plan_time'));
  }
  await expect(save({ repeat: 'day', until_at: '2020-01-01' })).rejects.toEqual(refused('meeting.plan_time'));
  await expect(save({ emails: ['a@b.c\r\nBcc: eve@example.com'] })).rejects.toMatchObject(
    refused('meeting.plan_email'),
  );
  await expect(save({ emails: ['nobody'] })).rejects.toEqual(refused('meeting.plan_email'));
  await expect(ada.call(p.meetingPlanList, { from: '2026-01-01', until: '2027-01-01' })).rejects.toEqual(
    refused('meeting.plan_time'),
  );
});

test('everybody is reminded once before each occurrence, and the meeting ends after the last one', async () => {
  const { app } = server;
  const start = inHours(30);
  const plan = await ada.call(
    p.meetingPlanSave,
    planned({
      name: 'Tides',
      start_at: wireTime(start),
      userids: [bo.userid],
      repeat: 'day',
      until_at: wireTime(new Date(start.getTime() + 24 * HOUR_MS)).slice(0, 10),
    }),
  );
  const before = (minutes: number, days = 0) => new Date(start.getTime() + days * 24 * HOUR_MS - minutes * 60_000);
  const reminders = () =>
    bo.frames.filter(({ data }) => {
      const msg = data?.['msg'] as { key?: string; plan_id?: number } | undefined;
      return msg?.key === 'bot.meeting_plan_soon' && msg.plan_id === plan.id;
    }).length;
  await remindOfPlans(app, before(20));
  expect(reminders()).toBe(0);
  await remindOfPlans(app, before(9));
  await remindOfPlans(app, before(8));
  await expect.poll(reminders).toBe(1);
  await remindOfPlans(app, before(9, 1));
  await expect.poll(reminders).toBe(2);
  await remindOfPlans(app, before(9, 2));
  await endPlans(app, before(0, 1));
  expect(await bo.call(p.meetingPlanOne, { id: plan.id })).toMatchObject({ id: plan.id });
  await endPlans(app, before(-7 * 60, 1));
  await expect(bo.call(p.meetingPlanOne, { id: plan.id })).rejects.toEqual(refused('meeting.plan_gone'));
  expect(reminders()).toBe(2);
  // Its dates stay in calendars.
  const week = { from: wireTime(start), until: wireTime(inHours(24 * 7)) };
  const past = (await bo.call(p.meetingPlanList, week)).list.filter(({ plan_id }) => plan_id === plan.id);
  const of = (days: number) => ({ start_at: wireTime(before(0, days)), is_over: true });
  expect(past).toMatchObject([of(0), of(1)]);
});

test('a canceled series stays in calendars with the dates that took place', async () => {
  const start = inHours(-30);
  const plan = await ada.call(
    p.meetingPlanSave,
    planned({ start_at: wireTime(start), repeat: 'day', timezone: 'UTC', userids: [bo.userid] }),
  );
  await ada.call(p.meetingPlanDelete, { id: plan.id });
  const week = { from: wireTime(start), until: wireTime(inHours(24 * 7)) };
  const left = (await bo.call(p.meetingPlanList, week)).list.filter(({ plan_id }) => plan_id === plan.id);
  const day = (days: number) => wireTime(new Date(start.getTime() + days * 24 * HOUR_MS));
  expect(left.map(({ start_at }) => start_at)).toEqual([day(0), day(1)]);
  const busy = await ada.call(p.meetingBusy, { userids: [bo.userid], ...week });
  const times = busy.list.map(({ start_at }) => start_at);
  expect([times.includes(day(1)), times.includes(day(2))]).toEqual([true, false]);
});

test('after days without the server, people are reminded of the date that is due now', async () => {
  const hal = await person('hal', { server, live: true });
  const start = inHours(30);
  const series = { start_at: wireTime(start), repeat: 'day', timezone: 'UTC', userids: [hal.userid] };
  const plan = await ada.call(p.meetingPlanSave, planned(series));
  await remindOfPlans(server.app, new Date(start.getTime() + 5 * 24 * HOUR_MS - 5 * 60_000));
  const soon = await hal.receives('dialog', 'add', noticeOf('meeting_plan_soon'));
  const due = wireTime(new Date(start.getTime() + 5 * 24 * HOUR_MS));
  expect(soon.data['msg']).toMatchObject({ plan_id: plan.id, start_at: due });
});

test('a date that is moved out of its series makes people busy too', async () => {
  const start = inHours(24 * 40);
  const day = (days: number, minutes = 0) =>
    wireTime(new Date(start.getTime() + 24 * days * HOUR_MS + minutes * 60_000));
  const fay = await person('fay', { server });
  const series = { start_at: day(0), repeat: 'day', until_at: day(1).slice(0, 10), timezone: 'UTC' };
  const plan = await ada.call(p.meetingPlanSave, planned({ ...series, userids: [fay.userid] }));
  await ada.call(p.meetingPlanDate, { id: plan.id, at: day(0), start_at: day(-5) });
  await ada.call(p.meetingPlanDate, { id: plan.id, at: day(1), start_at: day(9) });
  const busyFrom = async (days: number) => {
    const input = { userids: [fay.userid], from: day(days, -60), until: day(days, 60) };
    return (await ada.call(p.meetingBusy, input)).list.map(({ start_at, end_at }) => [start_at, end_at]);
  };
  expect(await busyFrom(0)).toEqual([]);
  expect(await busyFrom(-5)).toEqual([[day(-5), day(-5, 30)]]);
  expect(await busyFrom(9)).toEqual([[day(9), day(9, 30)]]);
});

test('a change right before a meeting does not remind people of it again', async () => {
  const { app } = server;
  const gus = await person('gus', { server, live: true });
  const start = new Date(inHours(0).getTime() + 5 * 60_000);
  const day = (days: number, minutes = 0) =>
    wireTime(new Date(start.getTime() + 24 * days * HOUR_MS + minutes * 60_000));
  const input = planned({ start_at: day(0), repeat: 'day', timezone: 'UTC', userids: [gus.userid] });
  const plan = await ada.call(p.meetingPlanSave, input);
  const remind = async () => {
    await remindOfPlans(app, new Date());
    // Sent after the reminders: when it is there, so are they.
    await ada.call(p.meetingPlanSave, planned({ start_at: day(30), userids: [gus.userid], name: unique('mark') }));
    await gus.receives('dialog', 'add', noticeOf('meeting_plan'));
    return gus.frames.filter(({ data }) => {
      const msg = data?.['msg'] as { key?: string; plan_id?: number } | undefined;
      return msg?.key === 'bot.meeting_plan_soon' && msg.plan_id === plan.id;
    }).length;
  };
  expect(await remind()).toBe(1);
  await ada.call(p.meetingPlanSave, { ...input, id: plan.id, name: 'Cranes' });
  await ada.call(p.meetingPlanDate, { id: plan.id, at: day(1) });
  expect(await remind()).toBe(1);
  // At another time it is another meeting.
  await ada.call(p.meetingPlanDate, { id: plan.id, at: day(0), start_at: day(0, 3) });
  expect(await remind()).toBe(2);
});

test('open calendars of the host and of everybody invited hear of each change', async () => {
  const [host, gus, mia] = await Promise.all(
    ['host', 'gus', 'mia'].map((name) => person(name, { server, live: true })),
  );
  if (!host || !gus || !mia) throw new Error('nobody');
  const everyone = [host, gus, mia];
  // Another device of the host, whose own changes are not announced to it.
  const phone = new TestClient(server.base);
  phone.token = host.token;
  const expectChange = async (...people: TestClient[]) => {
    for (const each of people) await each.receives('meeting', 'plans');
    for (const each of everyone) {
      await each.settled();
      expect(each.frames.filter(({ type }) => type === 'meeting')).toHaveLength(people.includes(each) ? 1 : 0);
      each.frames.length = 0;
    }
  };
  const { id, start_at } = await phone.call(p.meetingPlanSave, planned({ repeat: 'week', userids: [gus.userid] }));
  await expectChange(host, gus);
  await phone.call(p.meetingPlanSave, planned({ id, start_at, repeat: 'week', userids: [mia.userid] }));
  await expectChange(host, gus, mia);
  await phone.call(p.meetingPlanDate, { id, at: start_at });
  await expectChange(host, mia);
  await phone.call(p.meetingPlanDelete, { id });
  await expectChange(host, mia);
});

test('planned meetings of a deleted account pass to the receiver, or are canceled', async () => {
  const kim = await person('kim', { server, live: true });
  const month = { from: wireTime(inHours(0)), until: wireTime(inHours(24 * 10)) };
  let organizer = '';
  const cleo = `${unique('cleo')}@example.com`;
  const leave = async (more: Record<string, unknown>) => {
    const host = await person('host', { server });
    const people = { userids: [kim.userid, bo.userid], emails: [cleo] };
    const plan = await host.call(p.meetingPlanSave, planned({ repeat: 'week', ...people }));
    await runJobs(server);
    organizer = host.email;
    await ada.call(userOperation, { userid: host.userid, type: 'delete', delete_reason: 'gone', ...more });
    return plan.id;
  };
  const passed = await leave({ transfer_userid: kim.userid });
  await expect.poll(() => kim.frames.filter(({ type }) => type === 'meeting').length).toBe(2);
  expect((await kim.call(p.meetingPlanList, month)).list).toMatchObject([
    { plan_id: passed, userid: kim.userid },
    { plan_id: passed, userid: kim.userid },
  ]);
  expect(await kim.call(p.meetingPlanOne, { id: passed })).toMatchObject({ userids: [bo.userid] });
  await kim.call(p.meetingPlanDelete, { id: passed });
  const canceled = await leave({ transfer_userid: 0 });
  await kim.receives('dialog', 'add', noticeOf('meeting_plan_canceled'));
  await expect(kim.call(p.meetingPlanOne, { id: canceled })).rejects.toEqual(refused('meeting.plan_gone'));
  // Guests hear it from the host, whose account is gone when the mail is sent.
  await runJobs(server);
  const mail = box.to(cleo).at(-1);
  expect(mail?.subject).toBe('Canceled: Crane review');
  expect(mail?.calendar?.replaceAll('\r\n ', '')).toContain(`:mailto:${organizer}`);
});

test('the room of a conversation stays, and its card is posted only when nobody is there', async () => {
  const { app } = server;
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Harbour' });
  const room = await ada.call(m.meetingOpen, { type: 'room', dialog_id });
  expect(room.msgs).toHaveLength(1);
  const his = await bo.call(m.meetingOpen, { type: 'room', dialog_id });
  expect([his.meetingid, his.msgs]).toEqual([room.meetingid, []]);
  const inside = await RoomClient.enter(room.token, {}, {}, server.base);
  await inside.receives('entered');
  inside.say({ type: 'end' });
  await inside.receives('refused');
  await endMeetings(app, new Date(Date.now() + 48 * HOUR_MS));
  await app.db
    .updateTable('meetings')
    .set({ updated_at: new Date(0) })
    .where('id', '=', room.id)
    .execute();
  const again = await bo.call(m.meetingOpen, { type: 'room', dialog_id });
  expect([again.meetingid, again.end_at, again.msgs.length]).toEqual([room.meetingid, null, 1]);
  const eve = await person('eve', { server });
  await expect(eve.call(m.meetingOpen, { type: 'room', dialog_id })).rejects.toEqual(refused('dialog.gone'));
});

test('everybody sees when colleagues are in meetings or at tasks, and not with what', async () => {
  const [cleo, dan] = [await person('cleo', { server }), await person('dan', { server })];
  const base = inHours(24 * 40).getTime();
  const day = (hours: number) => wireTime(new Date(base + hours * HOUR_MS));
  const plan = await cleo.call(
    p.meetingPlanSave,
    planned({ name: 'Secret', start_at: day(0), repeat: 'day', until_at: day(24), userids: [dan.userid] }),
  );
  const project = await dan.call(projectAdd, { name: 'Private' });
  const task = { project_id: project.id, owner: [dan.userid] };
  await dan.call(taskAdd, { ...task, name: 'Hidden', times: [day(2), day(4)] });
  // Planned for a day or more: no hour is taken.
  await dan.call(taskAdd, { ...task, name: 'Long', times: [day(2), day(12)] });
  const week = { userids: [cleo.userid, dan.userid], from: day(-1), until: day(48) };
  const half = (hours: number) => ({ start_at: day(hours), end_at: day(hours + 0.5) });
  const { list } = await ada.call(p.meetingBusy, week);
  expect(list).toEqual([
    { userid: cleo.userid, kind: 'meeting', ...half(0) },
    { userid: dan.userid, kind: 'meeting', ...half(0) },
    { userid: dan.userid, kind: 'task', start_at: day(2), end_at: day(4) },
    { userid: cleo.userid, kind: 'meeting', ...half(24) },
    { userid: dan.userid, kind: 'meeting', ...half(24) },
  ]);
  // The plan that is being changed is no obstacle to itself.
  const rest = await ada.call(p.meetingBusy, { ...week, plan_id: plan.id });
  expect(rest.list.map(({ kind }) => kind)).toEqual(['task']);
  await expect(ada.call(p.meetingBusy, { ...week, until: day(24 * 40) })).rejects.toEqual(refused('meeting.plan_time'));
  const many = Array.from({ length: p.BUSY_PEOPLE + 1 }, (_, at) => at + 1);
  await expect(ada.call(p.meetingBusy, { ...week, userids: many })).rejects.toBeTruthy();
});
