import { dialogOne, groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate } from '#testing/database';
import { person, refused, startServer, type TestClient, type TestServer, unique } from '#testing/world';
import { remindOfTodos } from './reminders.service.ts';

/** Servers of their own: moving the clock affects everybody. */
let servers: [TestServer, TestServer];
let admin: TestClient;

beforeAll(async () => {
  const databaseUrl = await cloneTemplate(`atrium_reminders_${process.pid}`);
  const first = await startServer({ databaseUrl });
  servers = [first, await startServer({ databaseUrl })];
  admin = await person('admin', { server: first });
});
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Both servers run in the same minute. */
const tick = (minutes: number) => Promise.all(servers.map(({ app }) => remindOfTodos(app, inMinutes(minutes))));
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const wire = (minutes: number) => inMinutes(minutes).toISOString().slice(0, 19).replace('T', ' ');
async function team() {
  const [server] = servers;
  const [ada, bo, cy] = await Promise.all((['ada', 'bo', 'cy'] as const).map((name) => person(name, { server })));
  if (!ada || !bo || !cy) throw new Error('nobody');
  const { id } = await ada.call(groupAdd, { userids: [bo.userid, cy.userid], chat_name: unique('G') });
  const sent = await ada.call(m.msgSendtext, { dialog_id: id, text: 'Fill in the form' });
  return { ada, bo, cy, dialog_id: id, msg_id: sent.id };
}

/** The bot's messages in a conversation, oldest first: mentions, and the message replied to. */
async function remindersIn(reader: TestClient, dialog_id: number) {
  const { list } = await reader.call(m.msgList, { dialog_id });
  return list
    .filter((message) => message.msg['key'] === 'bot.todo_due')
    .map(({ mentions, reply_id }) => ({ mentions: mentions.toSorted((a, b) => a - b), reply_id }))
    .reverse();
}
const timesOf = async (reader: TestClient, msg_id: number) =>
  new Map((await reader.call(acts.msgTodolist, { msg_id })).map((row) => [row.userid, row.remind_at]));

test('people who have not finished are reminded once, in a reply that mentions them', async () => {
  const { ada, bo, cy, dialog_id, msg_id } = await team();
  const at = wire(60);
  await ada.call(acts.msgTodo, { msg_id, type: 'all', remind_at: at });
  expect(await timesOf(cy, msg_id)).toEqual(new Map([ada, bo, cy].map(({ userid }) => [userid, at])));
  const [mine] = await bo.call(acts.dialogTodo, { dialog_id });
  expect(mine).toMatchObject({ remind_at: at, reminded_at: null });
  await bo.call(acts.msgDone, { id: mine?.id ?? 0 });

  await tick(55);
  expect(await remindersIn(ada, dialog_id)).toEqual([]);
  await tick(61);
  const once = [{ mentions: [ada.userid, cy.userid].sort((a, b) => a - b), reply_id: msg_id }];
  expect(await remindersIn(ada, dialog_id)).toEqual(once);
  await tick(62);
  expect(await remindersIn(ada, dialog_id)).toEqual(once);

  const rows = await cy.call(acts.msgTodolist, { msg_id });
  expect(rows.map((row) => [row.userid === bo.userid, row.reminded_at !== null])).toEqual(
    expect.arrayContaining([
      [false, true],
      [true, false],
    ]),
  );
  const said = (await cy.call(m.msgList, { dialog_id })).list.find((message) => message.reply_id === msg_id);
  expect(said).toMatchObject({ bot: 1, mention: 1, silence: 0, type: 'template' });
  expect(said?.msg).toMatchObject({ reply_data: { id: msg_id, msg: { text: expect.stringContaining('Fill in') } } });
  expect(said?.msg['content']).toMatch(/^@\S+.* @\S+/);
  expect(await cy.call(dialogOne, { dialog_id })).toMatchObject({ mention: 1 });
  const inGerman = await cy.raw(`dialog/one?dialog_id=${dialog_id}`, { headers: { language: 'de' } });
  expect(inGerman.data).toMatchObject({ last_msg: { msg: { preview: 'Erinnerung: To-do' } } });
});

