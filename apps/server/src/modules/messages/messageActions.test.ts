import {
  dialogCommon,
  dialogOlderUnread,
  dialogOne,
  dialogOpenUser,
  groupAdd,
  groupAdduser,
  groupDeluser,
} from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { userBasic } from '@atrium/contract/people/users.ts';
import { systemSetting } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { administrator, refused, type TestClient, testServer, unique, world } from '#testing/world';

async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}
const say = async (by: TestClient, dialog_id: number, text: string) =>
  (await by.call(m.msgSendtext, { dialog_id, text })).id;
const cardsOf = async (by: TestClient, dialog_id: number) =>
  (await by.call(m.msgList, { dialog_id })).list.filter((message) => m.SYSTEM_TYPES.includes(message.type));
const cardData = (card: m.Message | undefined) => card?.msg.data as Record<string, unknown>;

test('any member tags and untags a message; each change adds a line', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const msg_id = await say(ada, dialog_id, 'Remember this');
  expect(await bo.call(acts.msgTag, { msg_id })).toMatchObject({
    add: { type: 'tag', userid: bo.userid, msg: { action: 'add', data: { id: msg_id, type: 'text' } } },
    update: { id: msg_id, tag: bo.userid },
  });
  await ada.receives('dialog', 'update', (frame) => frame.data.tag === bo.userid);
  await ada.receives('dialog', 'add', (frame) => frame.data.type === 'tag');
  expect((await ada.call(m.msgList, { dialog_id, msg_type: 'tag' })).list.map((each) => each.id)).toEqual([msg_id]);
  expect((await ada.call(m.msgList, { dialog_id })).dialog).toMatchObject({ has_tag: true });
  await expect(eve.call(acts.msgTag, { msg_id })).rejects.toMatchObject(refused('message.gone'));

  expect((await ada.call(acts.msgTag, { msg_id })).update.tag).toBe(0);
  expect((await ada.call(m.msgList, { dialog_id, msg_type: 'tag' })).list).toEqual([]);
  // System lines cannot be tagged or pinned.
  const [card] = await cardsOf(ada, dialog_id);
  for (const call of [acts.msgTag, acts.msgTop, acts.msgTodo] as const) {
    await expect(ada.call(call, { msg_id: card?.id ?? 0 })).rejects.toMatchObject(refused('message.act'));
  }
  expect(eve.frames.filter((frame) => frame.data.dialog_id === dialog_id)).toEqual([]);
});

// covers C7-39
test('a conversation has one pinned message until it is replaced or removed', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const [first, second] = [await say(ada, dialog_id, 'First'), await say(bo, dialog_id, 'Second')];
  const pinned = async () => {
    const message = await bo.call(acts.msgTopinfo, { dialog_id });
    return 'id' in message ? message.id : 0;
  };
  expect(await pinned()).toBe(0);
  await ada.call(acts.msgTop, { msg_id: first });
  expect((await bo.receives('dialog', 'updateTopMsg')).data).toEqual({
    dialog_id,
    top_msg_id: first,
    top_userid: ada.userid,
  });
  expect(await bo.call(dialogOne, { dialog_id })).toMatchObject({ top_msg_id: first, top_userid: ada.userid });
  await bo.call(acts.msgTop, { msg_id: second });
  expect(await pinned()).toBe(second);
  expect((await bo.call(m.msgList, { dialog_id })).top).toMatchObject({ id: second });
  await ada.call(acts.msgTop, { msg_id: second });
  expect(await pinned()).toBe(0);
  await ada.call(acts.msgTop, { msg_id: first });
  await ada.call(acts.msgWithdraw, { msg_id: first });
  expect(await pinned()).toBe(0);
  expect(await bo.call(dialogOne, { dialog_id })).toMatchObject({ top_msg_id: 0 });
});

