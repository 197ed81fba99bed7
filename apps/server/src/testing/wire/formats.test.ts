import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { dialogOpenUser } from '@atrium/contract/chat/dialogs.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userInfo } from '@atrium/contract/people/profile.ts';
import { login } from '@atrium/contract/people/sessions.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { languages } from '@atrium/i18n/languages.ts';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, person, TestClient, testServer, unique, world } from '../world.ts';
import { type Ask, type Envelope, form, json, worldToAsk } from './asking.ts';

/** The formats of the wire one by one: how values, headers and bodies may be written, and what is refused how. */

let me: TestClient;
let ids: Record<string, number>;
let ask: Ask;

beforeAll(async () => {
  ({ me, ids, ask } = await worldToAsk());
});

// covers C3-02, C7-05
test('sign-in takes GET, JSON and form; users/info answers with the current token (1, 5)', async () => {
  const who = { email: me.email, password: PASSWORD };
  const none = { token: '' };
  const ways = [
    await ask('users/login', { headers: none }, `?${new URLSearchParams(who).toString()}`),
    await ask('users/login', json(who, none)),
    await ask('users/login', { ...form(who), headers: { ...form(who).headers, ...none } }),
  ];
  for (const { ret, data } of ways) {
    expect(ret).toBe(1);
    expect(data).toMatchObject({ userid: me.userid, email: me.email, identity: [], nickname: expect.any(String) });
    const info = await ask('users/info', { headers: { token: String(data.token) } });
    expect(info.data.token).toBe(data.token);
  }
});

test('a captcha is requested after a failed sign-in by data.code (1)', async () => {
  const email = `${unique('lost')}@example.com`;
  // Other clients read `ret`, ours reads `data`.
  expect(await ask('users/login/needcode', {}, `?email=${email}`)).toMatchObject({ ret: 0, data: { need: false } });
  const first = await ask('users/login', json({ email, password: 'wrong-Pass1' }));
  expect(first).toMatchObject({ ret: 0, data: { code: 'need' } });
  expect(await ask('users/login/needcode', {}, `?email=${email}`)).toMatchObject({ ret: 1, data: { need: true } });
});

// covers A7-05
test('the version is inside and beside the envelope, prefetch is a bare list (4)', async () => {
  const answer = (await ask('system/version')) as Envelope & Record<string, unknown>;
  expect(answer).toMatchObject({ ret: 1, version: '1.0.0', data: { version: '1.0.0' } });
  expect(answer.publish).toEqual(answer.data.publish);
  const { base } = await testServer();
  expect(await (await fetch(`${base}/api/system/prefetch`)).json()).toEqual([]);
});

// covers A7-06
test('system/setting answers without a sign-in and hides the invite code', async () => {
  const answer = await ask('system/setting', { headers: { token: '' } });
  expect(answer.data).toMatchObject({ server_timezone: expect.any(String), server_version: '1.0.0', reg: 'open' });
  expect(answer.data).not.toHaveProperty('reg_invite');
});

test('keys come in brackets, escaped or not, as JSON text, or as nothing (6)', async () => {
  const found = (answer: Envelope) => (answer.data as unknown as { userid: number }[]).map((row) => row.userid);
  const [, name] = [me, (await person('zuleika')).email.split('@')[0] ?? ''];
  const ways = [
    await ask('users/search', {}, `?keys[key]=${name}`),
    await ask('users/search', {}, `?keys%5Bkey%5D=${name}`),
    await ask('users/search', {}, `?keys=${encodeURIComponent(JSON.stringify({ key: name }))}`),
    await ask('users/search', json({ keys: { key: name } })),
    await ask('users/search', json({ keys: JSON.stringify({ key: name }) })),
    await ask('users/search', form({ 'keys[key]': name })),
  ];
  for (const way of ways) expect(found(way)).toHaveLength(1);
  for (const nothing of ['[object Object]', '', '{}', '[]']) {
    const all = await ask('users/search', {}, `?keys=${encodeURIComponent(nothing)}`);
    expect(found(all).length).toBeGreaterThan(1);
  }
});