test('a new time reminds again, the same time does not; no time cancels the reminder', async () => {
  const { ada, bo, cy, dialog_id, msg_id } = await team();
  const at = wire(60);
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid], remind_at: at });
  // Setting the people again does not change the times.
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid] });
  expect((await timesOf(ada, msg_id)).get(bo.userid)).toBe(at);
  const canceled = await ada.call(acts.msgTodoremind, { msg_id, userids: [cy.userid], remind_at: '' });
  expect(canceled.map((row) => [row.userid, row.remind_at])).toEqual(
    expect.arrayContaining([
      [bo.userid, at],
      [cy.userid, null],
    ]),
  );
  await tick(61);
  const first = { mentions: [bo.userid], reply_id: msg_id };
  expect(await remindersIn(ada, dialog_id)).toEqual([first]);
  await ada.call(acts.msgTodoremind, { msg_id, userids: [bo.userid], remind_at: at });
  await tick(62);
  expect(await remindersIn(ada, dialog_id)).toEqual([first]);
  // Without names it applies to everyone, even those already reminded.
  await ada.call(acts.msgTodoremind, { msg_id, remind_at: wire(120) });
  await tick(61);
  expect(await remindersIn(ada, dialog_id)).toEqual([first]);
  await tick(121);
  const both = { mentions: [bo.userid, cy.userid].sort((a, b) => a - b), reply_id: msg_id };
  expect(await remindersIn(ada, dialog_id)).toEqual([first, both]);
  // Open lists are updated although the people did not change.
  await cy.listen();
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid], remind_at: wire(180) });
  const heard = await cy.receives('dialog', 'update', ({ data }) => data['id'] === msg_id);
  expect(heard.data).toMatchObject({ todo: ada.userid, todo_done: 0 });
  const before = cy.frames.length;
  await ada.call(acts.msgTodoremind, { msg_id, remind_at: wire(180) });
  await expect
    .poll(() => cy.frames.slice(before).map(({ data }) => data))
    .toContainEqual(expect.objectContaining({ id: msg_id, todo: ada.userid, todo_done: 0 }));
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid], remind_at: '' });
  await tick(181);
  expect(await remindersIn(ada, dialog_id)).toHaveLength(2);
});

test('withdrawn messages, former members and finished people are not mentioned', async () => {
  const { ada, bo, cy, dialog_id, msg_id } = await team();
  await ada.call(acts.msgTodo, { msg_id, type: 'all', remind_at: wire(60) });
  await bo.call(groupDeluser, { dialog_id });
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid] });
  const gone = await ada.call(m.msgSendtext, { dialog_id, text: 'Gone' });
  await ada.call(acts.msgTodo, { msg_id: gone.id, type: 'all', remind_at: wire(60) });
  await ada.call(acts.msgWithdraw, { msg_id: gone.id });
  const left = await ada.call(m.msgSendtext, { dialog_id, text: 'For one' });
  await ada.call(acts.msgTodo, { msg_id: left.id, userids: [cy.userid], remind_at: wire(90) });
  await tick(61);
  expect(await remindersIn(ada, dialog_id)).toEqual([{ mentions: [cy.userid], reply_id: msg_id }]);
  await cy.call(groupDeluser, { dialog_id });
  await tick(91);
  expect(await remindersIn(ada, dialog_id)).toHaveLength(1);
});

test('without the right to assign to-dos a person sets only their own reminders; an invalid time is refused', async () => {
  const { ada, bo, cy, dialog_id, msg_id } = await team();
  await ada.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid] });
  await admin.call(systemSetting, { type: 'save', todo_set_permission: 'close' });
  const at = wire(60);
  await expect(bo.call(acts.msgTodoremind, { msg_id, userids: [cy.userid], remind_at: at })).rejects.toMatchObject(
    refused('todo.others'),
  );
  await bo.call(acts.msgTodoremind, { msg_id, remind_at: at });
  const onlyBo = new Map([
    [bo.userid, at],
    [cy.userid, null],
  ]);
  expect(await timesOf(ada, msg_id)).toEqual(onlyBo);
  await cy.call(acts.msgTodo, { msg_id, userids: [bo.userid, cy.userid], remind_at: wire(30) });
  expect((await timesOf(ada, msg_id)).get(bo.userid)).toBe(at);
  expect((await timesOf(ada, msg_id)).get(cy.userid)).not.toBeNull();
  await admin.call(systemSetting, { type: 'save', todo_set_permission: 'open' });
  for (const remind_at of ['tomorrow', '2030-02-31 10:00:00']) {
    await expect(ada.call(acts.msgTodoremind, { msg_id, remind_at })).rejects.toMatchObject(refused('todo.time'));
    await expect(ada.call(acts.msgTodo, { msg_id, type: 'all', remind_at })).rejects.toMatchObject(
      refused('todo.time'),
    );
  }
  expect(await ada.call(acts.dialogTodo, { dialog_id })).toEqual([]);
});
