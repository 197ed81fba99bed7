import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userOperation } from '@atrium/contract/people/accounts.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import * as r from '@atrium/contract/workspace/reports.ts';
import { expect, test } from 'vitest';
import { administrator, person, refused, type TestClient, testServer, world } from '#testing/world';

const DAY = { type: 'daily' as const, title: 'Day', content: '<p>Shipped</p>' };
const unread = async (by: TestClient) => (await by.call(r.reportUnread, {})).total;

// covers B3-21, B7-08, B7-09, C3-25, C7-48
test('a report reaches its recipients, who are notified, and counts as read once opened', async () => {
  const [ada, bo] = [await person('ada', { live: true }), await person('bo', { live: true })];
  const eve = await person('eve');
  const sent = await ada.call(r.reportStore, { ...DAY, receive: [bo.userid, ada.userid, bo.userid] });
  expect(sent).toMatchObject({ receives: [bo.userid], userid: ada.userid, receive_at: null });
  await bo.receives('report', 'unreadUpdate');
  expect([await unread(ada), await unread(bo), await unread(eve)]).toEqual([0, 1, 0]);
  const list = async (by: TestClient, keys: object = {}) =>
    (await by.call(r.reportReceive, { keys })).data.map(({ id, title, read_at }) => [id, title, read_at !== null]);
  expect(await list(bo)).toEqual([[sent.id, 'Day', false]]);
  expect((await ada.call(r.reportMy, {})).data).toMatchObject([{ id: sent.id, title: 'Day', excerpt: 'Shipped' }]);
  expect([await list(ada), await list(eve)]).toEqual([[], []]);

  await expect(eve.call(r.reportDetail, { id: sent.id })).rejects.toEqual(refused('report.gone'));
  expect(await bo.call(r.reportDetail, { id: sent.id })).toMatchObject({ content: '<p>Shipped</p>' });
  expect(await unread(bo)).toBe(0);
  // The author sees who has read it.
  await ada.receives('report', 'unreadUpdate');
  const [reader] = (await ada.call(r.reportDetail, { id: sent.id })).receives_user;
  expect(reader).toMatchObject({ userid: bo.userid, read_at: expect.stringMatching(/^\d{4}-/) });
  await bo.call(r.reportMark, { ids: [sent.id], action: 'unread' });
  expect([await unread(bo), await list(bo, { status: 'unread' }), await list(bo, { status: 'read' })]).toEqual([
    1,
    [[sent.id, 'Day', false]],
    [],
  ]);
});

test('each reader keeps an analysis of their own, and nobody else gets it', async () => {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const { id } = await ada.call(r.reportStore, { ...DAY, receive: [bo.userid] });
  const first = await bo.call(r.reportAnalysave, { id, text: 'Late', model: 'small', focus: 'Is it late?' });
  expect(first).toMatchObject({ text: 'Late', model: 'small', focus: 'Is it late?' });
  expect(await bo.call(r.reportAnalysave, { id, text: '**In time**' })).toMatchObject({
    id: first.id,
    text: '**In time**',
    model: '',
  });
  const seen = async (by: TestClient) => (await by.call(r.reportDetail, { id })).ai_analysis;
  expect(await seen(bo)).toMatchObject({ id: first.id, text: '**In time**', focus: '' });
  expect(await seen(ada)).toBeNull();
  await expect(eve.call(r.reportAnalysave, { id, text: 'Mine' })).rejects.toEqual(refused('report.gone'));
});

test('lists are filtered by text, author, number, type and time', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const receive = [bo.userid];
  const day = await ada.call(r.reportStore, { ...DAY, title: 'Shelves 100%', receive });
  const week = await ada.call(r.reportStore, { ...DAY, type: 'weekly', title: 'Oak', receive });
  const ids = async (keys: object) => (await bo.call(r.reportReceive, { keys })).data.map(({ id }) => id);
  expect(await ids({ key: 'SHEL' })).toEqual([day.id]);
  expect(await ids({ key: '100%' })).toEqual([day.id]);
  expect(await ids({ key: '%' })).toEqual([day.id]);
  expect(await ids({ key: ada.email.toUpperCase() })).toEqual([week.id, day.id]);
  expect(await ids({ key: bo.email })).toEqual([]);
  expect(await ids({ key: String(week.id) })).toContain(week.id);
  expect(await ids({ key: String(ada.userid) })).toEqual([week.id, day.id]);
  expect(await ids({ type: 'weekly' })).toEqual([week.id]);
  expect(await ids({ created_at: [null, '2020-01-01'] })).toEqual([]);
  expect(await ids({ created_at: [week.created_at.slice(0, 10), week.created_at.slice(0, 10)] })).toHaveLength(2);
  expect((await bo.call(r.reportReceive, { page: 2, pagesize: 1 })).data.map(({ id }) => id)).toEqual([day.id]);
  expect((await ada.call(r.reportMy, { keys: { type: 'daily' } })).data.map(({ id }) => id)).toEqual([day.id]);
});