test('a line shows the current text of a message, and nothing of a withdrawn one', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const msg_id = await say(ada, dialog_id, 'the password is hunter2');
  await bo.call(acts.msgTag, { msg_id });
  await ada.call(m.msgSendtext, { update_id: msg_id, text: 'never mind' });
  const shown = async () => JSON.stringify((await bo.call(m.msgList, { dialog_id })).list);
  expect(await shown()).not.toContain('hunter2');
  expect(cardData((await cardsOf(bo, dialog_id))[0])).toMatchObject({ msg: { text: 'never mind' } });
  await ada.call(acts.msgWithdraw, { msg_id });
  expect(await shown()).not.toContain('never mind');
  expect(cardData((await cardsOf(bo, dialog_id))[0])).toEqual({ id: msg_id });
});

// covers B7-02, C3-13, C7-37
test('a to-do for some or all members is counted and completed per person', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const msg_id = await say(ada, dialog_id, 'Please fill in the form');
  const numOf = async (who: TestClient) => (await who.call(dialogOne, { dialog_id })).todo_num;
  const set = await ada.call(acts.msgTodo, { msg_id, type: 'user', userids: [bo.userid, cy.userid, eve.userid] });
  expect(set.update).toEqual({ id: msg_id, dialog_id, todo: ada.userid, todo_done: 0 });
  // People outside the conversation get no to-do.
  const doers = (await ada.call(acts.msgTodolist, { msg_id })).map((row) => row.userid);
  expect(new Set(doers)).toEqual(new Set([bo.userid, cy.userid]));
  expect(set.add).toMatchObject([{ type: 'todo', msg: { action: 'add', data: { count: 2 } } }]);
  expect([await numOf(ada), await numOf(bo), await numOf(cy)]).toEqual([0, 1, 1]);
  expect((await bo.receives('dialog', 'mine', (frame) => frame.data.todo_num === 1)).data.id).toBe(dialog_id);

  const [mine] = await bo.call(acts.dialogTodo, { dialog_id });
  expect(mine).toMatchObject({ msg_id, dialog_id, userid: bo.userid, done_at: null, msg_data: { type: 'text' } });
  expect((await bo.call(acts.dialogTodo, {})).map((row) => row.id)).toContain(mine?.id);
  // Nobody completes another person's to-do.
  await expect(cy.call(acts.msgDone, { id: mine?.id ?? 0 })).rejects.toMatchObject(refused('todo.gone'));
  const done = await bo.call(acts.msgDone, { id: mine?.id ?? 0 });
  expect(done).toMatchObject({ add: { type: 'todo', msg: { action: 'done' } }, update: { todo_done: 0 } });
  expect(cardData(done.add ?? undefined)).toMatchObject({ id: msg_id, done_userids: [bo.userid] });
  expect(await bo.call(acts.msgDone, { id: mine?.id ?? 0 })).toMatchObject({ add: null });
  expect(await numOf(bo)).toBe(0);

  // Cy finishes right after: the same line names both, the last one first.
  const [hers] = await cy.call(acts.dialogTodo, { dialog_id });
  expect(await cy.call(acts.msgDone, { id: hers?.id ?? 0 })).toMatchObject({ add: null, update: { todo_done: 1 } });
  const cards = (await cardsOf(ada, dialog_id)).filter((card) => card.msg.action === 'done');
  expect(cards.map((card) => cardData(card).done_userids)).toEqual([[cy.userid, bo.userid]]);
  expect(await ada.call(m.msgOne, { msg_id })).toMatchObject({ todo: ada.userid, todo_done: 1 });
  expect((await ada.call(acts.msgTodolist, { msg_id })).every((row) => row.done_at !== null)).toBe(true);

  // Everybody, then nobody.
  await cy.call(acts.msgTodo, { msg_id, type: 'all' });
  expect(await numOf(ada)).toBe(1);
  expect((await ada.call(m.msgList, { dialog_id, msg_type: 'todo' })).list.map((each) => each.id)).toEqual([msg_id]);
  await cy.call(acts.msgTodo, { msg_id, userids: [] });
  expect(await numOf(ada)).toBe(0);
  expect(await ada.call(m.msgOne, { msg_id })).toMatchObject({ todo: 0, todo_done: 1 });
  expect(await ada.call(acts.msgTodolist, { msg_id })).toEqual([]);
});

