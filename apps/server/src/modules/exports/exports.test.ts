import { dialogOpenUser, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgEmoji, msgVote, msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgList, msgSendtext } from '@atrium/contract/chat/messages.ts';
import {
  dialogExport,
  personExport,
  taskExport,
  taskExportoverdue,
  taskExports,
} from '@atrium/contract/files/exports.ts';
import { fileKey } from '@atrium/contract/files/files.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { flowSave } from '@atrium/contract/projects/flows.ts';
import { projectAdd, projectTransfer, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskAddsub, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import readSheets from 'read-excel-file/node';
import { beforeAll, expect, test, vi } from 'vitest';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';
import { openTicket } from '../files/keys.service.ts';
import { collectExports, runExport } from './run.service.ts';
import { sheetNames } from './sheetNames.ts';

let admin: TestClient;
beforeAll(async () => {
  admin = await administrator();
  // Other test files use the administrator too, and nothing runs their exports: three at once is the limit.
  await sql`delete from exports where userid = ${admin.userid}`.execute((await testServer()).app.db);
});

async function team() {
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const project = await ada.call(projectAdd, { name: unique('Harbour '), columns: 'To do' });
  await ada.call(projectUser, { project_id: project.id, userid: [ada.userid, bo.userid] });
  return { ada, bo, project };
}

/** The bot's messages to a person, oldest first. */
async function botMessages(who: TestClient): Promise<Record<string, unknown>[]> {
  const { app } = await testServer();
  const bot = await app.db
    .selectFrom('users')
    .select('userid')
    .where('email', '=', 'system-msg@bot.system')
    .executeTakeFirstOrThrow();
  const { id } = await who.call(dialogOpenUser, { userid: bot.userid });
  const { list } = await who.call(msgList, { dialog_id: id });
  return list.map(({ msg }) => msg).reverse();
}

async function make(id: number): Promise<void> {
  await runExport((await testServer()).app, id);
}
const fetchFile = (who: TestClient, url: string, token = who.token) =>
  fetch(url.replace('{{RemoteURL}}', `${who.base}/`), { headers: { token } });

async function sheetsOf(who: TestClient, url: string) {
  const answer = await fetchFile(who, url);
  expect(answer.status).toBe(200);
  return readSheets(Buffer.from(await answer.arrayBuffer()));
}

const HOUR = 3_600_000;
const wire = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

test('the times of an export are those of the clock where the requester lives', async () => {
  const { ada, project } = await team();
  await ada.call(userEditdata, { timezone: 'Asia/Tokyo' });
  const times: [string, string] = ['2026-05-31 15:00:00', '2026-06-01 14:59:00'];
  await ada.call(taskAdd, { project_id: project.id, name: 'Paint', owner: [ada.userid], times });
  const asked = await ada.call(taskExport, { project_id: project.id });
  await make(asked.id);
  const [made] = await ada.call(taskExports, { project_id: project.id });
  const [sheet] = await sheetsOf(ada, made?.url ?? '');
  const [head, line] = sheet?.data ?? [];
  const at = (name: string) => {
    const found = line?.[head?.indexOf(name) ?? -1];
    // Days with fractions lose a millisecond.
    return found instanceof Date ? wire(Math.round(found.getTime() / 1000) * 1000) : found;
  };
  expect([at('Start'), at('Due')]).toEqual(['2026-06-01 00:00:00', '2026-06-01 23:59:00']);
});

test('an export runs in the background in the requester’s language, arrives by bot, and is private', async () => {
  const { ada, bo, project } = await team();
  const flow = await ada.call(flowSave, {
    project_id: project.id,
    flows: [
      { id: -1, name: 'Offen', status: 'start', turns: [-2] },
      { id: -2, name: 'Läuft', status: 'progress', turns: [-3] },
      { id: -3, name: 'Prüfen', status: 'test', turns: [-4] },
      { id: -4, name: 'Fertig', status: 'end', turns: [-1] },
    ],
  });
  const [, progress, check, end] = flow.project_flow_item.map((item) => item.id);
  const now = Date.now();
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: '=1+1 \u0001 <b>Kran</b>',
    owner: [bo.userid, ada.userid],
    times: [wire(now - 10 * HOUR), wire(now - 6 * HOUR)],
  });
  await ada.call(taskUpdate, {
    task_id: task.id,
    task_tag: [
      { name: 'Stahl', color: '#ff0000' },
      { name: 'Eilig', color: '#00ff00' },
    ],
  });
  const sub = await ada.call(taskAddsub, { task_id: task.id, name: 'Bolzen' });
  await ada.call(taskUpdate, { task_id: sub.id, flow_item_id: progress });
  for (const flow_item_id of [progress, check]) await ada.call(taskUpdate, { task_id: task.id, flow_item_id });
  const { app } = await testServer();
  // Two hours in progress, then in test until now.
  await sql`update task_flow_changes set created_at = now() - make_interval(hours =>
    case after_id when ${progress} then 3 else 1 end) where task_id = ${task.id}`.execute(app.db);

  const asked = await ada.call(taskExport, { project_id: project.id }, { language: 'de' });
  expect(asked).toMatchObject({ kind: 'task', status: 'waiting', url: '', project_id: project.id });
  expect((await botMessages(ada)).at(-1)?.['content']).toMatch(/^Dein Export wird vorbereitet/);
  await make(asked.id);
  const [made] = await ada.call(taskExports, { project_id: project.id });
  expect(made).toMatchObject({ id: asked.id, status: 'done', done: 2, total: 2 });
  expect(made?.name).toMatch(/^Harbour .* Aufgaben \d{4}-\d\d-\d\d\.xlsx$/);
  expect((await botMessages(ada)).at(-1)).toMatchObject({
    type: 'file_download',
    name: made?.name,
    size: made?.size,
    url: made?.url,
  });

  const url = made?.url ?? '';
  const [sheet] = await sheetsOf(ada, url);
  const [head, first, second] = sheet?.data ?? [];
  expect(head).toHaveLength(17);
  expect(head).toEqual(expect.arrayContaining(['Titel', 'Im Test (Stunden)', 'Zuständige']));
  const of = (line: typeof head, name: string) => line?.[head?.indexOf(name) ?? -1];
  expect(of(first, 'ID')).toBe(task.id);
  expect(of(first, 'Titel')).toBe('=1+1  <b>Kran</b>');
  expect(of(first, 'Labels')).toBe('Stahl, Eilig');
  expect(of(first, 'Geplant (Stunden)')).toBe(4);
  expect(of(first, 'In Arbeit (Stunden)')).toBeCloseTo(2, 1);
  expect(of(first, 'Im Test (Stunden)')).toBeCloseTo(1, 1);
  expect(of(first, 'Status')).toBe('Prüfen');
  expect(of(first, 'Verspätung (Stunden)')).toBeCloseTo(6, 1);
  expect([of(second, 'Titel'), of(second, 'Hauptaufgabe')]).toEqual(['Bolzen', task.id]);
  expect(end).toBeGreaterThan(0);

  // A page key works too; nobody else gets it, not even a project member or the administrator.
  const { key } = await ada.call(fileKey, {});
  expect((await fetchFile(ada, `${url}?key=${key}`, '')).status).toBe(200);
  for (const other of [bo, admin]) expect((await fetchFile(other, url)).status).toBe(404);
  expect((await fetchFile(ada, url, '')).status).toBe(404);

  // Its own key opens it for an hour for anyone; a page's key, a forged and an expired one do not.
  const down = async (words: string) => (await fetch(`${ada.base}/api/project/task/down?key=${words}`)).status;
  const ticket = made?.key ?? '';
  expect([await down(ticket), await down(''), await down(key), await down(`${ticket}x`)]).toEqual([200, 403, 403, 403]);
  expect(await down(ticket.replace(`export${asked.id}`, `export${asked.id + 1}`))).toBe(403);
  const later = new Date(Date.now() + 3602_000);
  expect(await openTicket(app, 'export', ticket)).toBe(asked.id);
  expect(await openTicket(app, 'export', ticket, later)).toBeUndefined();
  expect((await fetchFile(ada, `${url}?key=${ticket}`, '')).status).toBe(404);

  // A second run, as jobs may do, changes and sends nothing.
  const before = (await botMessages(ada)).length;
  await make(asked.id);
  expect((await botMessages(ada)).length).toBe(before);

  // It is deleted after a day.
  await sql`update exports set expired_at = now() where id = ${asked.id}`.execute(app.db);
  expect((await fetchFile(ada, url)).status).toBe(404);
  expect(await down(ticket)).toBe(403);
  await collectExports(app);
  expect((await ada.call(taskExports, { project_id: project.id }))[0]).toMatchObject({ status: 'done', url: '' });
});