test('there is one report per day, which its author can edit; a removed recipient loses access', async () => {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const { sign } = await ada.call(r.reportTemplate, { type: 'daily', date: '2026-03-02' });
  const first = await ada.call(r.reportStore, { ...DAY, sign, receive: [bo.userid] });
  await bo.call(r.reportDetail, { id: first.id });
  await expect(ada.call(r.reportStore, { ...DAY, sign })).rejects.toEqual(refused('report.twice'));
  await expect(bo.call(r.reportStore, { ...DAY, sign })).rejects.toEqual(refused('report.sign'));
  await expect(ada.call(r.reportStore, { ...DAY, sign: `${ada.userid}-daily-2026-02-30` })).rejects.toEqual(
    refused('report.sign'),
  );
  const weekly = { ...DAY, type: 'weekly' as const, sign: `${ada.userid}-weekly-2026-03-03` };
  await expect(ada.call(r.reportStore, weekly)).rejects.toEqual(refused('report.sign'));
  expect(await ada.call(r.reportTemplate, { type: 'daily', date: '2026-03-02' })).toMatchObject({
    id: first.id,
    content: '<p>Shipped</p>',
  });

  const change = { ...DAY, id: first.id, title: 'Day two', content: '<p>More<script>x</script></p>' };
  await expect(bo.call(r.reportStore, change)).rejects.toEqual(refused('report.gone'));
  const both = await ada.call(r.reportStore, { ...change, receive: [bo.userid, eve.userid] });
  expect(both).toMatchObject({ title: 'Day two', content: '<p>More</p>', sign });
  expect(both.receives_user.map((each) => each.read_at !== null)).toEqual([true, false]);
  expect([await unread(bo), await unread(eve)]).toEqual([0, 1]);
  expect((await ada.call(r.reportLast, {})).map(({ userid }) => userid)).toEqual([bo.userid, eve.userid]);
  await ada.call(r.reportStore, { ...change, receive: [eve.userid] });
  await expect(bo.call(r.reportDetail, { id: first.id })).rejects.toEqual(refused('report.gone'));

  await expect(ada.call(r.reportStore, { ...DAY, receive: [2_000_000_000] })).rejects.toEqual(refused('report.person'));
  await expect(ada.call(r.reportStore, { ...DAY, content: '<p> <br></p>' })).rejects.toEqual(refused('report.empty'));
  expect((await ada.call(r.reportMy, {})).total).toBe(1);
});

test('a receiver whose account has ended does not keep the author from writing reports', async () => {
  const [ada, bo, eve] = [await person('ada'), await person('bo'), await person('eve')];
  const receive = [bo.userid, eve.userid];
  const first = await ada.call(r.reportStore, { ...DAY, receive });
  await (await administrator()).call(userOperation, { userid: bo.userid, type: 'setdisable' });
  expect((await ada.call(r.reportLast, {})).map(({ userid }) => userid)).toEqual([eve.userid]);
  // The former receiver remains in a report that is changed, and cannot be added to another.
  const changed = await ada.call(r.reportStore, { ...DAY, id: first.id, title: 'Day two', receive });
  expect(changed).toMatchObject({ title: 'Day two', receives: receive });
  const week = { ...DAY, type: 'weekly' as const };
  await expect(ada.call(r.reportStore, { ...week, receive })).rejects.toEqual(refused('report.person'));
});