test('a to-do is done when everybody is who is still in the conversation', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const msg_id = await say(ada, dialog_id, 'Please fill in the form');
  await ada.call(acts.msgTodo, { msg_id, type: 'user', userids: [bo.userid, cy.userid] });
  await cy.call(groupDeluser, { dialog_id });
  const [mine] = await bo.call(acts.dialogTodo, { dialog_id });
  expect(await bo.call(acts.msgDone, { id: mine?.id ?? 0 })).toMatchObject({ update: { todo_done: 1 } });
  expect(await ada.call(m.msgOne, { msg_id })).toMatchObject({ todo: ada.userid, todo_done: 1 });
});

test('everybody hears that a to-do is done because its last open person has left, and open when they return', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const msg_id = await say(ada, dialog_id, 'Please fill in the form');
  await ada.call(acts.msgTodo, { msg_id, type: 'user', userids: [bo.userid, cy.userid] });
  await bo.call(acts.msgDone, { id: (await bo.call(acts.dialogTodo, { dialog_id }))[0]?.id ?? 0 });
  const isNow = (todo_done: number) =>
    bo.receives('dialog', 'update', ({ data }) => data.id === msg_id && data.todo_done === todo_done);
  await cy.call(groupDeluser, { dialog_id });
  await isNow(1);
  bo.frames.length = 0;
  await ada.call(groupAdduser, { dialog_id, userids: [cy.userid] });
  await isNow(0);
});

test('a to-do of somebody who left is nobody else’s business when people choose their own', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const msg_id = await say(ada, dialog_id, 'Please fill in the form');
  await ada.call(acts.msgTodo, { msg_id, type: 'user', userids: [cy.userid] });
  await cy.call(groupDeluser, { dialog_id });
  const admin = await administrator();
  const permit = (todo_set_permission: 'open' | 'close') =>
    admin.call(systemSetting, { type: 'save', todo_set_permission });
  await permit('close');
  try {
    const set = await bo.call(acts.msgTodo, { msg_id, userids: [bo.userid] });
    expect(set.add).toMatchObject([{ msg: { action: 'add', data: { count: 1 } } }]);
    expect((await ada.call(acts.msgTodolist, { msg_id })).map((row) => row.userid)).toEqual([bo.userid]);
  } finally {
    await permit('open');
  }
});

test('a withdrawn message leaves no to-do, and former members have none', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const [one, two] = [await say(ada, dialog_id, 'One'), await say(ada, dialog_id, 'Two')];
  for (const msg_id of [one, two]) await ada.call(acts.msgTodo, { msg_id, type: 'all' });
  await ada.call(acts.msgWithdraw, { msg_id: one });
  expect(await bo.call(dialogOne, { dialog_id })).toMatchObject({ todo_num: 1 });
  expect((await bo.call(acts.dialogTodo, {})).map((row) => row.msg_id)).toEqual([two]);
  await bo.call(groupDeluser, { dialog_id });
  expect(await bo.call(acts.dialogTodo, {})).toEqual([]);
});

// covers C7-35
test('conversations beyond the list are checked for unread messages and to-dos', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const [unread, todo] = [await groupOf(ada, bo), await groupOf(ada, bo)];
  await say(ada, unread, 'Unread');
  const msg_id = await say(bo, todo, 'To do');
  await bo.call(acts.msgTodo, { msg_id, userids: [bo.userid] });
  const later = String(Math.floor(Date.now() / 1000) + 60);
  const ids = async (input: { unread_at?: string; todo_at?: string }) =>
    (await bo.call(dialogOlderUnread, input)).map((dialog) => dialog.id);
  expect(await ids({ unread_at: later })).toContain(unread);
  expect(await ids({ todo_at: later })).toEqual([todo]);
  const both = await ids({ unread_at: later, todo_at: later });
  expect(both).toEqual(expect.arrayContaining([unread, todo]));
  expect(new Set(both).size).toBe(both.length);
  expect(await ids({ unread_at: '1000000000', todo_at: '1000000000' })).toEqual([]);
  expect(await ids({})).toEqual([]);
});