test.each(['task', 'talk', 'person'])(
  'the file of a %s export that fails once it is stored is deleted',
  async (kind) => {
    const { ada, bo, project } = await team();
    const { app } = await testServer();
    const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
    await ada.call(msgSendtext, { dialog_id, text: 'hello' });
    await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
    if (kind === 'task') await ada.call(taskExport, { project_id: project.id, userid: [ada.userid] });
    if (kind === 'talk') await ada.call(dialogExport, { dialog_id });
    if (kind === 'person') await ada.call(personExport, {});
    const row = await app.db
      .selectFrom('exports')
      .select('id')
      .where('userid', '=', ada.userid)
      .executeTakeFirstOrThrow();
    const places: string[] = [];
    // The database refuses this size, after the file has been stored.
    const put: typeof app.storage.put = async (place, ...args) => {
      places.push(place);
      return { ...(await app.storage.put(place, ...args)), size: NaN };
    };
    await runExport({ ...app, storage: { ...app.storage, put } }, row.id);
    const found = async () => (await Promise.all(places.map((place) => app.storage.find(place)))).map(Boolean);
    expect(await found()).toEqual([true]);
    await collectExports(app, new Date(Date.now() + 1000));
    expect(await found()).toEqual([false]);
  },
);

test('a server that dies while it stores an export leaves one file', async () => {
  const { ada, project } = await team();
  const { app } = await testServer();
  await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const { id } = await ada.call(taskExport, { project_id: project.id, userid: [ada.userid] });
  const places: string[] = [];
  const put: typeof app.storage.put = async (place, ...args) => {
    places.push(place);
    const stored = await app.storage.put(place, ...args);
    return places.length === 1 ? new Promise(() => undefined) : stored;
  };
  const watched = { ...app, storage: { ...app.storage, put } };
  void runExport(watched, id);
  await vi.waitFor(() => expect(places).toHaveLength(1));
  await runExport(watched, id);
  expect(places).toHaveLength(2);
  expect(new Set(places).size).toBe(1);
});

