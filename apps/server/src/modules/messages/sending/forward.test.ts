import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { taskAdd } from '@atrium/contract/projects/tasks.ts';
import { expect, test } from 'vitest';
import { refused, type TestClient, unique, world } from '#testing/world';

async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}
const newestOf = async (by: TestClient, dialog_id: number, pagesize = 1) =>
  (await by.call(m.msgList, { dialog_id, pagesize })).list;

test('a message is forwarded to conversations and people with a comment; its author stays through every hop', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const from = await groupOf(ada, bo);
  const to = await groupOf(bo, cy);
  const text = `<p><span class="mention user" data-id="${cy.userid}">@cy</span> read this</p>`;
  const source = await ada.call(m.msgSendtext, { dialog_id: from, text });
  const { msgs } = await bo.call(acts.msgForward, {
    msg_id: source.id,
    dialogids: [to],
    userids: [cy.userid],
    leave_message: '<p>Look at that</p>',
  });
  expect(msgs.map((message) => message.userid)).toEqual(Array(4).fill(bo.userid));
  const [left, sent] = await newestOf(cy, to, 2);
  expect(left?.msg.text).toBe('<p>Look at that</p>');
  expect(sent).toMatchObject({ type: 'text', forward_id: source.id, userid: bo.userid, mention: 0 });
  expect(sent?.msg.forward_data).toEqual({
    id: source.id,
    userid: ada.userid,
    parent_id: source.id,
    parent_userid: ada.userid,
    show: 1,
    leave: 1,
  });
  // Mentions do not notify again.
  expect(sent?.mentions).toEqual([]);
  expect(await ada.call(m.msgOne, { msg_id: source.id })).toMatchObject({ forward_num: 2 });
  await ada.receives('dialog', 'update', (frame) => frame.data.forward_num === 2);
  const { id: two } = await cy.call(dialogOpenUser, { userid: bo.userid });
  expect((await newestOf(cy, two, 2)).map((message) => message.userid)).toEqual([bo.userid, bo.userid]);

  const again = await cy.call(acts.msgForward, { msg_id: sent?.id ?? 0, userids: [cy.userid] });
  expect(again.msgs[0]?.msg.forward_data).toMatchObject({ userid: ada.userid, parent_userid: bo.userid, leave: 0 });
});

test('a hidden author appears nowhere, and later hops stop at the person who hid them', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const from = await groupOf(ada, bo);
  const to = await groupOf(bo, cy);
  const { id } = await ada.call(m.msgSendtext, { dialog_id: from, text: 'a secret source' });
  await bo.call(acts.msgForward, { msg_id: id, dialogids: [to], show_source: false });
  const [sent] = await newestOf(cy, to);
  expect(sent?.msg.forward_data).toEqual({ id: 0, userid: 0, show: 0, leave: 0 });
  expect(sent?.forward_id).toBe(0);
  const next = await cy.call(acts.msgForward, { msg_id: sent?.id ?? 0, userids: [cy.userid] });
  expect(next.msgs[0]?.msg.forward_data).toMatchObject({ userid: bo.userid, show: 1 });
});

test('several messages keep their order, long ones are complete, and replies lose their quote', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const from = await groupOf(ada, bo);
  const first = await ada.call(m.msgSendtext, { dialog_id: from, text: 'First' });
  const reply = await ada.call(m.msgSendtext, { dialog_id: from, text: 'Second', reply_id: first.id });
  const whole = `<p>${'Lorem ipsum. '.repeat(500)}</p>`;
  const long = await ada.call(m.msgSendtext, { dialog_id: from, text: whole });
  const { id: self } = await bo.call(dialogOpenUser, { userid: bo.userid });
  await bo.call(acts.msgForward, { msg_ids: [long.id, reply.id, first.id], dialogids: [self] });
  const sent = (await newestOf(bo, self, 3)).reverse();
  expect(sent.map((message) => message.forward_id)).toEqual([first.id, reply.id, long.id]);
  expect(sent[1]?.msg.reply_data).toBeUndefined();
  expect((await bo.call(m.msgDetail, { msg_id: sent[2]?.id ?? 0 })).content?.content).toBe(whole.trim());
  // The source may be withdrawn: forwarded messages stay.
  await ada.call(acts.msgWithdraw, { msg_id: long.id });
  expect((await bo.call(m.msgDetail, { msg_id: sent[2]?.id ?? 0 })).content?.content).toBe(whole.trim());
});

// covers B5-15, B9-14, C5-11, C9-11
test('forwarding needs one to 50 targets, membership, and a kind that can be forwarded', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const { id: msg_id } = await ada.call(m.msgSendtext, { dialog_id, text: 'hello' });
  const forward = (by: TestClient, input: object) => by.call(acts.msgForward, { msg_id, ...input });
  await expect(forward(ada, {})).rejects.toMatchObject(refused('forward.none'));
  const many = Array.from({ length: 51 }, (_, index) => index + 1);
  await expect(forward(ada, { dialogids: many })).rejects.toMatchObject(refused('forward.max'));
  // Fifty targets are allowed: these are refused because they are not hers.
  const fifty = Array.from({ length: 50 }, (_, index) => 2_000_000_000 + index);
  await expect(forward(ada, { dialogids: fifty })).rejects.toMatchObject(refused('dialog.gone'));
  await expect(forward(eve, { userids: [eve.userid] })).rejects.toMatchObject(refused('message.gone'));
  const { id: hers } = await eve.call(dialogOpenUser, { userid: eve.userid });
  await expect(forward(ada, { dialogids: [hers] })).rejects.toMatchObject(refused('dialog.gone'));
  const leave_message = 'x'.repeat(200_001);
  await expect(forward(ada, { dialogids: [dialog_id], leave_message })).rejects.toMatchObject(refused('message.long'));
  const longest = await forward(ada, { dialogids: [dialog_id], leave_message: leave_message.slice(1) });
  expect(longest.msgs).toHaveLength(2);
  const list = [{ text: 'a' }, { text: 'b' }];
  const [vote] = await ada.call(acts.msgVote, { dialog_id, text: 'Which?', list });
  const chain = await ada.call(acts.msgWordchain, { dialog_id, text: 'Chain', list });
  const { add } = await ada.call(acts.msgTag, { msg_id });
  for (const each of [vote, chain, add]) {
    await expect(forward(ada, { msg_id: each?.id, dialogids: [dialog_id] })).rejects.toMatchObject(
      refused('forward.type'),
    );
  }
  const [newest] = await newestOf(ada, dialog_id);
  expect(newest?.id).toBe(add?.id);
});

// covers B7-12, C7-45
test('a task is sent as a message that mentions it, by people who can see it', async () => {
  const { ada, bo, eve, project } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const task = await ada.call(taskAdd, { project_id: project.id, name: 'Ship <b>it</b>' });
  const dialog_id = await groupOf(ada, bo);
  const { msgs } = await ada.call(acts.msgSendtaskid, {
    task_id: task.id,
    dialogids: [dialog_id],
    userids: [bo.userid],
    leave_message: 'Today?',
  });
  expect(msgs.length).toBe(4);
  const [left, sent] = await newestOf(bo, dialog_id, 2);
  expect(sent?.msg.text).toBe(
    `<p><span class="mention task" data-id="${task.id}">#Ship &lt;b&gt;it&lt;/b&gt;</span></p>`,
  );
  expect(left?.msg.text).toContain('Today?');
  await expect(eve.call(acts.msgSendtaskid, { task_id: task.id, userids: [eve.userid] })).rejects.toMatchObject(
    refused('task.gone'),
  );
});