test('a report draft lists what its author did, did not do, and plans for next week', async () => {
  const { ada, project } = await world({ members: ['ada', 'bo'] });
  const add = async (name: string, times: [string, string] | null, owner = true) => {
    const owners = owner ? { owner: [ada.userid] } : {};
    const task = await ada.call(taskAdd, { project_id: project.id, name, ...owners, ...(times && { times }) });
    return task.id;
  };
  const now = new Date();
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const around = (days: number): [string, string] => [`${at(days)} 09:00:00`, `${at(days)} 18:00:00`];
  const done = await add('Sanded <b>', around(-1));
  await ada.call(taskUpdate, { task_id: done, complete_at: `${at(0)} 10:00:00` });
  await add('Late', around(-3));
  await add('Coming', around(7));
  await add('Far', around(40));
  await add('Some day', null);
  await add('Not mine', around(0), false);

  const day = await ada.call(r.reportTemplate, { type: 'daily', date: at(0) });
  expect(day.time).toBe(at(0));
  expect(day.title).toContain('Daily report by ada');
  const [first = '', open = '', ...more] = day.content.split('<h2>').slice(1);
  expect(more).toEqual([]);
  expect(first).toContain(`data-id="${done}">#Sanded &lt;b&gt;</span>`);
  expect(open).toContain('#Late');
  expect(open).toContain('color: #e0413a');
  for (const name of ['Coming', 'Far', 'Some day', 'Not mine']) expect(day.content).not.toContain(name);

  const week = await ada.call(r.reportTemplate, { type: 'weekly', date: at(0) });
  expect(week.content.split('<h2>').at(3)).toContain('#Coming');
  expect(week.content).not.toContain('#Far');
  expect(week.time).toMatch(/^\d{4}-\d\d-\d\d - \d{4}-\d\d-\d\d$/);
  const before = await ada.call(r.reportTemplate, { type: 'daily', date: at(0), offset: 1 });
  expect([before.time, before.content.includes('Sanded')]).toEqual([at(-1), false]);
  for (const wrong of [{ date: '2026-02-30' }, { timezone: 'Moon/Base' }]) {
    await expect(ada.call(r.reportTemplate, { type: 'daily', ...wrong })).rejects.toEqual(refused('parameter'));
  }
});

test('a day begins and ends in the author’s time zone', async () => {
  const { ada, project } = await world({ members: ['ada'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Sanded', owner: [ada.userid] });
  await ada.call(taskUpdate, { task_id: task.id, complete_at: true });
  const now = new Date();
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('sv', { timeZone }).format(now);
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    const own = await ada.call(r.reportTemplate, { type: 'daily', date: dayIn(timezone), timezone });
    expect([timezone, own.content.includes('Sanded')]).toEqual([timezone, true]);
  }
  // These two are 25 hours apart: their dates differ.
  const other = await ada.call(r.reportTemplate, {
    type: 'daily',
    date: dayIn('Pacific/Kiritimati'),
    timezone: 'Pacific/Niue',
  });
  expect(other.content).not.toContain('Sanded');
});

test('a shared report opens by its code; the number of an inaccessible report stays plain text', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo', 'eve'] });
  const sent = await ada.call(r.reportStore, { ...DAY, title: 'Day <1>', receive: [bo.userid] });
  const named = (id: number) =>
    `<p>See <span class="mention" data-denotation-char="%" data-id="${id}" data-value="Day <1>">%Day</span></p>`;
  const say = async (by: TestClient, text: string) =>
    String((await by.call(msgSendtext, { dialog_id: project.dialog_id, text })).msg['text']);
  const text = await say(bo, named(sent.id));
  const { publicUrl } = (await testServer()).app;
  const code = /single\/report\/detail\/([\w-]+)"/.exec(text)?.[1] ?? '';
  expect(text).toContain('class="mention report"');
  expect(code).toHaveLength(24);
  expect(await say(bo, named(sent.id))).toBe(text);
  expect(await eve.call(r.reportDetail, { code })).toMatchObject({ id: sent.id, receive_at: null });
  await expect(eve.call(r.reportDetail, { id: sent.id })).rejects.toEqual(refused('report.gone'));
  expect(await say(eve, named(sent.id))).not.toContain('class="mention');
  expect(await say(eve, `<p>${publicUrl}/single/report/detail/${code}</p>`)).toContain('>%Day &lt;1&gt;</a>');

  const { num } = await bo.call(r.reportShare, { id: sent.id, userids: [eve.userid], leave_message: 'look' });
  expect(num).toBe(2);
  await expect(eve.call(r.reportShare, { id: sent.id, userids: [ada.userid] })).rejects.toEqual(refused('report.gone'));
});

test('shared and changed reports are in the audit log', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const sent = await ada.call(r.reportStore, { ...DAY, receive: [bo.userid] });
  await ada.call(r.reportStore, { ...DAY, id: sent.id, title: 'Later', receive: [bo.userid] });
  await bo.call(r.reportShare, { id: sent.id, dialogids: [project.dialog_id] });
  const { data } = await (await administrator()).call(auditList, { pagesize: 50 });
  const of = data.filter(({ target_type, target_id }) => target_type === 'report' && target_id === sent.id);
  expect(of).toMatchObject([
    { action: 'report.shared', userid: bo.userid, target_name: 'Later', detail: { messages: 1 } },
    { action: 'report.changed', userid: ada.userid, target_name: 'Later' },
  ]);
});