test('an administrator’s export has a sheet per person, up to ninety days and a hundred people', async () => {
  const { ada, bo, project } = await team();
  const now = Date.now();
  const day = 24 * HOUR;
  const add = (name: string, owner: number[], times?: [string, string]) =>
    ada.call(taskAdd, { project_id: project.id, name, owner, ...(times && { times }) });
  const inside = await add('inside', [ada.userid], [wire(now - day), wire(now + day)]);
  await add('long ago', [ada.userid], [wire(now - 60 * day), wire(now - 50 * day)]);
  const spanning = await add('spanning', [bo.userid], [wire(now - 60 * day), wire(now + 60 * day)]);
  await add('without times', [bo.userid]);
  const time = [wire(now - 5 * day), wire(now + 5 * day)] as const;
  const userid = [ada.userid, bo.userid];

  const byTimes = await admin.call(taskExport, { userid, time });
  const byMaking = await admin.call(taskExport, { userid: [bo.userid], time, type: 'createdTime' });
  await make(byTimes.id);
  await make(byMaking.id);
  const [second, first] = await admin.call(taskExports, {});
  const sheets = await sheetsOf(admin, first?.url ?? '');
  expect(sheets.map(({ sheet, data }) => [sheet, data.slice(1).map((line) => line[0])])).toEqual([
    [expect.stringMatching(/^ada/), [inside.id]],
    [expect.stringMatching(/^bo/), [spanning.id]],
  ]);
  expect((await sheetsOf(admin, second?.url ?? ''))[0]?.data).toHaveLength(3);

  const refused = (input: Parameters<typeof admin.call<typeof taskExport>>[1], by = admin) =>
    by.call(taskExport, input).then(
      () => 'made',
      (error: { message: string; data: { code: string } }) => error.data.code,
    );
  expect(await refused({ time })).toBe('export.people');
  expect(await refused({ userid: Array.from({ length: 101 }, (_, index) => index + 1), time })).toBe('export.people');
  expect(await refused({ userid })).toBe('export.time');
  expect(await refused({ userid, time: [time[1], time[0]] })).toBe('export.time');
  expect(await refused({ userid, time: [wire(now), wire(now + 91 * day)] })).toBe('export.days');
  expect(await refused({ userid, time }, ada)).toBe('forbidden');
  expect(await refused({ project_id: project.id }, bo)).toBe('project.owner');
  expect(await refused({ project_id: project.id }, admin)).toBe('project.gone');
});

test('overdue tasks are open tasks past their end; the bot reports an empty result', async () => {
  const { ada, bo, project } = await team();
  const nothing = await ada.call(taskExportoverdue, { project_id: project.id });
  await make(nothing.id);
  expect((await botMessages(ada)).at(-1)?.['content']).toMatch(/No matching tasks/);
  expect((await ada.call(taskExports, {}))[0]).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/No matching/),
  });

  const now = Date.now();
  const add = (name: string, end: number) =>
    ada.call(taskAdd, {
      project_id: project.id,
      name,
      owner: [bo.userid],
      times: [wire(end - HOUR), wire(end)],
    });
  const late = await add('late', now - 48 * HOUR);
  await add('in time', now + 48 * HOUR);
  const done = await add('done late', now - 48 * HOUR);
  await ada.call(taskUpdate, { task_id: done.id, complete_at: wire(now) });
  const asked = await ada.call(taskExportoverdue, { project_id: project.id });
  await make(asked.id);
  const [made] = await ada.call(taskExports, {});
  const [sheet] = await sheetsOf(ada, made?.url ?? '');
  expect(sheet?.data[0]).toHaveLength(11);
  expect(sheet?.data.slice(1).map((line) => line[0])).toEqual([late.id]);

  // Three at once are the limit.
  for (let count = 0; count < 3; count++) await ada.call(taskExportoverdue, { project_id: project.id });
  await expect(ada.call(taskExportoverdue, { project_id: project.id })).rejects.toMatchObject({
    data: { code: 'export.waiting' },
  });
});

