import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { flowSave } from '@atrium/contract/projects/flows.ts';
import {
  projectAdd,
  projectArchived,
  projectLog,
  projectUpdate,
  projectUser,
} from '@atrium/contract/projects/projects.ts';
import {
  type Task,
  taskAdd,
  taskAddsub,
  taskArchived,
  taskLists,
  taskOne,
  taskRemove,
  taskUpdate,
} from '@atrium/contract/projects/tasks.ts';
import { checkinSetting } from '@atrium/contract/workspace/checkin.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobsOf } from '#platform/jobs';
import { cloneTemplate } from '#testing/database';
import { person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { modules } from '../../modules.ts';
import { runAutomaticActions } from './automaticActions.service.ts';

/** Servers of their own: moving the clock affects everybody. */
let servers: [TestServer, TestServer];
let admin: TestClient;

beforeAll(async () => {
  const databaseUrl = await cloneTemplate(`atrium_jobs_${process.pid}`);
  const first = await startServer({ databaseUrl });
  servers = [first, await startServer({ databaseUrl })];
  admin = await person('admin', { server: first });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Both servers run in the same minute. */
const tick = (at: Date) => Promise.all(servers.map(({ app }) => runAutomaticActions(app, at)));

async function team() {
  const [server] = servers;
  const [ada, bo, cy] = await Promise.all((['ada', 'bo', 'cy'] as const).map((name) => person(name, { server })));
  if (!ada || !bo || !cy) throw new Error('nobody');
  const project = await ada.call(projectAdd, { name: unique('P'), columns: 'To do,Done' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada, bo, cy].map(({ userid }) => userid) });
  return { ada, bo, cy, project };
}

/** The number of announcements of this event: the two servers share no bus here. */
async function countAnnounced(action: string, id: number, data: Record<string, unknown> = {}): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events
    where type = 'projectTask' and action = ${action} and data @> ${JSON.stringify({ ...data, id })}::jsonb`.execute(
    servers[0].app.db,
  );
  return rows[0]?.n ?? 0;
}

const DAY_MS = 86_400_000;
const wire = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ');
/** This many days from now, at nine. */
function day(offset: number, hour = 9): Date {
  const at = new Date(Date.now() + offset * DAY_MS);
  at.setUTCHours(hour, 0, 0, 0);
  return at;
}
const logOf = async (who: TestClient, task_id: number) =>
  (await who.call(projectLog, { task_id })).data.map(({ word, userid }) => [word, userid]);

async function messagesOf(reader: TestClient): Promise<{ title: unknown; list: unknown; userid: number }[]> {
  const bot = await servers[0].app.db
    .selectFrom('users')
    .select('userid')
    .where('email', '=', 'task-alert@bot.system')
    .executeTakeFirst();
  if (!bot) return [];
  const { id } = await reader.call(dialogOpenUser, { userid: bot.userid });
  const { list } = await reader.call(msgList, { dialog_id: id });
  return list.map(({ msg, userid }) => ({ title: msg['title'], list: msg['list'], userid })).reverse();
}

/** Runs deferred jobs like the runner, on both servers. */
const runJobs = () =>
  Promise.all(
    servers.map(({ app }) =>
      runOnce({
        pgPool: app.pool,
        noHandleSignals: true,
        logger: new Logger(() => () => undefined),
        taskList: jobsOf(app, modules),
      }),
    ),
  );

async function news(reader: TestClient) {
  await runJobs();
  return messagesOf(reader);
}

test('assigned people and people whose task is rescheduled are notified by the person who did it', async () => {
  const { ada, bo, cy, project } = await team();
  const ship = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Ship',
    owner: [bo.userid, ada.userid],
    assist: [cy.userid],
    subtasks: [{ name: 'Load', owner: [cy.userid] }],
  });
  const notice = (key: string, id = ship.id, name = 'Ship') => ({
    title: { new: 'New task for you', help: 'New task to collaborate on', time: 'The dates of your task changed' }[key],
    list: [{ id, name }],
    userid: ada.userid,
  });
  const sub = (await ada.call(taskLists, { parent_id: ship.id })).data[0]?.id ?? 0;
  expect(await news(bo)).toMatchObject([notice('new')]);
  const cyFirst = await news(cy);
  expect(cyFirst).toHaveLength(2);
  expect(cyFirst).toEqual(
    expect.arrayContaining([
      expect.objectContaining(notice('help')),
      expect.objectContaining(notice('new', sub, 'Load')),
    ]),
  );
  // The acting person is not notified, nor anybody about unchanged fields.
  expect(await news(ada)).toEqual([]);
  await ada.call(taskUpdate, { task_id: ship.id, owner: [bo.userid, ada.userid], name: 'Ship it' });
  await ada.call(taskUpdate, { task_id: ship.id, times: [wire(day(2)), wire(day(2, 18))] });
  expect(await news(bo)).toMatchObject([notice('new'), notice('time', ship.id, 'Ship it')]);
  expect((await news(cy)).at(-1)).toMatchObject({ title: 'Dates changed on a task you collaborate on' });
  // An assistant who becomes an owner hears of that only, not of the time.
  const count = (await news(cy)).length;
  await ada.call(taskUpdate, {
    task_id: ship.id,
    owner: [cy.userid],
    assist: [],
    times: [wire(day(3)), wire(day(3, 18))],
  });
  expect((await news(cy)).slice(count)).toMatchObject([notice('new', ship.id, 'Ship it')]);
  expect(await news(bo)).toHaveLength(2);
  // Undone before the job ran: no notification. Rescheduled with a new person: one.
  await ada.call(taskUpdate, { task_id: ship.id, owner: [bo.userid] });
  await ada.call(taskUpdate, { task_id: ship.id, owner: [ada.userid] });
  expect(await news(bo)).toHaveLength(2);
});

test('a full project gets no more recurring tasks: the log reports it, and the recurrence continues', async () => {
  const { ada, project } = await team();
  const daily = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Daily',
    times: [wire(day(1)), wire(day(1, 18))],
  });
  await ada.call(taskUpdate, { task_id: daily.id, loop: 'day' });
  const [{ app }] = servers;
  await sql`insert into tasks (project_id, column_id, name, userid, sort)
    select ${project.id}, ${daily.column_id + 1}, 'Filler', ${ada.userid}, n from generate_series(1, 1999) n`.execute(
    app.db,
  );
  const counted = async () =>
    Number(
      (
        await app.db
          .selectFrom('tasks')
          .select((eb) => eb.fn.countAll().as('n'))
          .where('project_id', '=', project.id)
          .where('archived_at', 'is', null)
          .executeTakeFirstOrThrow()
      ).n,
    );
  expect(await counted()).toBe(2000);
  await tick(day(2));
  expect(await counted()).toBe(2000);
  expect((await ada.call(taskOne, { task_id: daily.id })).loop_at).toBe(wire(day(3)));
  expect((await logOf(ada, daily.id))[0]?.[0]).toBe('task.loop_full');
  // There is a free place again.
  await sql`update tasks set archived_at = now() where project_id = ${project.id} and name = 'Filler' and sort <= 5`.execute(
    app.db,
  );
  await tick(day(3));
  expect(await counted()).toBe(1996);
  expect(await ada.call(taskOne, { task_id: daily.id })).toMatchObject({ loop: 'never', loop_at: null });
});

test('a recurring task is created once per occurrence over a month, by any of several servers', async () => {
  const { ada, bo, cy, project } = await team();
  const [start, test, end] = (
    await ada.call(flowSave, {
      project_id: project.id,
      flows: [
        { id: -1, name: 'Open', status: 'start', turns: [-2], userids: [cy.userid], usertype: 'add' },
        { id: -2, name: 'Trying', status: 'test', turns: [-3] },
        { id: -3, name: 'Done', status: 'end', turns: [-1] },
      ],
    })
  ).project_flow_item;
  const times = [wire(day(1)), wire(day(2, 18))];
  const first = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Water the plants',
    content: '<p>All of them</p>',
    times,
    owner: [ada.userid],
    assist: [bo.userid],
    p_level: 2,
    p_name: 'Soon',
    color: '#e5f5ff',
    task_tag: [{ name: 'green', color: '#73b45c' }],
    subtasks: [{ name: 'Kitchen', owner: [bo.userid] }],
  });
  await ada.call(taskUpdate, { task_id: first.id, owner: [ada.userid], loop: '3' });
  expect(await ada.call(taskOne, { task_id: first.id })).toMatchObject({ loop: '3', loop_at: wire(day(4)) });
  await ada.call(taskUpdate, { task_id: first.id, flow_item_id: test?.id ?? 0 });

  // Twice a day, so that most ticks find nothing to do.
  for (let offset = 1; offset <= 31; offset++) {
    await tick(day(offset, 9));
    await tick(day(offset, 21));
  }

  const { data } = await ada.call(taskLists, { project_id: project.id, parent_id: -1 });
  const made = data.toSorted((a, b) => a.id - b.id);
  expect(made.map(({ start_at }) => start_at)).toEqual(
    [1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31].map((each) => wire(day(each))),
  );
  expect(made.map(({ loop }) => loop)).toEqual([...Array<string>(10).fill('never'), '3']);
  const [, second] = made as [Task, Task];
  expect(second).toMatchObject({
    name: 'Water the plants',
    end_at: wire(day(5, 18)),
    flow_item_id: start?.id,
    complete_at: null,
    p_level: 2,
    color: '#e5f5ff',
    desc: 'All of them',
    sub_num: 1,
    sub_complete: 0,
    userid: ada.userid,
  });
  expect(second.task_tag.map(({ name }) => name)).toEqual(['green']);
  // The first status's people are added to the original ones.
  expect(second.task_user.map(({ userid, owner }) => [userid, owner])).toEqual([
    [ada.userid, 1],
    [cy.userid, 1],
    [bo.userid, 0],
  ]);
  const subtasks = await ada.call(taskLists, { parent_id: second.id });
  expect(subtasks.data).toMatchObject([
    { name: 'Kitchen', start_at: wire(day(4)), end_at: wire(day(5, 18)), flow_item_id: start?.id },
  ]);
  expect(end?.status).toBe('end');
  expect(await logOf(ada, first.id)).toContainEqual(['task.loop_next', 0]);
  expect(await logOf(ada, second.id)).toContainEqual(['task.loop_made', 0]);
  expect(await countAnnounced('add', second.id)).toBe(1);
  expect(await countAnnounced('update', first.id, { loop: 'never', loop_at: null })).toBe(1);
});

test('the next occurrence follows a new time, waits for its project, and stops with its task or on request', async () => {
  const { ada, project } = await team();
  const add = async (loop: string) => {
    const task = await ada.call(taskAdd, {
      project_id: project.id,
      name: loop,
      times: [wire(day(1)), wire(day(1, 18))],
    });
    return ada.call(taskUpdate, { task_id: task.id, loop });
  };
  const names = async () => {
    const { data } = await ada.call(taskLists, { project_id: project.id });
    return data.map(({ name, start_at }) => `${name} ${start_at?.slice(0, 10)}`).toSorted();
  };
  const [moved, removed, stopped] = [await add('week'), await add('day'), await add('month')];
  await ada.call(taskUpdate, { task_id: moved.id, times: [wire(day(3)), wire(day(3, 18))] });
  expect((await ada.call(taskOne, { task_id: moved.id })).loop_at).toBe(wire(day(10)));
  await ada.call(taskRemove, { task_id: removed.id });
  await ada.call(taskUpdate, { task_id: stopped.id, loop: 'never' });
  await ada.call(projectArchived, { project_id: project.id });
  await tick(day(40));
  await ada.call(projectArchived, { project_id: project.id, type: 'recovery' });
  const day10 = (offset: number) => wire(day(offset)).slice(0, 10);
  expect(await names()).toEqual([`month ${day10(1)}`, `week ${day10(3)}`].toSorted());
  await tick(day(40));
  expect(await names()).toEqual([`month ${day10(1)}`, `week ${day10(3)}`, `week ${day10(10)}`].toSorted());
  await expect(ada.call(taskUpdate, { task_id: moved.id, loop: 'sometimes' })).rejects.toMatchObject(
    refused('parameter'),
  );
});

test('a task that repeats on weekdays keeps the weekdays and the hours of its creator, also when clocks change', async () => {
  const { ada, bo, project } = await team();
  const timeZone = 'Australia/Sydney';
  await ada.call(userEditdata, { timezone: timeZone });
  const soon = Temporal.Now.zonedDateTimeISO(timeZone).add({ days: 7 });
  const sunday = soon.getTimeZoneTransition('next')?.toPlainDate();
  if (!sunday) throw new Error('the clocks do not change');
  expect(sunday.dayOfWeek).toBe(7);
  const at = (days: number, hour: number) =>
    new Date(
      sunday.add({ days }).toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds,
    );
  const times = [wire(at(-2, 9)), wire(at(1, 18))];
  const friday = await ada.call(taskAdd, {
    project_id: project.id,
    name: 'Stand-up',
    times,
    owner: [bo.userid],
    subtasks: [{ name: 'Notes', owner: [bo.userid], times }],
  });
  // Bo has no time zone of his own.
  await bo.call(taskUpdate, { task_id: friday.id, loop: 'weekdays' });
  expect((await ada.call(taskOne, { task_id: friday.id })).loop_at).toBe(wire(at(1, 9)));
  await tick(at(1, 9));
  const { data } = await ada.call(taskLists, { project_id: project.id, parent_id: -1 });
  const monday = data.find(({ id }) => id > friday.id);
  const next = { start_at: wire(at(1, 9)), end_at: wire(at(4, 18)) };
  expect(monday).toMatchObject({ name: 'Stand-up', loop_at: wire(at(2, 9)), ...next });
  expect((await ada.call(taskLists, { parent_id: monday?.id ?? 0 })).data).toMatchObject([{ name: 'Notes', ...next }]);

  await admin.call(checkinSetting, { type: 'save', timezone: timeZone });
  const own = await bo.call(taskAdd, { project_id: project.id, name: 'By a person without a zone', times });
  const repeated = await bo.call(taskUpdate, { task_id: own.id, loop: 'weekdays' });
  expect(repeated.loop_at).toBe(wire(at(1, 9)));
  await admin.call(checkinSetting, { type: 'save', timezone: '' });
});

test('a recurring task with a deadline alone keeps its weekday and time of day', async () => {
  const { ada, project } = await team();
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Send the list', owner: [ada.userid] });
  await ada.call(taskUpdate, { task_id: task.id, times: ['', wire(day(2, 17))] });
  expect((await ada.call(taskUpdate, { task_id: task.id, loop: 'week' })).loop_at).toBe(wire(day(9, 17)));
  await tick(day(9, 17));
  const { data } = await ada.call(taskLists, { project_id: project.id, parent_id: -1 });
  expect(data.find(({ id }) => id > task.id)).toMatchObject({ start_at: null, end_at: wire(day(9, 17)) });
});

// covers C4-09
test('completed tasks are archived automatically as the project or workspace sets it', async () => {
  const { ada, project } = await team();
  const other = await ada.call(projectAdd, { name: unique('P') });
  const add = async (project_id: number) => {
    const task = await ada.call(taskAdd, {
      project_id,
      name: 'Done with',
      owner: [ada.userid],
      subtasks: [{ name: 'Part', owner: [ada.userid] }],
    });
    const { data } = await ada.call(taskLists, { parent_id: task.id });
    await ada.call(taskUpdate, { task_id: data[0]?.id ?? 0, complete_at: true });
    return ada.call(taskUpdate, { task_id: task.id, complete_at: true });
  };
  const [own, system, kept] = [await add(project.id), await add(other.id), await add(project.id)];
  const open = await ada.call(taskAdd, { project_id: project.id, name: 'Open', owner: [ada.userid] });
  await ada.call(projectUpdate, { project_id: project.id, archive_method: 'custom', archive_days: 3 });
  // A person has restored it: it stays.
  await ada.call(taskArchived, { task_id: kept.id });
  await ada.call(taskArchived, { task_id: kept.id, type: 'recovery' });
  const archived = async () => {
    const rows = await Promise.all([own, system, kept, open].map(({ id }) => ada.call(taskOne, { task_id: id })));
    return rows.map(({ archived_at }) => archived_at !== null);
  };
  const later = (days: number) => new Date(Date.now() + days * DAY_MS - 60_000);
  await tick(later(3));
  expect(await archived()).toEqual([false, false, false, false]);
  await tick(later(4));
  expect(await archived()).toEqual([true, false, false, false]);
  expect(await ada.call(taskOne, { task_id: own.id })).toMatchObject({ archived_userid: 0 });
  expect((await ada.call(taskLists, { parent_id: own.id })).data[0]?.archived_at).not.toBeNull();
  expect(await countAnnounced('archived', own.id)).toBe(1);
  expect((await logOf(ada, own.id)).filter(([word]) => word === 'task.auto_archive')).toEqual([
    ['task.auto_archive', 0],
  ]);
  await tick(later(30));
  expect(await archived()).toEqual([true, false, false, false]);
  await admin.call(systemSetting, { type: 'save', auto_archived: 'open', archived_day: 10 });
  await settled();
  await tick(later(9));
  expect(await archived()).toEqual([true, false, false, false]);
  await tick(later(11));
  expect(await archived()).toEqual([true, true, false, false]);
  await admin.call(systemSetting, { type: 'save', auto_archived: 'close' });
});

/** The second server reads settings again; the bus is within one process. */
const settled = async () => {
  servers[1].app.bus.publish('setting', { name: 'system' });
  await new Promise((resolve) => setTimeout(resolve, 100));
};

test('owners and assistants are reminded once before and once after the due time, and again when it changes', async () => {
  const { ada, bo, cy, project } = await team();
  const [start, end] = [day(2, 9), day(2, 18)];
  const add = (name: string, fields: { visibility?: number } = {}) =>
    ada.call(taskAdd, {
      project_id: project.id,
      name,
      times: [wire(start), wire(end)],
      owner: [ada.userid],
      assist: [bo.userid],
      ...fields,
    });
  const [ship, done] = [await add('Ship'), await add('Done')];
  const part = await ada.call(taskAddsub, { task_id: ship.id, name: 'A part of it' });
  await ada.call(taskUpdate, { task_id: done.id, complete_at: true });
  expect(part.end_at).toBe(wire(end));
  const minutes = (offset: number) => new Date(end.getTime() + offset * 60_000);
  for (const at of [-120, -61, -60, -59, -30, 0, 59]) await tick(minutes(at));
  const before = { title: 'Due soon', list: [{ id: ship.id, name: 'Ship' }] };
  expect(await messagesOf(ada)).toMatchObject([before]);
  expect(await messagesOf(bo)).toMatchObject([{ title: 'You’re collaborating: due soon', list: [{ id: ship.id }] }]);
  expect(await messagesOf(cy)).toEqual([]);
  for (const at of [60, 61, 69, 120]) await tick(minutes(at));
  expect(await messagesOf(ada)).toMatchObject([before, { title: 'Overdue' }]);
  expect(await messagesOf(bo)).toHaveLength(2);
  const [own] = await messagesOf(ada);
  expect(own?.userid).not.toBe(ada.userid);
  // A new end is reminded again.
  await ada.call(taskUpdate, { task_id: ship.id, times: [wire(start), wire(day(3, 18))] });
  await tick(new Date(day(3, 18).getTime() - 60 * 60_000));
  expect(await messagesOf(ada)).toHaveLength(3);
});

test('the workspace sets the reminder offsets; 0 turns them off', async () => {
  const { ada, project } = await team();
  const [start, end] = [day(12, 9), day(12, 18)];
  const owner = [ada.userid];
  await ada.call(taskAdd, { project_id: project.id, name: 'Ship', times: [wire(start), wire(end)], owner });
  await admin.call(systemSetting, { type: 'save', task_reminder_hours: 3, task_reminder_hours_after: 0 });
  await settled();
  for (const hours of [-4, -2, -1, 0, 1, 3]) await tick(new Date(end.getTime() + hours * 3600_000));
  expect(await messagesOf(ada)).toEqual([]);
  await tick(new Date(end.getTime() - 3 * 3600_000));
  expect(await messagesOf(ada)).toMatchObject([{ title: 'Due soon' }]);
  await admin.call(systemSetting, { type: 'save', task_reminder_hours: 1, task_reminder_hours_after: 1 });
  await settled();
});

test('once a day the project’s group hears of unassigned tasks', async () => {
  const { ada, bo, project } = await team();
  const add = (name: string, fields: Partial<Parameters<typeof ada.call<typeof taskAdd>>[1]> = {}) =>
    ada.call(taskAdd, { project_id: project.id, name, ...fields });
  const free = await add('Free');
  await add('Taken', { owner: [bo.userid] });
  await add('Secret', { visibility: 2 });
  const cards = async () =>
    (await bo.call(msgList, { dialog_id: project.dialog_id })).list.filter(({ type }) => type === 'template');
  await tick(day(5, 9));
  expect(await cards()).toEqual([]);
  await admin.call(systemSetting, {
    type: 'save',
    unclaimed_task_reminder: 'open',
    unclaimed_task_reminder_time: '10:30',
  });
  await settled();
  const at = (offset: number, minute: number) => new Date(day(offset, 10).getTime() + minute * 60_000);
  for (const minute of [0, 29, 30, 31, 32, 45]) await tick(at(5, minute));
  expect(await cards()).toMatchObject([
    { msg: { type: 'task_list', title: 'These tasks have no owner yet', list: [{ id: free.id, name: 'Free' }] } },
  ]);
  await tick(at(6, 30));
  expect(await cards()).toHaveLength(2);
  await ada.call(taskUpdate, { task_id: free.id, owner: [ada.userid] });
  await tick(at(7, 30));
  expect(await cards()).toHaveLength(2);
  await admin.call(systemSetting, { type: 'save', unclaimed_task_reminder: 'close' });
  await settled();
});

test('a failed reminder does not block the other jobs', async () => {
  const { ada, project } = await team();
  const add = async (name: string) => {
    const task = await ada.call(taskAdd, { project_id: project.id, name, times: [wire(day(1)), wire(day(1, 18))] });
    await ada.call(taskUpdate, { task_id: task.id, loop: 'day' });
    return task;
  };
  const [broken, sound] = [await add('Broken'), await add('Sound')];
  const [{ app }] = servers;
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if new.name = 'Broken' then raise exception 'no'; end if; return new; end $$`.execute(app.db);
  await sql`create trigger refuse before insert on tasks for each row execute function refuse()`.execute(app.db);
  await tick(day(2));
  await sql`drop trigger refuse on tasks`.execute(app.db);
  const { data } = await ada.call(taskLists, { project_id: project.id });
  expect(data.filter(({ name }) => name === 'Sound')).toHaveLength(2);
  expect(data.filter(({ name }) => name === 'Broken')).toHaveLength(1);
  expect(sound.id).toBeGreaterThan(broken.id);
  await tick(day(2));
  expect((await ada.call(taskLists, { project_id: project.id })).data).toHaveLength(4);
});