// covers C7-06
test('lists of ids are equal in every spelling (7)', async () => {
  const [a, b] = [me.userid, ids.userid ?? 0];
  const one = await ask('users/basic', {}, `?userid=${a}`);
  expect(one.data).toMatchObject([{ userid: a }]);
  const queries = [
    `?userid[]=${a}&userid[]=${b}`,
    `?userid=[${a},${b}]`,
    `?userid=${a},${b}`,
    `?userid%5B%5D=${a}&userid%5B%5D=${b}`,
    `?userid[0]=${a}&userid[1]=${b}`,
  ];
  for (const query of queries) expect((await ask('users/basic', {}, query)).data, query).toHaveLength(2);
  for (const userid of [[a, b], [`${a}`, `${b}`], `[${a},${b}]`, `${a},${b}`]) {
    expect((await ask('users/basic', json({ userid }))).data).toHaveLength(2);
  }
  expect((await ask('users/basic', json({ userid: a }))).data).toHaveLength(1);
});

// covers C5-05
test('zero and null mean the default; an id must be positive (8)', async () => {
  for (const zero of ['0', '']) {
    const page = await ask('project/lists', {}, `?page=${zero}&pagesize=${zero}`);
    expect(page.data).toMatchObject({ current_page: 1, per_page: 50 });
    const { data } = await ask(
      'dialog/msg/list',
      {},
      `?dialog_id=${ids.dialog_id}&take=${zero}&msg_id=${zero}&prev_id=${zero}`,
    );
    expect((data.list as unknown[]).length).toBeGreaterThan(0);
  }
  const nulls = await ask('project/lists', json({ page: null, pagesize: null, keys: null, timerange: null }));
  expect(nulls.data).toMatchObject({ current_page: 1, per_page: 50 });
  expect((await ask('project/lists', {}, '?pagesize=5000')).data).toMatchObject({ per_page: 100 });
  for (const id of ['0', '', 'abc', '-4', '1.5', '99999999999']) {
    expect(await ask('project/one', {}, `?project_id=${id}`), id).toMatchObject({
      ret: 0,
      msg: expect.stringMatching(/project_id/),
    });
  }
});

test('time ranges may have an open start; a column may be named (8)', async () => {
  const { project_id } = ids;
  const task = await ask(
    'project/task/add',
    json({ project_id, name: 'x', column_id: 'Brand new', times: ['', '2030-01-02 10:00:00'] }),
  );
  expect(task).toMatchObject({ ret: 1, data: { column_name: 'Brand new', new_column: { name: 'Brand new' } } });
  const again = await ask('project/task/add', json({ project_id, name: 'y', column_id: 'Brand new' }));
  expect(again.data.column_id).toBe(task.data.column_id);
});