test('a card’s list row is in the reader’s language', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const msg_id = await say(ada, dialog_id, 'The plan');
  await ada.call(acts.msgTop, { msg_id });
  const line = async (lang: string) => {
    const answer = await bo.raw(`dialog/one?dialog_id=${dialog_id}`, { headers: { language: lang } });
    return (answer.data.last_msg as { msg: { preview: string } }).msg.preview;
  };
  expect(await line('en')).toBe('[Pin] The plan');
  expect(await line('de')).toMatch(/^\[.+\] The plan$/);
  expect(await line('de')).not.toBe(await line('en'));
});

test('tasks proposed by a message are marked as created once, where tasks are enabled', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const text = 'Plan:\n::: create-task-list\ntitle: Ship\n:::\n::: create-task-list\ntitle: Sail\n:::';
  const inGroup = await ada.call(m.msgSendtext, { dialog_id: await groupOf(ada, bo), text, text_type: 'md' });
  await expect(ada.call(acts.msgApplied, { msg_id: inGroup.id })).rejects.toMatchObject(refused('message.act'));
  const { dialog_id } = project;
  const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id, text, text_type: 'md' });
  const { msg } = await bo.call(acts.msgApplied, { msg_id, index: 1, created: 1, failed: 0 });
  expect(msg.text).toBe(text.replace('list\ntitle: Sail', 'list applied\ntitle: Sail'));
  expect((await ada.receives('dialog', 'update', (frame) => frame.data.id === msg_id)).data.msg).toEqual(msg);
  await ada.receives('dialog', 'add', (frame) => (frame.data.msg as { key?: string }).key === 'notice.tasks');
  await expect(ada.call(acts.msgApplied, { msg_id, index: 1 })).rejects.toMatchObject(refused('message.applied'));
  await expect(ada.call(acts.msgApplied, { msg_id, index: 2 })).rejects.toMatchObject(refused('message.applied'));
  await ada.call(acts.msgApplied, { msg_id, index: 0 });
});

// covers A3-11, A7-17, A7-18
test('groups in common are counted and paged; only the caller’s are shown', async () => {
  const { ada, bo, cy, eve } = await world({ members: ['ada', 'bo', 'cy'], outsiders: ['eve'] });
  const shared = [await groupOf(ada, bo), await groupOf(bo, ada, cy)];
  await groupOf(ada, cy);
  await groupOf(bo, cy);
  const total = async (who: TestClient, target_userid: number) =>
    await who.call(dialogCommon, { target_userid, only_count: true });
  expect(await total(ada, bo.userid)).toEqual({ total: 2 });
  expect(await total(eve, bo.userid)).toEqual({ total: 0 });
  const first = await ada.call(dialogCommon, { target_userid: bo.userid, pagesize: 1 });
  expect(first).toMatchObject({ total: 2, current_page: 1 });
  expect(first.next_page_url).toEqual(expect.any(String));
  const second = await ada.call(dialogCommon, { target_userid: bo.userid, pagesize: 1, page: 2 });
  expect(second.next_page_url).toBeNull();
  expect(first.data?.[0]).toMatchObject({
    id: expect.any(Number),
    name: expect.any(String),
    avatar: expect.any(String),
    group_type: 'user',
    last_at: expect.any(String),
  });
  // The second group has three members, the first has two.
  const peopleOf = new Map([...(first.data ?? []), ...(second.data ?? [])].map(({ id, people }) => [id, people]));
  expect(shared.map((id) => peopleOf.get(id))).toEqual([2, 3]);
  const ids = [...(first.data ?? []), ...(second.data ?? [])].map((dialog) => dialog.id);
  expect(ids.sort((a, b) => a - b)).toEqual(shared);
});

