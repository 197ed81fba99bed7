import {
  dialogLists,
  dialogMark,
  dialogOne,
  dialogOpenUser,
  dialogSilence,
  dialogTop,
  dialogUser,
  groupAdd,
} from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { fileKey, msgSendfile } from '@atrium/contract/files/files.ts';
import { departmentAdd } from '@atrium/contract/people/departments.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { taskAdd, taskArchived, taskDialog, taskUpdate } from '@atrium/contract/projects/tasks.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, refused, type TestClient, testServer, unique, world } from '#testing/world';

/** One pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}

test('a message to several conversations is sent to none if one refuses it', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const mine = await groupOf(ada, bo);
  const theirs = await groupOf(bo, eve);
  await expect(ada.call(m.msgSendtext, { dialog_ids: [mine, theirs], text: 'to both' })).rejects.toMatchObject(
    refused('dialog.gone'),
  );
  const { list } = await ada.call(m.msgList, { dialog_id: mine });
  expect(list.filter(({ type }) => type === 'text')).toEqual([]);
});

test('a local address becomes a mention, in HTML and in Markdown', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  for (const text_type of ['html', 'md'] as const) {
    const text =
      text_type === 'html'
        ? `<p>ask @${bo.email} or @nobody@example.org</p>`
        : `ask @${bo.email}, not \`@${bo.email}\``;
    const sent = await ada.call(m.msgSendtext, { dialog_id, text, text_type });
    expect(sent.mentions).toEqual([bo.userid]);
    expect(JSON.stringify(sent.msg)).toContain(`data-id=\\"${bo.userid}\\"`);
  }
});

test('a pasted picture is stored as a file and opens for readers', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const text = `<p>look <img src="data:image/png;base64,${PIXEL}"></p>`;
  const sent = await ada.call(m.msgSendtext, { dialog_id, text });
  const [, path] = /src="\{\{RemoteURL\}\}(file\/thumb\/[\w-]+)"/.exec((sent.msg as { text: string }).text) ?? [];
  expect(path).toBeTruthy();
  const opened = async (by: TestClient) => {
    const { key } = await by.call(fileKey, {});
    return (await fetch(`${by.base}/${path}?key=${encodeURIComponent(key)}`)).status;
  };
  expect(await opened(bo)).toBe(200);
  expect(await opened(eve)).toBe(404);
  const other = await groupOf(ada, eve);
  await ada.call(acts.msgForward, { msg_id: sent.id, dialogids: [other] });
  expect(await opened(eve)).toBe(200);
  const broken = '<p><img src="data:image/png;base64,aGVsbG8="></p>';
  await expect(ada.call(m.msgSendtext, { dialog_id, text: broken })).rejects.toMatchObject({
    data: { code: 'file.not_picture' },
  });
  const many = Array.from({ length: 21 }, (_, n) => `<img src="data:image/png;base64,${PIXEL}${' '.repeat(n)}">`).join(
    '',
  );
  await expect(ada.call(m.msgSendtext, { dialog_id, text: many })).rejects.toMatchObject({
    data: { code: 'message.pictures' },
  });
});

test('a text with only a picture is not empty', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const sent = await ada.call(m.msgSendtext, { dialog_id, text: '![cat](https://x.example/z.png)', text_type: 'md' });
  expect(sent.type).toBe('text');
});

// covers A3-06
test('the fields of a conversation follow its changes, for each kind of group', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const read = (dialog_id: number) => ada.call(dialogOne, { dialog_id });
  await bo.call(userEditdata, { nickname: 'Bobby' });
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  expect(await read(id)).toMatchObject({
    id,
    type: 'user',
    group_type: '',
    name: 'Bobby',
    pinyin: expect.stringMatching(/bobby/i),
    email: bo.email,
    avatar: '',
    bot: 0,
    dialog_delete: 0,
    dialog_user: { userid: bo.userid },
    unread: 0,
    mark_unread: 0,
    silence: 0,
    top_at: null,
    todo_num: 0,
  });
  await ada.call(dialogMark, { dialog_id: id, type: 'unread' });
  await ada.call(dialogSilence, { dialog_id: id, type: 'set' });
  await ada.call(dialogTop, { dialog_id: id });
  const at = expect.stringMatching(/^\d{4}-/);
  expect(await read(id)).toMatchObject({ mark_unread: 1, silence: 1, top_at: at });

  const group = await groupOf(ada, bo);
  const text = `<p><span class="mention user" data-id="${ada.userid}">@ada</span></p>`;
  const { id: msg_id } = await bo.call(m.msgSendtext, { dialog_id: group, text });
  await bo.call(acts.msgTodo, { msg_id, userids: [ada.userid] });
  expect(await read(group)).toMatchObject({
    type: 'group',
    dialog_user: null,
    mention: 1,
    todo_num: 1,
    last_at: at,
    unread: expect.any(Number),
  });
  expect((await read(group)).unread).toBeGreaterThan(0);

  // The task of a conversation and its state.
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship', owner: [ada.userid] });
  const { dialog_id: about } = await ada.call(taskDialog, { task_id: task.id });
  const info = { complete_at: null, archived_at: null, deleted_at: null };
  expect(await read(about)).toMatchObject({ group_type: 'task', group_info: { id: task.id, name: 'Ship', ...info } });
  await ada.call(taskUpdate, { task_id: task.id, complete_at: true });
  expect((await read(about)).group_info).toMatchObject({ ...info, complete_at: at });
  await ada.call(taskArchived, { task_id: task.id });
  expect((await read(about)).group_info).toMatchObject({ complete_at: at, archived_at: at });
  expect(await read(project.dialog_id)).toMatchObject({ group_type: 'project', group_info: { id: project.id } });
  const department = await admin.call(departmentAdd, { name: `Dept ${process.pid}shapes`, owner_userid: ada.userid });
  expect(await read(department.dialog_id)).toMatchObject({ group_type: 'department', name: department.name });
});

// covers B3-16, C3-11, C7-36, C7-38
test('a conversation describes itself, its partner and its unread messages, filters included', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  expect((await ada.call(dialogOpenUser, { userid: bo.userid })).id).toBe(id);
  const { id: first } = await bo.call(m.msgSendtext, { dialog_id: id, text: 'see https://example.com' });
  const { id: last } = await bo.call(msgSendfile, { dialog_id: id, image64: PIXEL, filename: 'a.png' });
  await bo.call(msgSendfile, { dialog_id: id, image64: 'aGVsbG8=', filename: 'a.txt' });
  await ada.call(acts.msgTag, { msg_id: first });
  await ada.call(acts.msgTodo, { msg_id: first, userids: [ada.userid] });
  await ada.call(acts.msgTop, { msg_id: last });
  const { dialog } = await ada.call(m.msgList, { dialog_id: id });
  expect(dialog).toMatchObject({
    id,
    type: 'user',
    group_type: '',
    email: bo.email,
    bot: 0,
    people: 2,
    people_user: 2,
    people_bot: 0,
    dialog_user: { dialog_id: id, userid: bo.userid },
    unread: 3,
    unread_one: first,
    mention: 0,
    mention_ids: [],
    mark_unread: 0,
    silence: 0,
    top_at: null,
    todo_num: 1,
    dialog_delete: 0,
    top_msg_id: last,
    top_userid: ada.userid,
    has_tag: true,
    has_todo: true,
    has_image: true,
    has_file: true,
    has_link: true,
  });
  expect(dialog?.last_at).toBeTruthy();
  expect(dialog?.user_ms).toBeGreaterThan(0);
  expect(dialog?.user_at.slice(0, 10)).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(dialog?.last_msg?.msg.preview).toBeTruthy();
  expect(dialog?.pinyin).toEqual(expect.any(String));
  expect(await ada.call(dialogOne, { dialog_id: project.dialog_id })).toMatchObject({
    type: 'group',
    group_type: 'project',
    name: project.name,
    group_info: { id: project.id, name: project.name, archived_at: null, deleted_at: null },
  });
});

// covers B3-01, B3-02, B4-07, C3-12
test('a message carries all its data, its reply and its forward source', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const said = await ada.call(m.msgSendtext, { dialog_id, text: '<p>hello</p>' });
  const reply_id = said.id;
  const answer = await bo.call(m.msgSendtext, { dialog_id, text: 'yes, https://example.com', reply_id });
  await bo.call(acts.msgEmoji, { msg_id: said.id, symbol: '👍' });
  await bo.call(acts.msgTag, { msg_id: said.id });
  await ada.call(acts.msgTodo, { msg_id: said.id, userids: [bo.userid] });
  await ada.call(m.msgSendtext, { dialog_id, text: 'hello, all', update_id: said.id });
  await bo.call(m.msgRead, { id: String(said.id) });
  const { msgs } = await ada.call(acts.msgForward, { msg_id: answer.id, dialogids: [dialog_id] });
  expect(await ada.call(m.msgOne, { msg_id: said.id })).toMatchObject({
    id: said.id,
    dialog_id,
    userid: ada.userid,
    type: 'text',
    mtype: 'text',
    msg: { text: 'hello, all' },
    reply_id: 0,
    reply_num: 1,
    forward_id: 0,
    tag: bo.userid,
    todo: ada.userid,
    todo_done: 0,
    modify: 1,
    link: 0,
    dot: 0,
    percentage: 100,
    emoji: [{ symbol: '👍', userids: [bo.userid] }],
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    // One's own read count.
    read_at: expect.any(String),
  });
  expect(await bo.call(m.msgOne, { msg_id: answer.id })).toMatchObject({
    link: 1,
    reply_id,
    msg: { reply_data: { id: said.id, userid: ada.userid, type: 'text', msg: { text: 'hello, all' } } },
  });
  expect(msgs[0]).toMatchObject({
    forward_id: answer.id,
    msg: { forward_data: { id: answer.id, userid: bo.userid, show: 1 } },
  });
  const { list } = await bo.call(m.msgList, { dialog_id, pagesize: 2 });
  expect(list[0]?.next_id).toBe(0);
  expect(list[1]?.prev_id).toBeGreaterThan(0);
  const { list: tagged } = await bo.call(m.msgList, { dialog_id, msg_type: 'tag' });
  expect(tagged.map(({ id }) => id)).toEqual([said.id]);
  const file = await bo.call(msgSendfile, { dialog_id, image64: PIXEL, filename: 'a.png' });
  expect(file).toMatchObject({ mtype: 'image', msg: { path: expect.stringMatching(/^file\//) } });
  const { list: all } = await bo.call(m.msgList, { dialog_id });
  expect(all.map(({ mtype }) => mtype)).toEqual(expect.arrayContaining(['text', 'tag', 'todo', 'image']));
});

// covers B3-15, B3-18, B7-07, C7-46
test('lists name members, readers and to-do assignees', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id, text: 'hello' });
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid] });
  expect(await ada.call(m.msgReadlist, { msg_id })).toMatchObject([{ userid: bo.userid, read_at: null }]);
  expect(await ada.call(acts.msgTodolist, { msg_id })).toMatchObject([{ userid: bo.userid, done_at: null }]);
  const bare = await ada.call(dialogUser, { dialog_id });
  expect(bare.map(({ userid, bot }) => [userid, bot]).sort()).toEqual(
    [
      [ada.userid, 0],
      [bo.userid, 0],
    ].sort(),
  );
  expect(bare[0]).not.toHaveProperty('email');
  const named = await ada.call(dialogUser, { dialog_id, getuser: true });
  expect(named.find(({ userid }) => userid === bo.userid)).toMatchObject({
    email: bo.email,
    nickname: expect.any(String),
    userimg: expect.stringMatching(/^http/),
    online: true,
    bot: 0,
    pinyin: expect.any(String),
  });
});

// covers C7-34
test('conversations come page by page', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  for (let count = 0; count < 3; count++) await groupOf(ada, bo);
  const one = await ada.call(dialogLists, { page: 1, pagesize: 2 });
  const two = await ada.call(dialogLists, { page: 2, pagesize: 2 });
  expect([one.current_page, one.per_page, one.data.length, two.current_page]).toEqual([1, 2, 2, 2]);
  expect(one.total).toBeGreaterThanOrEqual(3);
  const shown = new Set(one.data.map(({ id }) => id));
  expect(two.data.filter(({ id }) => shown.has(id))).toEqual([]);
});

// covers C7-42
test('messages are marked read by a map, one by one or from one on', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const ids: number[] = [];
  for (const text of ['1', '2', '3', '4']) ids.push((await ada.call(m.msgSendtext, { dialog_id, text })).id);
  const [first = 0, , third = 0] = ids;
  expect(await bo.call(m.msgRead, { id: { [first]: 0 } })).toMatchObject([{ id: dialog_id, unread: 3 }]);
  expect(await bo.call(m.msgRead, { id: { [third]: dialog_id } })).toMatchObject([{ id: dialog_id, unread: 1 }]);
});

// covers A2-52, A9-03
test('the viewer gets the fifty pictures around the current one', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { id: source } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: unique('G') });
  const made: number[] = [];
  for (let count = 0; count < 10; count++) {
    made.push((await ada.call(msgSendfile, { dialog_id: source, image64: PIXEL, filename: `${count}.png` })).id);
  }
  const pictures: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const { msgs } = await ada.call(acts.msgForward, {
      msg_ids: made,
      dialogids: [dialog_id],
      leave_message: 'between',
    });
    pictures.push(...msgs.filter(({ type }) => type === 'file').map(({ id }) => id));
  }
  const shown = pictures[35] ?? 0;
  const { list } = await bo.call(m.msgList, { dialog_id, msg_type: 'image', position_id: shown, pagesize: 50 });
  const ids = list.map(({ id }) => id);
  expect(ids).toEqual(pictures.slice(10, 60).reverse());
});

test('the counter version never decreases, whichever change is written last', async () => {
  const { app } = await testServer();
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const { id } = await bo.call(m.msgSendtext, { dialog_id, text: 'one' });
  // A later change by ada, written a moment ago.
  await sql`update dialog_members set updated_at = now() + interval '5 s'
    where dialog_id = ${dialog_id} and userid = ${ada.userid}`.execute(app.db);
  const before = (await ada.call(m.msgUnread, { dialog_id })).user_ms;
  await ada.call(m.msgSendtext, { dialog_id, text: 'two' });
  await ada.call(dialogMark, { dialog_id, type: 'unread' });
  await ada.call(m.msgRead, { id: [id] });
  expect((await ada.call(m.msgUnread, { dialog_id })).user_ms).toBe(before);
});