test('flags are true/false, 1/0 and yes/no, as text too; a date completes, false reopens (9)', async () => {
  for (const yes of [true, 1, '1', 'yes', 'true']) {
    const [first] = (await ask('project/lists', json({ getuserid: yes }))).data.data as object[];
    expect(first, String(yes)).toHaveProperty('userid_list');
  }
  for (const no of [false, 0, '0', 'no', 'false']) {
    const [first] = (await ask('project/lists', json({ getuserid: no }))).data.data as object[];
    expect(first).not.toHaveProperty('userid_list');
  }
  const { task_id } = ids;
  const done = await ask('project/task/update', json({ task_id, complete_at: '2026-01-01 00:00:00' }));
  expect(done.data.complete_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  for (const open of [false, 'false']) {
    await ask('project/task/update', json({ task_id, complete_at: '2026-01-01 00:00:00' }));
    expect((await ask('project/task/update', json({ task_id, complete_at: open }))).data.complete_at).toBeNull();
  }
});

test('header names ignore case; token and language also work as parameters (11)', async () => {
  const { base } = await testServer();
  for (const headers of [{ Token: me.token }, { TOKEN: me.token }, { token: me.token }] as Record<string, string>[]) {
    const answer = (await (await fetch(`${base}/api/users/info`, { headers })).json()) as Envelope;
    expect(answer.data.userid).toBe(me.userid);
  }
  const answer = (await (await fetch(`${base}/api/users/info?token=${me.token}&language=de`)).json()) as Envelope;
  expect(answer.data.userid).toBe(me.userid);
});

test('sendtext accepts multipart too (11)', async () => {
  const body = new FormData();
  body.set('dialog_id', String(ids.dialog_id));
  body.set('text', 'by parts');
  const encoded = new Response(body);
  const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const answer = await ask('dialog/msg/sendtext', { method: 'POST', headers: type, body: await encoded.text() });
  expect(answer).toMatchObject({ ret: 1, data: { msg: { text: expect.stringContaining('by parts') } } });
});

test('text fields are never numbers (12)', async () => {
  const answer = await ask('dialog/msg/sendtext', json({ dialog_id: ids.dialog_id, text: 12345 }));
  expect((answer.data.msg as { text: unknown }).text).toBe('12345');
});

// covers C7-56
test('pages carry every field that clients read (12)', async () => {
  for (const path of ['project/lists', 'dialog/lists', 'project/task/lists']) {
    const { data } = await ask(path, {}, '?page=1&timerange=0,0');
    expect(data, path).toMatchObject({
      current_page: 1,
      next_page_url: null,
      to: expect.any(Number),
      deleted_id: expect.any(Array),
      time: expect.any(Number),
      total: expect.any(Number),
    });
  }
  expect((await ask('project/lists')).data.total_all).toEqual(expect.any(Number));
});

test('direct and task conversations have the fields that clients look for (14, 16)', async () => {
  const list = await ask('dialog/msg/list', {}, `?dialog_id=${ids.dialog_id}`);
  expect(Object.keys(list.data).sort()).toEqual(['dialog', 'list', 'time', 'todo', 'top']);
  const two = await me.call(dialogOpenUser, { userid: ids.userid ?? 0 });
  expect(two.dialog_user).toEqual({ dialog_id: two.id, userid: ids.userid });
  const task = await ask('project/task/dialog', {}, `?task_id=${ids.task_id}`);
  expect(task.data).toMatchObject({
    id: ids.task_id,
    dialog_id: expect.any(Number),
    dialog_data: { group_type: 'task' },
  });
  const tasks = await ask('project/task/lists', {}, `?project_id=${ids.project_id}`);
  expect((tasks.data.data as object[]).at(-1)).toMatchObject({
    owner: 1,
    task_user: [{ userid: me.userid, owner: 1 }],
    project_name: expect.any(String),
    column_name: expect.any(String),
  });
});

test('a main task with open subtasks cannot be completed (18)', async () => {
  const task = await me.call(taskAdd, {
    project_id: ids.project_id ?? 0,
    name: 'Whole',
    owner: [me.userid],
    subtasks: [{ name: 'Part', owner: [me.userid] }],
  });
  await expect(me.call(taskUpdate, { task_id: task.id, complete_at: '2026-01-01 00:00:00' })).rejects.toMatchObject({
    ret: -4004,
    data: { task_id: task.id },
  });
});

test('the calls of every page load answer from the first day (19)', async () => {
  for (const path of [
    'approve/process/doto',
    'report/unread',
    'system/priority',
    'users/key/client',
    'dialog/todo',
    'dialog/msg/latest',
  ]) {
    expect((await ask(path)).ret, path).toBe(1);
  }
});

// covers C7-55, A7-23
test('the socket opens, answers the handshake and delivers messages in the known format (20)', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  expect((await ada.receives('open')).data).toMatchObject({ fd: expect.any(String), ud: ada.userid });
  ada.send({ type: 'handshake', msgId: 'h1' });
  expect(await ada.receives('receipt')).toEqual({ type: 'receipt', msgId: 'h1', data: [] });
  const dialog = await bo.call(dialogOpenUser, { userid: ada.userid });
  const sent = await bo.call(msgSendtext, { dialog_id: dialog.id, text: 'hi' });
  expect(await ada.receives('dialog', 'add')).toMatchObject({
    type: 'dialog',
    mode: 'add',
    silence: 0,
    data: { id: sent.id },
  });
});