test('an anonymous message reveals its sender nowhere', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const text = 'The soup is <b>cold</b>';
  expect(await ada.call(acts.msgSendanon, { userid: bo.userid, text })).toEqual({});
  const heard = await bo.receives('dialog', 'add', (frame) => frame.data.type === 'template');
  const message = heard.data as unknown as m.Message;
  expect(message).toMatchObject({ bot: 1, silence: 1, msg: { type: 'content', content: [{ content: text }] } });
  expect(message.userid).not.toBe(ada.userid);
  const dialog = await bo.call(dialogOne, { dialog_id: message.dialog_id });
  expect(dialog).toMatchObject({ bot: message.userid, unread: 1, email: 'anon-msg@bot.system', name: 'Anonymous' });
  // Built-in bots have names in the reader's language.
  const german = { language: 'de' };
  expect((await bo.call(dialogOne, { dialog_id: message.dialog_id }, german)).name).toBe('Anonym');
  expect(await bo.call(userBasic, { userid: [message.userid] }, german)).toMatchObject([{ nickname: 'Anonym' }]);
  await expect(ada.call(dialogOne, { dialog_id: message.dialog_id })).rejects.toMatchObject(refused('dialog.gone'));
  await ada.settled();
  expect(ada.frames.filter((frame) => frame.data.dialog_id === message.dialog_id)).toEqual([]);
  const { app } = await testServer();
  const kept = await app.db.selectFrom('mutations').select('path').where('userid', '=', ada.userid).execute();
  expect(kept.map((row) => row.path)).not.toContain('dialog/msg/sendanon');

  // Not to oneself or the bot, and not while disabled.
  for (const userid of [ada.userid, message.userid]) {
    await expect(ada.call(acts.msgSendanon, { userid, text })).rejects.toMatchObject(refused('anon.target'));
  }
  const admin = await administrator();
  await admin.call(systemSetting, { type: 'save', anon_message: 'close' });
  await expect(ada.call(acts.msgSendanon, { userid: bo.userid, text })).rejects.toMatchObject(refused('anon.closed'));
  await admin.call(systemSetting, { type: 'save', anon_message: 'open' });
});

test('the author’s checklist items are ticked for everyone, long after editing ends', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const text = '<ul><li data-list="unchecked"><p>one</p></li><li data-list="unchecked"><p>two</p></li></ul>';
  const sent = await ada.call(m.msgSendtext, { dialog_id: project.dialog_id, text });
  const { msg } = await ada.call(acts.msgChecked, { msg_id: sent.id, index: 1, checked: true });
  expect(msg['text']).toBe('<ul><li data-list="unchecked"><p>one</p></li><li data-list="checked"><p>two</p></li></ul>');
  expect((await bo.receives('dialog', 'update', (frame) => frame.data.id === sent.id)).data.msg).toEqual(msg);
  const { list } = await bo.call(m.msgList, { dialog_id: project.dialog_id });
  expect(list[0]).toMatchObject({ id: sent.id, modify: 0, msg });
  await expect(bo.call(acts.msgChecked, { msg_id: sent.id, index: 0, checked: true })).rejects.toMatchObject(
    refused('message.own'),
  );
  await expect(eve.call(acts.msgChecked, { msg_id: sent.id, index: 0, checked: true })).rejects.toMatchObject(
    refused('message.gone'),
  );
  await expect(ada.call(acts.msgChecked, { msg_id: sent.id, index: 2, checked: true })).rejects.toMatchObject(
    refused('message.act'),
  );
});

test('Markdown checklists work the same, block by block, and the surrounding text is unchanged', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const text = '# Tea\n\n1. [ ] boil\n   - [ ] *water*\n\n::: reasoning\n- [ ] think\n:::\n- [x] pour';
  const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id: project.dialog_id, text, text_type: 'md' });
  const tick = (index: number, checked: boolean, by = ada) => by.call(acts.msgChecked, { msg_id, index, checked });
  await tick(1, true);
  await tick(2, true);
  const { msg } = await tick(3, false);
  const wanted = '# Tea\n\n1. [ ] boil\n   - [x] *water*\n\n::: reasoning\n- [x] think\n:::\n- [ ] pour';
  expect(msg).toEqual({ text: wanted, type: 'md' });
  const heard = await bo.receives('dialog', 'update', ({ data }) => (data['msg'] as { text?: string }).text === wanted);
  expect(heard.data['id']).toBe(msg_id);
  expect(await bo.call(m.msgOne, { msg_id })).toMatchObject({ modify: 0, msg });
  await expect(tick(4, true)).rejects.toMatchObject(refused('message.act'));
  await expect(tick(0, true, bo)).rejects.toMatchObject(refused('message.own'));
});
