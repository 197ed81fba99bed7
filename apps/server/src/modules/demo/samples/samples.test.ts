import { dialogLists, dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { driveLists } from '@atrium/contract/files/drive.ts';
import { userSearch } from '@atrium/contract/people/users.ts';
import { projectAdd, projectLists, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskOne } from '@atrium/contract/projects/tasks.ts';
import { samplesAdd, samplesRemove, samplesStatus } from '@atrium/contract/workspace/samples.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { isLong } from '#testing/histories';
import { person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { clearSamples } from './clear.service.ts';
import { fillSamples } from './fill.service.ts';

/** A workspace of its own: there is one set of samples. */
let server: TestServer;
let ada: TestClient;
beforeAll(async () => {
  server = await startServer({ databaseUrl: await cloneTemplate(unique('atrium_samples_')) });
  ada = await person('ada', { server });
});
afterAll(() => server.close());

/** A fingerprint of all rows that do not belong to the samples. */
async function fingerprint(until: Date) {
  const { rows } = await sql<{ what: string }>`
    with real as (select userid from users where email not like '%@sample.invalid' and bot = 0 and delete_at is null)
    select string_agg(t.what, E'\n' order by t.what) as what from (
      select concat_ws(' ', 'user', userid, nickname, created_at) as what from users where userid in (select * from real)
      union all select concat_ws(' ', 'message', id, msg, created_at) from messages
        where dialog_id in (select id from dialogs where group_type = 'all')
      union all select concat_ws(' ', 'project', id, name, created_at, updated_at) from projects where deleted_at is null
      union all select concat_ws(' ', 'dialog', id, name, created_at, last_at, last_seq) from dialogs
        where deleted_at is null and type = 'group'
      union all select concat_ws(' ', 'log', l.id, l.detail, l.created_at) from project_logs l
        join projects p on p.id = l.project_id where p.deleted_at is null and l.created_at < ${until}
      union all select concat_ws(' ', 'task', id, name, created_at, updated_at) from tasks where deleted_at is null
      union all select concat_ws(' ', 'file', id, name, created_at) from files where deleted_at is null) t`.execute(
    server.app.db,
  );
  // This project is changed below.
  return rows[0]?.what.split('\n').filter((line) => !/Real work|For both/.test(line));
}

test('samples are added once beside what is there, and removed without a trace', async () => {
  const { app } = server;
  const own = await ada.call(projectAdd, { name: 'Real work' });
  await ada.call(taskAdd, { project_id: own.id, name: 'Real task' });
  const began = new Date();
  const before = await fingerprint(began);
  expect(await ada.call(samplesStatus, {})).toMatchObject({ state: 'none', people: 0 });

  expect(await ada.call(samplesAdd, {})).toMatchObject({ state: 'adding', done: 0, total: 7 });
  // Asked twice, carried out twice at the same time: one set.
  await ada.call(samplesAdd, {});
  await Promise.all([fillSamples(app), fillSamples(app)]);

  const there = { state: 'there', is_failed: false, done: 7, people: 12, own: { tasks: 0, messages: 0, files: 0 } };
  expect(await ada.call(samplesStatus, {})).toMatchObject(there);
  expect(await ada.call(samplesAdd, {})).toMatchObject(there);
  const projects = (await ada.call(projectLists, {})).data.map(({ name }) => name);
  expect(projects).toEqual(
    expect.arrayContaining(['Real work', 'Web shop relaunch', 'Wren 2', 'Hiring and onboarding']),
  );
  const folders = (await ada.call(driveLists, {})).map(({ name }) => name);
  expect(folders).toEqual(expect.arrayContaining(['Wren 2', 'Press']));
  // Nobody can sign in, and every name says what it is.
  const { rows: people } = await sql<{ nickname: string; password: string; email: string; created_at: Date }>`
    select nickname, password, email from users where email like '%@sample.invalid'`.execute(app.db);
  expect(people).toHaveLength(12);
  expect(people.filter(({ nickname, password }) => !nickname.endsWith(' (sample)') || password !== '')).toEqual([]);
  // A history of days, and nothing in the future.
  const { rows: days } = await sql<{ n: number; late: number }>`
    select count(distinct created_at::date)::int as n, count(*) filter (where created_at > now())::int as late
    from messages where userid in (select userid from users where email like '%@sample.invalid')
      and dialog_id in (select dialog_id from projects)`.execute(app.db);
  expect(days[0]?.n).toBeGreaterThan(5);
  expect(days[0]?.late).toBe(0);

  // Real people use them: what they write inside is counted, what they make elsewhere stays.
  const wren = (await ada.call(projectLists, {})).data.find(({ name }) => name === 'Wren 2');
  await ada.call(taskAdd, { project_id: wren?.id ?? 0, name: 'Mine' });
  await ada.call(msgSendtext, { dialog_id: wren?.dialog_id ?? 0, text: 'Also mine' });
  const { rows } = await sql<{
    userid: number;
  }>`select userid from users where email like 'ben.%@sample.invalid'`.execute(app.db);
  const ben = rows[0]?.userid ?? 0;
  const direct = await ada.call(dialogOpenUser, { userid: ben });
  await ada.call(msgSendtext, { dialog_id: direct.id, text: 'Hello sample' });
  await ada.call(projectUser, { project_id: own.id, userid: [ada.userid, ben] });
  const shared = await ada.call(taskAdd, { project_id: own.id, name: 'For both', owner: [ben] });
  expect((await ada.call(samplesStatus, {})).own).toEqual({ tasks: 1, messages: 2, files: 0 });

  expect(await ada.call(samplesRemove, {})).toMatchObject({ state: 'removing' });
  await expect(ada.call(samplesAdd, {})).rejects.toMatchObject(refused('samples.removing'));
  await Promise.all([clearSamples(app), clearSamples(app)]);

  expect(await ada.call(samplesStatus, {})).toMatchObject({ state: 'none', people: 0 });
  expect((await ada.call(projectLists, {})).data.map(({ name }) => name)).not.toContain('Wren 2');
  expect(await ada.call(driveLists, {})).toEqual([]);
  const dialogs = (await ada.call(dialogLists, {})).data.map(({ name }) => name);
  expect(dialogs.filter((name) => /sample|Coffee|Wren/.test(name))).toEqual([]);
  // The task elsewhere stays, with the administrator instead of the sample.
  const kept = await ada.call(taskOne, { task_id: shared.id });
  expect(kept.task_user.map(({ userid }) => userid)).toEqual([ada.userid]);
  expect(await ada.call(userSearch, { keys: { key: 'sample' } })).toEqual([]);
  expect(await fingerprint(began)).toEqual(before);
});

test.skipIf(!isLong)('an interrupted addition goes on where it stopped, and can be removed half-way', async () => {
  const { app } = server;
  await sql`alter table sample_items add constraint breaks check (name <> 'Wren 2')`.execute(app.db);
  await ada.call(samplesAdd, {});
  await expect(fillSamples(app)).rejects.toThrow('breaks');
  const broken = { state: 'adding', is_failed: true, done: 2 };
  expect(await ada.call(samplesStatus, {})).toMatchObject(broken);
  await ada.call(samplesRemove, {});
  await clearSamples(app);
  expect((await ada.call(samplesStatus, {})).state).toBe('none');

  await ada.call(samplesAdd, {});
  await expect(fillSamples(app)).rejects.toThrow('breaks');
  await sql`alter table sample_items drop constraint breaks`.execute(app.db);
  expect(await ada.call(samplesAdd, {})).toMatchObject({ state: 'adding', is_failed: false, done: 2 });
  await fillSamples(app);
  expect(await ada.call(samplesStatus, {})).toMatchObject({ state: 'there', people: 12 });
  const names = (await ada.call(projectLists, {})).data.map(({ name }) => name);
  expect(names.filter((name) => name === 'Web shop relaunch')).toHaveLength(1);
});