test('a request for the headers only carries out no call (2)', async () => {
  const { base } = await testServer();
  const name = unique('By HEAD');
  const { status } = await fetch(`${base}/api/project/add?${new URLSearchParams({ name }).toString()}`, {
    method: 'HEAD',
    headers: { token: me.token },
  });
  expect(status).toBe(200);
  expect((await ask('project/lists', json({ keys: { name } }))).data).toMatchObject({ total: 0 });
});

test('an unknown call, a broken body and an oversized one are answered in the envelope (2)', async () => {
  expect(await ask('no/such/call')).toMatchObject({ ret: 0, data: { code: 'call.unknown' } });
  expect(await ask('no/such/call', json({}))).toMatchObject({ ret: 0, data: { code: 'call.unknown' } });
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{"project_id":', 'nonsense', '[1,2]', '"text"', '{"a":1}}']) {
    expect(await ask('project/one', { method: 'POST', headers, body }), body).toMatchObject({
      ret: 0,
      data: { code: 'body.malformed' },
    });
  }
  const large = JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) });
  expect(await ask('dialog/msg/sendtext', { method: 'POST', headers, body: large })).toMatchObject({
    ret: 0,
    data: { code: 'body.large' },
  });
  expect(
    (await ask('users/info', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'hello' })).ret,
  ).toBe(1);
  expect((await ask('users/info', { method: 'POST', headers, body: '' })).ret).toBe(1);
});

test('a body with a byte order mark or an invalid content type is still read (2)', async () => {
  const body = `\ufeff${JSON.stringify({ dialog_id: ids.dialog_id, text: 'with a mark' })}`;
  const headers = { 'content-type': 'application/json' };
  expect(await ask('dialog/msg/sendtext', { method: 'POST', headers, body })).toMatchObject({ ret: 1 });
  const odd = { 'content-type': 'foo' };
  expect(await ask('dialog/msg/sendtext', { method: 'POST', headers: odd, body })).toMatchObject({ ret: 1 });
});

