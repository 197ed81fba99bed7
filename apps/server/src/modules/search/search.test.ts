import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dialogOpenUser, groupAdd, groupDeluser, groupDisband, groupEdit } from '@atrium/contract/chat/dialogs.ts';
import { msgTag, msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { msgSendtext } from '@atrium/contract/chat/messages.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { userSearch } from '@atrium/contract/people/users.ts';
import { projectAdd, projectArchived, projectLists } from '@atrium/contract/projects/projects.ts';
import { taskAdd, taskArchived, taskLists, taskRemove, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { dialogSearch, msgSearch, tagSearch } from '@atrium/contract/workspace/search.ts';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { importMessages } from '#modules/imports/write/messages.service';
import { indexAll, indexFollower, reindex } from '#modules/searchIndex/index.service';
import { operatorCaller } from '#platform/callers';
import { follow } from '#platform/events/eventLog';
import { performWork } from '#platform/work';
import {
  administrator,
  allCommitted,
  person,
  refused,
  type TestClient,
  testServer,
  unique,
  world,
} from '#testing/world';

// Words that no other test uses.
const word = (name = 'w') => unique(name).replace(/[^a-z0-9]/gi, '');
const indexed = async () => {
  const { app } = await testServer();
  await allCommitted(app);
  await indexAll(app);
};

const hits = async (who: TestClient, key: string, take?: number): Promise<DialogHit[]> =>
  (await who.call(msgSearch, { key, ...(take && { take }) })).data as DialogHit[];
const found = async (who: TestClient, key: string) => (await hits(who, key, 50)).map((hit) => hit.search_msg_id);

async function talk(...texts: string[]) {
  const [ada, bo, eve] = await Promise.all([person('ada'), person('bo'), person('eve')]);
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Talk' });
  const ids: number[] = [];
  for (const text of texts) ids.push((await ada.call(msgSendtext, { dialog_id: group.id, text })).id);
  await indexed();
  return { ada, bo, eve, group, ids };
}

beforeAll(administrator);

// covers A3-07, A7-12
test('a message is found with its conversation by members only', async () => {
  const tag = word();
  const { ada, bo, eve, group, ids } = await talk(`<p>The <b>release</b> plan ${tag}</p>`, `another ${tag}`);
  const [hit] = await hits(bo, `${tag} release`);
  expect(hit).toMatchObject({
    id: group.id,
    name: 'Talk',
    type: 'group',
    group_type: 'user',
    avatar: '',
    dialog_user: null,
    search_msg_id: ids[0],
    last_msg: { id: ids[0], userid: ada.userid, type: 'preview', msg: { preview: `The release plan ${tag}` } },
  });
  expect(hit?.last_at).toBe(hit?.last_msg?.created_at);
  expect(hit).not.toHaveProperty('unread');
  // Two messages of one conversation are two hits, the newer first; words match by prefix.
  expect(await found(bo, tag.slice(0, -1))).toEqual([ids[1], ids[0]]);
  expect(await hits(bo, tag, 1)).toHaveLength(1);
  expect(await found(eve, tag)).toEqual([]);
  await expect(eve.call(msgSearch, { key: tag, dialog_id: group.id })).rejects.toMatchObject(refused('dialog.gone'));
  await expect(bo.call(msgSearch, { key: '' })).rejects.toMatchObject(refused('parameter.short'));
});

test('within a conversation the ids come oldest first', async () => {
  const tag = word();
  const { ada, bo, group, ids } = await talk(`one ${tag}`, 'between', `two ${tag}`);
  expect(await bo.call(msgSearch, { key: tag, dialog_id: group.id })).toEqual({ data: [ids[0], ids[2]] });
  expect(await bo.call(msgSearch, { key: tag, dialog_id: group.id, msg_type: 'text' })).toEqual({
    data: [ids[0], ids[2]],
  });
  expect(await bo.call(msgSearch, { key: tag, dialog_id: group.id, msg_type: 'tag' })).toEqual({ data: [] });
  await ada.call(msgTag, { msg_id: ids[2] ?? 0 });
  expect(await bo.call(msgSearch, { key: tag, dialog_id: group.id, msg_type: 'tag' })).toEqual({ data: [ids[2]] });
});

test.for([
  ['发布计划', '我们下周一开始执行新的发布计划，请大家准备'],
  ['東京都', '来週は東京都庁で会議があります'],
  ['カタカナ', 'これはｶﾀｶﾅのテストです'],
  ['발표자료', '오늘 오후까지 발표자료를 보내 주세요'],
  ['ประชุม', 'พรุ่งนี้มีประชุมตอนเช้า'],
  ['Встреча', 'Завтра встреча в десять'],
  ['uber', 'Über die Straße'],
] as const)('%s is found', async ([words, text]) => {
  const { bo, ids } = await talk(text, '北京 und 京都, 東京 und 都');
  expect(await found(bo, words)).toEqual([ids[0]]);
});

test('withdrawn, edited, left or disabled content is no longer found immediately', async () => {
  const [first, second, third] = [word(), word(), word()];
  const { ada, bo, group, ids } = await talk(first, second, third);
  await ada.call(msgWithdraw, { msg_id: ids[0] ?? 0 });
  await ada.call(msgSendtext, { dialog_id: group.id, update_id: ids[1], text: 'something else' });
  expect(await found(bo, first)).toEqual([]);
  expect(await found(bo, second)).toEqual([]);
  expect(await found(bo, third)).toEqual([ids[2]]);
  await indexed();
  expect(await found(bo, 'something else is:edited')).toEqual([ids[1]]);
  await ada.call(groupDeluser, { dialog_id: group.id, userids: [bo.userid] });
  expect(await found(bo, third)).toEqual([]);
  expect(await found(ada, third)).toEqual([ids[2]]);
  await ada.call(groupDisband, { dialog_id: group.id });
  expect(await found(ada, third)).toEqual([]);
});

test('the index follows within a second on its own', async () => {
  const { app } = await testServer();
  const stop = follow(app, indexFollower);
  try {
    const tag = word();
    const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
    const dialog = await ada.call(dialogOpenUser, { userid: bo.userid });
    const sent = await ada.call(msgSendtext, { dialog_id: dialog.id, text: tag });
    await expect.poll(() => found(bo, tag), { timeout: 20_000, interval: 50 }).toEqual([sent.id]);
  } finally {
    await stop();
  }
});

test('operators narrow the results', async () => {
  const tag = word();
  const { ada, bo, group, ids } = await talk(`${tag} see https://example.com/`, tag, '<p>from:ada is no word here</p>');
  await ada.call(userEditdata, { nickname: `Nick${tag.slice(-6)}` });
  const reply = await bo.call(msgSendtext, { dialog_id: group.id, text: `${tag} yes`, reply_id: ids[1] });
  const mention = `<span class="mention" data-denotation-char="@" data-id="${ada.userid}" data-value="ada">@ada</span>`;
  const named = await bo.call(msgSendtext, { dialog_id: group.id, text: `<p>${mention} ${tag}</p>` });
  const [, second] = [await person('x'), await ada.call(groupAdd, { userids: [bo.userid], chat_name: `Other ${tag}` })];
  const elsewhere = await ada.call(msgSendtext, { dialog_id: second.id, text: tag });
  await indexed();
  expect(await found(ada, `${tag} has:link`)).toEqual([ids[0]]);
  expect(await found(ada, `${tag} is:reply`)).toEqual([reply.id]);
  expect(await found(ada, `${tag} is:mention`)).toEqual([named.id]);
  expect(await found(bo, `${tag} is:mention`)).toEqual([]);
  expect(await found(ada, `from:me in:talk ${tag}`)).toEqual([ids[1], ids[0]]);
  expect(await found(bo, `from:Nick${tag.slice(-6)} in:"Other ${tag}"`)).toEqual([elsewhere.id]);
  expect(await found(bo, `from:nobody${tag} ${tag}`)).toEqual([]);
  expect(await found(bo, `${tag} before:today`)).toEqual([]);
  expect(await found(bo, `${tag} after:today from:me`)).toHaveLength(2);
  expect(await found(bo, `${tag} is:done`)).toEqual([]);
});

test('old months are searched too, and imported messages are found by their date', async () => {
  const tag = word();
  const { ada, bo, group } = await talk('hello');
  const { app } = await testServer();
  const message = (key: string, text: string, createdAt: string) => ({
    key: `${tag}:${key}`,
    author: 'a',
    kind: 'text' as const,
    text,
    type: 'html' as const,
    createdAt,
    isEdited: false,
    replyKey: null,
    reactions: [],
    files: [],
  });
  const history = [
    message('1', `${tag} oldest`, '2019-03-31T23:59:59Z'),
    message('2', `${tag} older`, '2024-12-31T12:00:00Z'),
  ];
  await performWork(app, operatorCaller, (work) =>
    importMessages(work, group.id, history, {
      get: () => ada.userid,
      nameOf: () => undefined,
    }),
  );
  await indexed();
  expect((await hits(bo, tag)).map((hit) => hit.last_msg?.msg.preview)).toEqual([`${tag} older`, `${tag} oldest`]);
  expect(await hits(bo, `${tag} before:2019-04`)).toHaveLength(1);
  expect(await hits(bo, `${tag} after:2019-04-01 before:2025`)).toHaveLength(1);
  // For a person with access to many messages the search goes month by month and must miss nothing.
  await sql`update dialogs set last_seq = 1000000 where id = ${group.id}`.execute(app.db);
  await sql`update pg_class set reltuples = 100000 where relname like 'search_messages_2%'`.execute(app.db);
  expect(await hits(bo, tag)).toHaveLength(2);
  expect(await hits(bo, `${tag} before:2019-04`)).toHaveLength(1);
});

test('a long text is found by its last words', async () => {
  const tag = word();
  const { bo, ids } = await talk(`<p>${'much is said here '.repeat(700)}</p><p>and at last ${tag}</p>`);
  const [hit] = await hits(bo, `last ${tag}`);
  expect(hit).toMatchObject({ search_msg_id: ids[0] });
  expect(hit?.last_msg?.msg.preview).toContain(tag);
});

test('conversations matching by name come before people, and people before messages', async () => {
  const tag = `Qu${word()}`.slice(0, 14);
  const [ada, bo, eve] = await Promise.all([person('ada'), person('bo'), person('eve')]);
  await eve.call(userEditdata, { nickname: tag });
  const group = await ada.call(groupAdd, { userids: [bo.userid], chat_name: `${tag} team` });
  const sent = await ada.call(msgSendtext, {
    dialog_id: (await ada.call(dialogOpenUser, { userid: bo.userid })).id,
    text: `ask ${tag}`,
  });
  await indexed();
  const shown = (await ada.call(dialogSearch, { key: tag })).map((hit) => [hit.id, hit.search_msg_id ?? 0]);
  expect(shown).toEqual([
    [group.id, 0],
    [`u:${eve.userid}`, 0],
    [expect.any(Number), sent.id],
  ]);
  expect(await ada.call(dialogSearch, { key: tag, dialog_only: true })).toHaveLength(2);
  // A person with a conversation is represented by it.
  const dialog = await ada.call(dialogOpenUser, { userid: eve.userid });
  expect((await ada.call(dialogSearch, { key: tag, dialog_only: true })).map((hit) => hit.id).sort()).toEqual(
    [group.id, dialog.id].sort(),
  );
});

// covers A3-08, A3-09, A7-07, A7-08
test('people are found by name, sound, profession and email, as a list or in pages', async () => {
  const ada = await person('ada');
  const zhang = await person('zhang');
  const job = `J${word()}`.slice(0, 18);
  await zhang.call(userEditdata, { nickname: '欧阳小明', profession: job });
  await indexed();
  const list = async (key: string) => {
    const answer = await ada.call(userSearch, { keys: { key }, pagesize: 50 });
    if (!Array.isArray(answer)) throw new Error('not a list');
    return answer;
  };
  for (const key of ['xiaoming', 'xm', 'ouyangxiaom', '小明', '欧阳', job.toLowerCase(), zhang.email]) {
    expect(
      (await list(key)).map((user) => user.userid),
      key,
    ).toContain(zhang.userid);
  }
  const page = await ada.call(userSearch, { keys: { key: job }, page: 1, pagesize: 100, with_department: 1 });
  expect(page).toMatchObject({ current_page: 1, last_page: 1, to: 1 });
  const [user] = Array.isArray(page) ? [] : page.data;
  expect(user).toMatchObject({
    userid: zhang.userid,
    name: '欧阳小明',
    nickname: '欧阳小明',
    email: zhang.email,
    pinyin: 'ouyangxiaoming',
    department_info: [],
    profession: job,
    line_at: expect.any(String),
    userimg: expect.any(String),
    department_name: '',
    bot: 0,
    delete_at: null,
    disable_at: null,
  });
  expect((await list(job))[0]).not.toHaveProperty('department_info');
});

// covers A7-10
test('projects are found by name and sound, archived ones on request', async () => {
  const [ada, eve] = await Promise.all([person('ada'), person('eve')]);
  const project = await ada.call(projectAdd, { name: '产品发布计划', columns: 'a' });
  await indexed();
  const ids = async (who: TestClient, name: string, archived?: 'all') =>
    (await who.call(projectLists, { keys: { name }, pagesize: 10, ...(archived && { archived }) })).data.map(
      ({ id }) => id,
    );
  for (const name of ['发布', 'fabu', 'cpfbjh', '品发']) expect(await ids(ada, name), name).toEqual([project.id]);
  expect(await ids(eve, 'fabu')).toEqual([]);
  await ada.call(projectArchived, { project_id: project.id });
  expect(await ids(ada, 'fabu')).toEqual([]);
  expect(await ids(ada, 'fabu', 'all')).toEqual([project.id]);
});

// covers A7-11
test('tasks are found in all accessible projects by all their texts and operators', async () => {
  const tag = word();
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, {
    project_id: project.id,
    name: `Ship the header ${tag}`,
    content: '<p>with all the <i>bells and whistles</i></p>',
    owner: [ada.userid],
  });
  const hidden = await ada.call(taskAdd, { project_id: project.id, name: `Secret ${tag}`, visibility: 2 });
  await indexed();
  const ids = async (who: TestClient, name: string, more = {}) =>
    (
      await who.call(taskLists, { keys: { name }, archived: 'all', pagesize: 10, scope: 'all_project', ...more })
    ).data.map(({ id }) => id);
  expect(await ids(bo, tag)).toEqual([task.id]);
  expect(new Set(await ids(ada, tag))).toEqual(new Set([task.id, hidden.id]));
  expect(await ids(bo, `whistles ${tag}`)).toEqual([task.id]);
  expect(await ids(bo, String(task.id))).toContain(task.id);
  expect(await ids(eve, tag)).toEqual([]);
  // Without the scope it lists the caller's own tasks.
  expect((await bo.call(taskLists, { keys: { name: tag }, archived: 'all' })).data).toEqual([]);
  expect((await ada.call(taskLists, { keys: { name: tag }, archived: 'all' })).data.map(({ id }) => id)).toContain(
    task.id,
  );

  expect(await ids(bo, `${tag} is:open from:me`)).toEqual([]);
  expect(await ids(bo, `${tag} is:open in:${project.name}`)).toEqual([task.id]);
  expect(await ids(ada, `${tag} is:mine`)).toEqual([task.id]);
  await ada.call(taskUpdate, { task_id: task.id, complete_at: '2026-01-01 00:00:00' });
  expect(await ids(bo, `${tag} is:done`)).toEqual([task.id]);
  await ada.call(taskArchived, { task_id: task.id });
  expect(await ids(bo, `${tag} is:archived`)).toEqual([task.id]);
  await ada.call(taskUpdate, { task_id: hidden.id, name: `Renamed ${tag}` });
  await indexed();
  expect(await ids(ada, `renamed ${tag}`)).toEqual([hidden.id]);
  expect(await ids(ada, `secret ${tag}`)).toEqual([]);
  await ada.call(taskRemove, { task_id: hidden.id });
  expect(await ids(ada, `renamed ${tag}`)).toEqual([]);
});

test('reindexing restores lost entries and reports its progress', async () => {
  const tag = word();
  const { bo, ids, group, ada } = await talk(tag);
  await ada.call(groupEdit, { dialog_id: group.id, chat_name: `Talk ${tag}` });
  const { app } = await testServer();
  await sql`delete from search`.execute(app.db);
  expect(await found(bo, tag)).toEqual([]);
  const progress: number[][] = [];
  await reindex(app, (done, total) => progress.push([done, total]));
  expect(await found(bo, tag)).toEqual(ids);
  const last = progress.at(-1) ?? [];
  expect(last[0]).toBe(last[1]);
  expect(last[1]).toBeGreaterThan(3);
  expect(progress.every(([done = 0], index) => index === 0 || done >= (progress[index - 1]?.[0] ?? 0))).toBe(true);
});

const corpus = [process.env['ATRIUM_SHARED'], resolve(import.meta.dirname, '../../../../../../shared')]
  .map((home) => resolve(home ?? '', 'data/pinyin/kMandarin_8105.txt'))
  .find((file) => existsSync(file));

test.skipIf(!corpus)('eight thousand Chinese characters are found, alone and in pairs', async () => {
  const signs = [...readFileSync(corpus ?? '', 'utf8').matchAll(/^U\+([0-9A-F]+):/gm)].map(([, code]) =>
    String.fromCodePoint(Number.parseInt(code ?? '', 16)),
  );
  const lines = Array.from({ length: Math.ceil(signs.length / 40) }, (_, index) =>
    signs.slice(index * 40, index * 40 + 40).join(''),
  );
  const { bo, group, ids } = await talk(...lines);
  const inside = async (key: string) => (await bo.call(msgSearch, { key, dialog_id: group.id })).data;
  for (let at = 0; at + 1 < signs.length; at += 97) {
    const line = Math.floor(at / 40);
    expect(await inside(signs[at] ?? ''), signs[at]).toContain(ids[line]);
    if (at % 40 < 39) expect(await inside(`${signs[at]}${signs[at + 1]}`), signs[at]).toEqual([ids[line]]);
    if (at % 40 < 38) expect(await inside(`${signs[at]}${signs[at + 2]}`), signs[at]).toEqual([]);
  }
});

test('tagged messages are listed newest first for members of their conversation only', async () => {
  const { ada, bo, eve, group, ids } = await talk('low tide', 'high tide', 'spring tide');
  const [low = 0, high = 0, spring = 0] = ids;
  for (const msg_id of [spring, low]) await ada.call(msgTag, { msg_id });
  const listed = async (who: TestClient) => (await who.call(tagSearch, {})).map((hit) => hit.search_msg_id);
  const [first] = await bo.call(tagSearch, {});
  expect(first).toMatchObject({
    id: group.id,
    name: 'Talk',
    search_msg_id: spring,
    last_msg: { id: spring, msg: { preview: 'spring tide' } },
  });
  expect([await listed(bo), await listed(eve)]).toEqual([[spring, low], []]);
  await ada.call(msgTag, { msg_id: high });
  await ada.call(msgTag, { msg_id: low });
  await ada.call(msgWithdraw, { msg_id: spring });
  expect(await listed(bo)).toEqual([high]);
  await ada.call(groupDeluser, { dialog_id: group.id, userids: [bo.userid] });
  expect([await listed(bo), await listed(ada)]).toEqual([[], [high]]);
});
