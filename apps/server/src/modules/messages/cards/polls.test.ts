import { dialogOpenUser, groupAdd } from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import { expect, test } from 'vitest';
import { refused, type TestClient, unique, world } from '#testing/world';

const LIST = [{ text: 'Sushi' }, { text: 'Pizza' }, { text: 'Salad' }];

async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}
const voteOf = (message: m.Message | undefined) => message?.msg as unknown as m.VoteMsg;
async function begin(by: TestClient, dialog_id: number, more: { multiple?: boolean; anonymous?: boolean } = {}) {
  const [made] = await by.call(acts.msgVote, { dialog_id, text: 'Lunch?', list: LIST, ...more });
  return { id: made?.id ?? 0, uuid: voteOf(made).uuid };
}
const cast = (by: TestClient, uuid: string, ...vote: number[]) => by.call(acts.msgVote, { uuid, type: 'vote', vote });

// covers B3-08, B6-01, B7-01
test('a poll is created, voted on once each, re-sent, and closed by its creator', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const { id, uuid } = await begin(ada, dialog_id);
  expect((await bo.receives('dialog', 'add', (frame) => frame.data.id === id)).data.msg).toEqual({
    uuid,
    text: 'Lunch?',
    list: LIST.map((option, index) => ({ id: index + 1, ...option })),
    multiple: 0,
    anonymous: 0,
    state: 1,
    userid: ada.userid,
    votes: [],
  });
  const [voted] = await cast(bo, uuid, 2);
  expect(voteOf(voted).votes).toEqual([{ userid: bo.userid, votes: [2] }]);
  const heard = await ada.receives('dialog', 'update', (frame) => frame.data.id === id);
  expect((heard.data.msg as m.VoteMsg).votes).toEqual([{ userid: bo.userid, votes: [2] }]);
  await expect(cast(bo, uuid, 1)).rejects.toMatchObject(refused('vote.twice'));
  await expect(cast(cy, uuid, 1, 2)).rejects.toMatchObject(refused('vote.choice'));
  await expect(cast(cy, uuid, 9)).rejects.toMatchObject(refused('vote.choice'));
  await expect(cast(cy, uuid)).rejects.toMatchObject(refused('vote.choice'));

  for (const type of ['again', 'finish'] as const) {
    await expect(bo.call(acts.msgVote, { uuid, type })).rejects.toMatchObject(refused('vote.owner'));
  }
  const [again] = await ada.call(acts.msgVote, { uuid, type: 'again' });
  expect(again?.id).toBeGreaterThan(id);
  // A vote in one message counts in both.
  const both = await cast(cy, uuid, 3);
  expect(both.map((message) => [message.id, voteOf(message).votes.length])).toEqual([
    [id, 2],
    [again?.id, 2],
  ]);
  const ended = await ada.call(acts.msgVote, { uuid, type: 'finish' });
  expect(ended.map((message) => voteOf(message).state)).toEqual([0, 0]);
  await expect(cast(ada, uuid, 1)).rejects.toMatchObject(refused('vote.closed'));
  await expect(ada.call(acts.msgVote, { uuid, type: 'again' })).rejects.toMatchObject(refused('vote.closed'));
  await expect(cast(ada, unique('none'), 1)).rejects.toMatchObject(refused('vote.gone'));
});

test('simultaneous votes all count', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const { id, uuid } = await begin(ada, dialog_id, { multiple: true });
  await Promise.all([cast(ada, uuid, 1, 2), cast(bo, uuid, 2), cast(cy, uuid, 3, 1)]);
  const { votes } = voteOf(await ada.call(m.msgOne, { msg_id: id }));
  expect(votes.map((each) => each.userid).sort()).toEqual([ada, bo, cy].map((each) => each.userid).sort());
});

test('an anonymous poll reveals only one’s own choice', async () => {
  const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const { id, uuid } = await begin(ada, dialog_id, { anonymous: true });
  await cast(bo, uuid, 2);
  const own = [{ userid: bo.userid, votes: [2] }];
  const hidden = [{ userid: 0, votes: [2] }];
  expect(voteOf(await bo.call(m.msgOne, { msg_id: id })).votes).toEqual(own);
  expect(voteOf(await ada.call(m.msgOne, { msg_id: id })).votes).toEqual(hidden);
  const heard = await cy.receives('dialog', 'update', (frame) => frame.data.id === id);
  expect((heard.data.msg as m.VoteMsg).votes).toEqual(hidden);
  const [again] = await ada.call(acts.msgVote, { uuid, type: 'again' });
  expect(voteOf(again).votes).toEqual(hidden);
  const added = await cy.receives('dialog', 'add', (frame) => frame.data.id === again?.id);
  expect((added.data.msg as m.VoteMsg).votes).toEqual(hidden);
  // Quoting or tagging does not reveal it either.
  const quote = await cy.call(m.msgSendtext, { dialog_id, text: 'hm', reply_id: id });
  await cy.call(acts.msgTag, { msg_id: id });
  const { list } = await cy.call(m.msgList, { dialog_id });
  expect(list.find((message) => message.id === quote.id)?.msg.reply_data).toMatchObject({ type: 'vote' });
  expect(JSON.stringify(list)).not.toContain(`"userid":${bo.userid},"votes"`);
  await expect(cast(bo, uuid, 1)).rejects.toMatchObject(refused('vote.twice'));
});