test('sheet names are valid in spreadsheet programs', () => {
  expect(sheetNames(['Ann/Bo: [x]', 'ann', 'Ann', '', 'History', `${'a'.repeat(30)}😀`])).toEqual([
    'Ann Bo   x',
    'ann',
    'Ann (2)',
    '-',
    'History (2)',
    'a'.repeat(30),
  ]);
});

test('a member exports a whole conversation as lines', async () => {
  const [ada, bo, eve] = await Promise.all([person('ada'), person('bo'), person('eve')]);
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Quay: Süd' });
  const first = await ada.call(msgSendtext, { dialog_id, text: '<p>=1+1 <b>tide</b></p><p>and wind</p>' });
  const long = `# Log\n\n${'a line of many\n'.repeat(900)}`;
  await bo.call(msgSendtext, { dialog_id, text: long, text_type: 'md', reply_id: first.id });
  await bo.call(msgEmoji, { msg_id: first.id, symbol: '👍' });
  const gone = await bo.call(msgSendtext, { dialog_id, text: 'a slip' });
  await bo.call(msgWithdraw, { msg_id: gone.id });
  await ada.call(msgVote, { dialog_id, type: 'create', text: 'Sail?', list: [{ text: 'Yes' }, { text: 'No' }] });
  await expect(eve.call(dialogExport, { dialog_id })).rejects.toMatchObject({ data: { code: 'dialog.gone' } });

  const asked = await bo.call(dialogExport, { dialog_id }, { language: 'de' });
  await make(asked.id);
  const brought = (await botMessages(bo)).at(-1);
  expect(brought).toMatchObject({ type: 'file_download', name: expect.stringMatching(/^Quay {2}Süd Nachrichten /) });
  const [sheet] = await sheetsOf(bo, String(brought?.['url']));
  const [head, ...lines] = sheet?.data ?? [];
  expect(head).toEqual(['ID', 'Zeit', 'Absender', 'Nachricht', 'Typ', 'Antwort auf', 'Reaktionen']);
  const said = lines.filter(([, , , , kind]) => kind !== 'notice');
  expect(said.map(([, , who, , kind]) => [who, kind])).toEqual([
    [expect.stringMatching(/^ada/), 'text'],
    [expect.stringMatching(/^bo/), 'longtext'],
    [expect.stringMatching(/^ada/), 'vote'],
  ]);
  expect(said[0]).toMatchObject({ 0: first.id, 3: '=1+1 tide\nand wind', 6: '👍 1' });
  expect(said[1]?.[3]).toBe(long.trim());
  expect(said[1]?.[5]).toBe(first.id);
  expect(said[2]?.[3]).toContain('Sail?');
  expect(said[0]?.[1]).toBeInstanceOf(Date);

  // Requested, and removed before it was made; earlier ones no longer open.
  expect((await fetchFile(bo, String(brought?.['url']))).status).toBe(200);
  const late = await bo.call(dialogExport, { dialog_id });
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  await make(late.id);
  expect((await botMessages(bo)).at(-1)).toMatchObject({ type: 'content' });
  expect(await bo.call(taskExports, {})).toEqual([]);
  expect((await fetchFile(bo, String(brought?.['url']))).status).toBe(404);
});

test('a workbook and its key end with the right to its content', async () => {
  const { ada, bo, project } = await team();
  await ada.call(taskAdd, { project_id: project.id, name: 'Crane' });
  const asked = await ada.call(taskExport, { project_id: project.id });
  await make(asked.id);
  const [made] = await ada.call(taskExports, { project_id: project.id });
  const byKey = () => fetch(`${ada.base}/api/project/task/down?key=${made?.key}`);
  expect([(await byKey()).status, (await fetchFile(ada, made?.url ?? '')).status]).toEqual([200, 200]);
  await ada.call(projectTransfer, { project_id: project.id, owner_userid: bo.userid });
  expect([(await byKey()).status, (await fetchFile(ada, made?.url ?? '')).status]).toEqual([403, 404]);
});