test('a sender of too much may finish and gets the reason (2)', async () => {
  const { port, hostname } = new URL((await testServer()).base);
  const part = Buffer.alloc(1024 * 1024, 'x');
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/dialog/msg/sendtext HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n` +
      `content-length: ${8 * part.length}\r\nconnection: close\r\n\r\n`,
  );
  const answer = text(socket);
  for (let sent = 0; sent < 8; sent++) {
    // As on a slow connection: without a reader on the other side, the next part finds it closed.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())));
  }
  expect(await answer).toContain('"code":"body.large"');
});

test('ids inside a text and a reason cut inside a character do no harm', async () => {
  const mention = '<span class="mention" data-denotation-char="@" data-id="2147483648" data-value="a">@a</span>';
  for (const text_type of ['html', 'md']) {
    const sent = await ask('dialog/msg/sendtext', json({ dialog_id: ids.dialog_id, text: `hi ${mention}`, text_type }));
    expect(sent).toMatchObject({ ret: 1, data: { mentions: [] } });
  }
  const times = ['2026-05-01 10:00:00', '2026-05-02 10:00:00', `${'x'.repeat(254)}😀`];
  expect(await ask('project/task/update', json({ task_id: ids.task_id, times }))).toMatchObject({ ret: 1 });
  expect(await ask('dialog/msg/read', json({ id: '2147483648' }))).toMatchObject({ data: { code: 'parameter' } });
  expect(await ask('dialog/msg/read', json({ id: { 2147483648: 1 } }))).toMatchObject({ data: { code: 'parameter' } });
});

test('a color must be a color', async () => {
  const bad = ['url(//127.0.0.1:7)', 'var(--x)', 'rgb(0 0 0)', '#12', 'red;x', '"'];
  for (const color of bad) {
    expect(await ask('project/column/update', json({ column_id: ids.column_id, color })), color).toMatchObject({
      ret: 0,
    });
    expect(await ask('project/task/update', json({ task_id: ids.task_id, p_color: color })), color).toMatchObject({
      ret: 0,
    });
  }
  for (const color of ['#999999', '#abc', 'red', '']) {
    expect(await ask('project/column/update', json({ column_id: ids.column_id, color })), color).toMatchObject({
      ret: 1,
    });
  }
});

test('a name must be visible and read in one direction', async () => {
  for (const [nickname, code] of [
    ['\u200b\u200b', 'nickname.length'],
    ['Ada\u202e evil', 'parameter'],
    ['\u2066ab', 'parameter'],
  ] as const) {
    expect(await ask('users/editdata', json({ nickname })), JSON.stringify(nickname)).toMatchObject({
      data: { code },
    });
  }
});

test('names of object properties change nothing', async () => {
  const answer = await ask(
    'project/lists',
    {},
    '?__proto__[page]=7&constructor[prototype][page]=7&keys[__proto__][name]=x',
  );
  expect(answer.data).toMatchObject({ current_page: 1 });
  expect(({} as Record<string, unknown>).page).toBeUndefined();
});

// covers C8-03
test('a caller without a sign-in is asked to sign in', async () => {
  const answer = await ask('users/info', { headers: { token: '', language: 'en' } });
  expect(answer).toMatchObject({ ret: -1, msg: 'Please sign in to continue.', data: { code: 'auth.required' } });
});

test.for(Object.keys(languages))('refusals are worded for who speaks %s', async (language) => {
  const answer = await ask('project/one', { headers: { language } }, '?project_id=2147483647');
  expect(answer).toMatchObject({ ret: -4001, data: { code: 'project.gone', project_id: 2147483647 } });
  expect(answer.msg).not.toMatch(/error\.|\{\{/);
  expect((await ask('users/info', { headers: { token: 'dead', language } })).ret).toBe(-1);
});

test('every error of the contract has a message', async () => {
  const { allErrors } = await import('@atrium/contract/contract.ts');
  const { en } = await import('@atrium/i18n/catalogs/en.ts');
  expect(Object.keys(allErrors).filter((code) => !Object.hasOwn(en, `error.${code}`))).toEqual([]);
});

test('no answer sets a cookie, and none may be framed or sniffed', async () => {
  const { base } = await testServer();
  const response = await fetch(`${base}/api/users/login`, json({ email: me.email, password: PASSWORD }));
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
});

test('a call repeated under the same mutation runs once', async () => {
  const mutation = unique('m');
  const made = await me.call(projectAdd, { name: 'Twice' }, { mutation });
  expect((await me.call(projectAdd, { name: 'Twice' }, { mutation })).id).toBe(made.id);
  const sent = await me.call(
    msgSendtext,
    { dialog_id: ids.dialog_id ?? 0, text: 'once' },
    { mutation: `${mutation}s` },
  );
  expect(
    (await me.call(msgSendtext, { dialog_id: ids.dialog_id ?? 0, text: 'once' }, { mutation: `${mutation}s` })).id,
  ).toBe(sent.id);
  // With another call's mutation it is neither carried out nor given that call's answer.
  await expect(me.call(projectUser, { project_id: made.id, userid: [me.userid] }, { mutation })).rejects.toMatchObject({
    data: { code: 'parameter' },
  });
  await expect(
    me.call(projectUser, { project_id: made.id, userid: [] }, { mutation: `${mutation}u` }),
  ).rejects.toMatchObject({ data: { code: 'project.members' } });
});

test('one person’s request rate is limited', async () => {
  const { app, base } = await testServer();
  const client = await person('hasty');
  while (app.limiter.take(`calls:${client.userid}`, 4000, 10_000));
  const guest = new TestClient(base);
  guest.token = client.token;
  await expect(guest.call(userInfo, {})).rejects.toMatchObject({ data: { code: 'rate.limited' } });
  await expect(me.call(userInfo, {})).resolves.toMatchObject({ userid: me.userid });
  expect(login.access).toBe('public');
});