// covers B6-04
test('polls and sign-up lists are for groups and need text', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const { id: two } = await ada.call(dialogOpenUser, { userid: bo.userid });
  const dialog_id = await groupOf(ada, bo);
  const vote = (input: object) => ada.call(acts.msgVote, { dialog_id, text: 'Lunch?', list: LIST, ...input });
  await expect(vote({ dialog_id: two })).rejects.toMatchObject(refused('group.only'));
  await expect(vote({ text: ' ' })).rejects.toMatchObject(refused('vote.text'));
  await expect(vote({ list: [{ text: 'One' }, { text: '  ' }] })).rejects.toMatchObject(refused('vote.options'));
  await expect(vote({ list: [...LIST, { text: ' Pizza' }] })).rejects.toMatchObject(refused('vote.same'));
  const chain = (input: object) =>
    ada.call(acts.msgWordchain, { dialog_id, text: '#chain', list: [{ text: 'me' }], ...input });
  await expect(chain({ dialog_id: two })).rejects.toMatchObject(refused('group.only'));
  await expect(chain({ text: '' })).rejects.toMatchObject(refused('chain.text'));
  await expect(chain({ list: [{ text: ' ' }] })).rejects.toMatchObject(refused('chain.list'));
  await expect(chain({ uuid: unique('none') })).rejects.toMatchObject(refused('chain.gone'));
});

// covers B3-07
test('each change of a sign-up list is a new message; everyone edits only their own entries', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const chainOf = (message: m.Message) => message.msg as unknown as m.ChainMsg;
  const first = await ada.call(acts.msgWordchain, {
    dialog_id,
    text: '#chain who brings what',
    list: [{ type: 'case', text: 'Name, thing' }, { text: 'Ada, bread' }],
  });
  const { uuid, list } = chainOf(first);
  expect(chainOf(first)).toMatchObject({ userid: ada.userid, createid: ada.userid, text: '#chain who brings what' });
  expect(list.map(({ type, text }) => [type, text])).toEqual([
    ['case', 'Name, thing'],
    ['text', 'Ada, bread'],
  ]);
  // Bo adds an entry and tries to rewrite Ada's.
  const stolen = list.map((line) => ({ ...line, text: 'stolen' }));
  const second = await bo.call(acts.msgWordchain, { dialog_id, uuid, list: [...stolen, { text: 'Bo, cheese' }] });
  expect(second.id).toBeGreaterThan(first.id);
  expect(chainOf(second).list.map((line) => line.text)).toEqual(['Name, thing', 'Ada, bread', 'Bo, cheese']);
  expect(chainOf(second)).toMatchObject({ userid: bo.userid, createid: ada.userid, uuid });
  const third = await ada.call(acts.msgWordchain, {
    dialog_id,
    uuid,
    list: [{ id: list[1]?.id ?? 0, text: 'Ada, wine' }],
  });
  expect(chainOf(third).list.map((line) => line.text)).toEqual(['Name, thing', 'Ada, wine', 'Bo, cheese']);
  // Two at the same moment: no entry is lost.
  await Promise.all([
    ada.call(acts.msgWordchain, { dialog_id, uuid, list: [{ text: 'A' }] }),
    bo.call(acts.msgWordchain, { dialog_id, uuid, list: [{ text: 'B' }] }),
  ]);
  const [newest] = (await ada.call(m.msgList, { dialog_id })).list;
  expect(
    newest &&
      chainOf(newest)
        .list.map((line) => line.text)
        .slice(3)
        .sort(),
  ).toEqual(['A', 'B']);
});

test('a list row shows the text of a poll or sign-up list', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const line = async () =>
    ((await bo.raw(`dialog/one?dialog_id=${dialog_id}`)).data.last_msg as { msg: { preview: string } }).msg.preview;
  await begin(ada, dialog_id);
  expect(await line()).toBe('[Poll] Lunch?');
  await ada.call(acts.msgWordchain, { dialog_id, text: 'Who comes', list: [{ text: 'Ada' }] });
  expect(await line()).toBe('[Sign-up list] Who comes');
});
