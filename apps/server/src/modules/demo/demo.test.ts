import { approvalAway, balanceOwn } from '@atrium/contract/approvals/absences.ts';
import { processList } from '@atrium/contract/approvals/lists.ts';
import { dialogLists } from '@atrium/contract/chat/dialogs.ts';
import { meetingPlanList } from '@atrium/contract/chat/meetingPlans.ts';
import { type Message, msgList } from '@atrium/contract/chat/messages.ts';
import { driveContent, driveLists } from '@atrium/contract/files/drive.ts';
import { departmentList } from '@atrium/contract/people/departments.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { projectLists } from '@atrium/contract/projects/projects.ts';
import { taskContent, taskLists } from '@atrium/contract/projects/tasks.ts';
import { checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { reportDetail, reportReceive } from '@atrium/contract/workspace/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { isLong } from '#testing/histories';
import { person, startServer, TestClient, unique } from '#testing/world';
import { demoClock } from './demo.clock.ts';
import { DEMO_EMAIL, DEMO_PASSWORD, fillDemo } from './demo.service.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** A Wednesday, in the afternoon. */
const NOW = new Date('2026-03-18T14:30:00Z');
const servers: Server[] = [];
let shown: Server;
let ada: TestClient;

async function filled(now: Date): Promise<Server> {
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_demo_')) });
  servers.push(server);
  const began = performance.now();
  expect(await fillDemo(server.app, now)).toBe('filled');
  expect(performance.now() - began).toBeLessThan(20_000);
  return server;
}

beforeAll(async () => {
  shown = await filled(NOW);
  ada = new TestClient(shown.base, DEMO_EMAIL);
  ada.token = (await ada.call(login, { email: DEMO_EMAIL, password: DEMO_PASSWORD })).token;
}, 60_000);
afterAll(() => Promise.all(servers.map((server) => server.close())));

const messagesOf = ({ app }: Server) =>
  app.db
    .selectFrom('messages')
    .innerJoin('dialogs', 'dialogs.id', 'messages.dialog_id')
    .select(['messages.id', 'dialog_id', 'seq', 'messages.userid', 'messages.type', 'mtype', 'emoji', 'reply_id'])
    .select(['messages.created_at', 'search_key', 'tag', 'top_msg_id'])
    .orderBy('messages.id')
    .execute();
const tasksOf = ({ app }: Server) => app.db.selectFrom('tasks').selectAll().orderBy('id').execute();

test('a workspace in use is not filled with demo data, and the command explains why', async () => {
  const server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_demo_')) });
  servers.push(server);
  await person('ada', { server });
  expect(await fillDemo(server.app)).toBe('occupied');
  expect(
    await server.app.db.selectFrom('users').select('bot').where('email', '<>', 'bot-manager@bot.system').execute(),
  ).toEqual([{ bot: 0 }]);
  expect(await fillDemo(shown.app)).toBe('there');
});

test('a few members have written reports, two of them recently', async () => {
  const { data } = await ada.call(reportReceive, {});
  expect(data.map(({ type, read_at }) => [type, read_at !== null])).toEqual([
    ['daily', false],
    ['daily', false],
    ['daily', true],
    ['weekly', true],
    ['weekly', true],
  ]);
  expect(data.every(({ receive_at }) => new Date(`${receive_at}Z`) <= NOW)).toBe(true);
  const weekly = data.filter(({ type }) => type === 'weekly');
  expect(weekly.map(({ receive_at }) => new Date(`${receive_at}Z`).getUTCDay())).toEqual([5, 5]);
  const [newest] = data;
  const { content } = await ada.call(reportDetail, { id: newest?.id ?? 0 });
  expect(content).toContain('class="mention task"');
});

test('folders of several people hold documents and pictures of the last month', async () => {
  const top = (await ada.call(driveLists, {})).toSorted((a, b) => a.name.localeCompare(b.name));
  expect(top.map(({ name, permission, share }) => [name, permission, share])).toEqual([
    ['Company', 1000, 1],
    ['My notes', 1000, 0],
    ['Press', 1, 1],
    ['Wren 2', 1, 1],
  ]);
  const inside = await ada.call(driveLists, { pid: top[3]?.id });
  expect(inside.map(({ type }) => type)).toEqual(expect.arrayContaining(['document', 'picture', 'code']));
  expect(inside.every(({ created_at }) => created_at > '2026-02-01' && created_at < '2026-03-18 14:30')).toBe(true);
  const note = inside.find(({ type }) => type === 'document');
  expect((await ada.call(driveContent, { id: String(note?.id) })).content?.content).toMatch(/^# /);
});

test('everybody has a department, and each department has a head', async () => {
  const list = await ada.call(departmentList, {});
  expect(list.map(({ owner_userid }) => owner_userid > 0)).toEqual([true, true, true]);
  const people = await shown.app.db.selectFrom('users').select('department').where('bot', '=', 0).execute();
  expect(people.filter(({ department }) => department.length !== 1)).toEqual([]);
});

test('people have portraits, the visitor’s calendar has meetings, and one can check in', async () => {
  const people = await shown.app.db.selectFrom('users').select('userimg').where('bot', '=', 0).execute();
  expect(new Set(people.map(({ userimg }) => userimg)).size).toBe(12);
  const portrait = await fetch(`${shown.base}/${people[0]?.userimg}`);
  expect([portrait.status, portrait.headers.get('content-type')]).toEqual([200, 'image/png']);
  const week = { from: '2026-03-18 00:00:00', until: '2026-03-26 00:00:00' };
  const { list } = await ada.call(meetingPlanList, week);
  expect(new Set(list.map(({ name }) => name)).size).toBe(4);
  expect(await ada.call(checkinSetting, {})).toMatchObject({ open: 'open', modes: ['manual'] });
});

test('requests are approved, rejected and under way; two wait for the visitor, who has days of leave', async () => {
  const { rows } = await ada.call(processList, { box: 'all', pagesize: 50 });
  expect([...new Set(rows.map(({ state }) => state))].sort()).toEqual([1, 2, 3]);
  const waiting = await ada.call(processList, { box: 'waiting' });
  expect(waiting.rows.map(({ proc_def_name }) => proc_def_name)).toEqual(['Expense', 'Purchase']);
  const { list: away } = await ada.call(approvalAway, { time: ['2026-03-18 15:00:00', '2026-03-18 16:00:00'] });
  expect(away).toMatchObject([{ kind: 'trip' }]);
  const { list } = await ada.call(balanceOwn, { year: 2026 });
  expect(list).toMatchObject([{ type: 'annual', granted: 30, carried: 3 }]);
  expect(list[0]?.used).toBeGreaterThan(0);
});

test('twelve people share four projects with tasks in every state', async () => {
  const people = await shown.app.db.selectFrom('users').select('userid').where('bot', '=', 0).execute();
  expect(people).toHaveLength(12);
  const { data: projects } = await ada.call(projectLists, {});
  expect(projects.filter((project) => !project.personal)).toHaveLength(4);

  const tasks = await tasksOf(shown);
  expect(tasks.length).toBeGreaterThanOrEqual(150);
  const owned = new Set(
    (await shown.app.db.selectFrom('task_users').select('task_id').execute()).map((row) => row.task_id),
  );
  const states = {
    done: tasks.filter((task) => task.complete_at && !task.archived_at),
    archived: tasks.filter((task) => task.archived_at),
    deleted: tasks.filter((task) => task.deleted_at),
    overdue: tasks.filter((task) => !task.complete_at && task.end_at && task.end_at < NOW),
    due: tasks.filter((task) => !task.complete_at && task.end_at && task.end_at >= NOW),
    parts: tasks.filter((task) => task.parent_id > 0),
    unclaimed: tasks.filter((task) => !owned.has(task.id)),
    forItsPeople: tasks.filter((task) => task.visibility === 2),
    forSome: tasks.filter((task) => task.visibility === 3),
    tagged: tasks.filter((task) => (task.task_tag as unknown[]).length > 0),
    urgent: tasks.filter((task) => task.p_level === 1),
    described: tasks.filter((task) => task.desc !== ''),
    talkedAbout: tasks.filter((task) => task.dialog_id > 0),
  };
  for (const [state, list] of Object.entries(states)) expect(list.length, state).toBeGreaterThanOrEqual(3);
  const kinds = new Set(tasks.map((task) => task.flow_item_name.split('|')[0]));
  expect([...kinds].sort()).toEqual(['', 'end', 'progress', 'start', 'test']);
});

test('hundreds of messages of every kind were sent in working hours of the last month, in order', async () => {
  const messages = await messagesOf(shown);
  expect(messages.length).toBeGreaterThanOrEqual(200);
  expect([...new Set(messages.map((message) => message.mtype))].sort()).toEqual(
    ['file', 'image', 'notice', 'tag', 'template', 'text', 'todo', 'top', 'vote', 'word-chain'].sort(),
  );
  expect(messages.some((message) => message.reply_id > 0)).toBe(true);
  expect(messages.some((message) => (message.emoji as unknown[]).length > 0)).toBe(true);
  expect(messages.some((message) => message.top_msg_id === message.id)).toBe(true);
  for (const { created_at, search_key } of messages) {
    expect(created_at.getUTCDay() % 6, search_key).not.toBe(0);
    expect(created_at.getUTCHours(), search_key).toBeGreaterThanOrEqual(8);
    expect(created_at.getUTCHours(), search_key).toBeLessThan(18);
    expect(created_at < NOW, search_key).toBe(true);
    expect(NOW.getTime() - created_at.getTime(), search_key).toBeLessThan(33 * 86_400_000);
  }
  for (const said of Map.groupBy(messages, (message) => message.dialog_id).values()) {
    const times = said.toSorted((a, b) => a.seq - b.seq).map((message) => message.created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
  // People were last seen when they last wrote.
  const people = await shown.app.db.selectFrom('users').select(['email', 'line_at']).where('bot', '=', 0).execute();
  // The first one signs in here.
  for (const { email, line_at } of people) expect(email === DEMO_EMAIL || (line_at && line_at < NOW), email).toBe(true);
});

test('the visitor’s account has unread messages and mentions', async () => {
  const { data: dialogs } = await ada.call(dialogLists, {});
  const unread = dialogs.filter((dialog) => dialog.unread > 0);
  expect(unread.length).toBeGreaterThanOrEqual(4);
  expect(unread.length).toBeLessThan(dialogs.length / 2);
  expect(unread.some((dialog) => dialog.mention > 0)).toBe(true);
  const shop = dialogs.find((dialog) => dialog.name === 'Web shop relaunch');
  const { list } = await ada.call(msgList, { dialog_id: shop?.id ?? 0 });
  expect(list.filter((message: Message) => !message.read_at)).toHaveLength(shop?.unread ?? 0);
  const { data: tasks } = await ada.call(taskLists, { project_id: shop?.link_id ?? 0, pagesize: 100 });
  const checkout = tasks.find((task) => task.name.startsWith('Checkout in two steps'));
  const note = await ada.call(taskContent, { task_id: checkout?.id ?? 0 });
  expect(note).toMatchObject({ content: expect.stringContaining('data-list="checked"') as string });
});

test.skipIf(!isLong)('the same moment gives the same demo data', { timeout: 60_000 }, async () => {
  const again = await filled(NOW);
  const plain = async (server: Server) => ({
    tasks: (await tasksOf(server)).map((task) => ({ ...task, updated_at: null })),
    messages: await messagesOf(server),
    logs: await server.app.db
      .selectFrom('project_logs')
      .select(['detail', 'task_id', 'userid', 'created_at'])
      .orderBy('id')
      .execute(),
    read: await server.app.db
      .selectFrom('dialog_members')
      .select(['dialog_id', 'userid', 'read'])
      .orderBy('dialog_id')
      .orderBy('userid')
      .execute(),
  });
  expect(await plain(again)).toEqual(await plain(shown));
});

test.for([
  ['early on a Monday', '2026-03-16T04:56:00Z', '2026-03-13'],
  ['on a Sunday', '2026-03-15T15:00:00Z', '2026-03-13'],
  ['on a Tuesday at noon', '2026-03-17T12:00:00Z', '2026-03-17'],
] as const)('%s the last day with messages is a workday that has begun', ([, now, day]) => {
  const clock = demoClock(new Date(now));
  expect(clock.workday(0, 540).toISOString()).toBe(`${day}T09:00:00.000Z`);
  expect([0, 6]).not.toContain(clock.day(-3, 540).getUTCDay());
  expect(clock.day(-3, 540) < new Date(now)).toBe(true);
});
