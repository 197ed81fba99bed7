import {
  dialogLists,
  dialogMark,
  dialogOne,
  dialogOpenUser,
  groupAdd,
  groupAdduser,
} from '@atrium/contract/chat/dialogs.ts';
import * as acts from '@atrium/contract/chat/messageActions.ts';
import * as m from '@atrium/contract/chat/messages.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { userEditdata } from '@atrium/contract/people/profile.ts';
import { type Settings, systemSetting } from '@atrium/contract/workspace/settings.ts';
import { expect, test } from 'vitest';
import { administrator, person, refused, type TestClient, testServer, unique, world } from '#testing/world';

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);
async function groupOf(owner: TestClient, ...others: TestClient[]) {
  const userids = others.map((each) => each.userid);
  return (await owner.call(groupAdd, { userids, chat_name: unique('G') })).id;
}

/** Sends texts in order and returns the ids, oldest first. */
async function say(by: TestClient, dialog_id: number, texts: readonly string[], more: { reply_id?: number } = {}) {
  const ids: number[] = [];
  for (const text of texts) ids.push((await by.call(m.msgSendtext, { dialog_id, text, ...more })).id);
  return ids;
}

/** Bytes that store what a member has read. */
async function readSizeOf({ userid }: TestClient, dialog_id: number): Promise<number> {
  const { app } = await testServer();
  const { rows } = await app.pool.query<{ bytes: number }>(
    'select pg_column_size(read) as bytes from dialog_members where dialog_id = $1 and userid = $2',
    [dialog_id, userid],
  );
  return rows[0]?.bytes ?? 0;
}

/** Runs with other workspace settings and restores them. */
async function under(settings: Settings, run: () => Promise<void>): Promise<void> {
  const admin = await administrator();
  const before = await admin.call(systemSetting, { type: 'all' });
  await admin.call(systemSetting, { ...settings, type: 'save' });
  try {
    await run();
  } finally {
    const old = Object.fromEntries(Object.keys(settings).map((key) => [key, before[key as 'reg']]));
    await admin.call(systemSetting, { ...old, type: 'save' } as InputOf<typeof systemSetting>);
  }
}

// covers C7-40
test('messages are read newest first, before, after or around a message, and filtered', {
  timeout: 60_000,
}, async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const ids = await say(
    ada,
    dialog_id,
    Array.from({ length: 12 }, (_, index) => `message ${index}`),
  );
  const newest = [...ids].reverse();
  const at = (index: number) => ids[index] ?? 0;
  const list = (input: Partial<InputOf<typeof m.msgList>>) => bo.call(m.msgList, { dialog_id, pagesize: 4, ...input });

  const plain = await list({});
  expect(idsOf(plain.list)).toEqual(newest.slice(0, 4));
  expect([plain.list[0]?.next_id, plain.list.at(-1)?.prev_id]).toEqual([0, at(7)]);
  expect(plain.dialog).toMatchObject({ id: dialog_id, has_image: false, has_link: false });
  expect(plain).toMatchObject({ todo: [], top: null });
  expect(Math.abs(plain.time - Date.now() / 1000)).toBeLessThan(60);

  const older = await list({ prev_id: at(7) });
  expect(idsOf(older.list)).toEqual([at(7), at(6), at(5), at(4)]);
  expect([older.list[0]?.next_id, older.list.at(-1)?.prev_id]).toEqual([at(8), at(3)]);
  expect([older.dialog, older.todo, older.top]).toEqual([undefined, undefined, undefined]);

  expect(idsOf((await list({ next_id: at(2) })).list)).toEqual([at(5), at(4), at(3), at(2)]);

  const around = await list({ position_id: at(5), prev_id: at(11), next_id: at(0) });
  expect(idsOf(around.list)).toEqual([at(6), at(5), at(4), at(3)]);
  expect([around.list[0]?.next_id, around.list.at(-1)?.prev_id]).toEqual([at(7), at(2)]);
  // Near the live end less than half a page is above it.
  expect(idsOf((await list({ position_id: at(11) })).list)).toEqual(newest.slice(0, 4));
  expect(idsOf((await list({ prev_id: at(7), next_id: at(2) })).list)).toEqual([at(7), at(6), at(5), at(4)]);

  const [reply = 0] = await say(bo, dialog_id, ['an answer'], { reply_id: at(3) });
  const [link = 0] = await say(bo, dialog_id, ['see https://example.com/page']);
  expect(idsOf((await list({ msg_id: at(3) })).list)).toEqual([reply]);
  expect(idsOf((await list({ msg_type: 'link' })).list)).toEqual([link]);
  expect(idsOf((await list({ msg_type: 'text', prev_id: at(1) })).list)).toEqual([at(1), at(0)]);
  for (const msg_type of ['tag', 'todo', 'image', 'file', 'record', 'meeting'] as const) {
    expect((await list({ msg_type })).list).toEqual([]);
  }
  expect((await list({})).dialog).toMatchObject({ has_link: true });
  expect((await bo.raw(`dialog/msg/list?dialog_id=${dialog_id}&msg_type=riddle`)).data).toMatchObject({
    code: 'parameter',
  });
  // A page is never more than a hundred, and a withdrawn message is in none.
  expect((await list({ pagesize: 5000 })).list.length).toBeGreaterThan(13);
  await ada.call(acts.msgWithdraw, { msg_id: at(11) });
  expect(idsOf((await list({ position_id: at(10) })).list)).toEqual(
    [link, reply, at(10), at(9)].slice(1).concat(at(8)),
  );
});

test('only opening a conversation clears its reminder', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const [first = 0] = await say(ada, dialog_id, ['one']);
  await bo.call(dialogMark, { dialog_id, type: 'unread' });
  await bo.call(m.msgList, { dialog_id, prev_id: first });
  expect(await bo.call(dialogOne, { dialog_id })).toMatchObject({ mark_unread: 1 });
  await bo.call(m.msgList, { dialog_id });
  expect(await bo.call(dialogOne, { dialog_id })).toMatchObject({ mark_unread: 0 });
});

// covers C7-41, C4-17
test('new messages of several conversations come newest first, at most five conversations', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const groups: number[] = [];
  for (let index = 0; index < 6; index++) groups.push(await groupOf(ada, bo));
  const said: number[][] = [];
  for (const id of groups) said.push(await say(ada, id, ['a', 'b', 'c']));
  const latest = async (latestOf: (index: number) => number, take?: number) =>
    idsOf(
      (
        await bo.call(m.msgLatest, {
          dialogs: groups.map((id, index) => ({ id, latest_id: latestOf(index) })),
          ...(take && { take }),
        })
      ).data,
    );
  const five = said.slice(0, 5);
  expect(await latest((index) => said[index]?.[1] ?? 0)).toEqual(five.map((ids) => ids[2]).reverse());
  expect(await latest((index) => said[index]?.[0] ?? 0, 1)).toEqual(five.map((ids) => ids[2]).reverse());
  expect(await latest((index) => said[index]?.[2] ?? 0)).toEqual([]);
  expect((await bo.call(m.msgLatest, {})).data).toEqual([]);
  await expect(eve.call(m.msgLatest, { dialogs: [{ id: groups[0] ?? 0 }] })).rejects.toMatchObject(
    refused('dialog.gone'),
  );
});

test('a single message is returned as its reader sees it', async () => {
  const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
  const dialog_id = await groupOf(ada, bo);
  const text = `<p><span class="mention user" data-id="${bo.userid}">@bo</span> hello</p>`;
  const sent = await ada.call(m.msgSendtext, { dialog_id, text });
  const [answer = 0] = await say(bo, dialog_id, ['yes'], { reply_id: sent.id });
  expect(await bo.call(m.msgOne, { msg_id: sent.id })).toMatchObject({
    userid: ada.userid,
    mention: 1,
    read_at: null,
    reply_num: 1,
    percentage: 0,
  });
  expect(await ada.call(m.msgOne, { msg_id: sent.id })).toMatchObject({ mention: 0, read_at: expect.any(String) });
  const quoting = await ada.call(m.msgOne, { msg_id: answer });
  expect(quoting.msg.reply_data).toMatchObject({ id: sent.id, userid: ada.userid, type: 'text' });
  await expect(eve.call(m.msgOne, { msg_id: sent.id })).rejects.toMatchObject(refused('message.gone'));
  await ada.call(acts.msgWithdraw, { msg_id: sent.id });
  await expect(bo.call(m.msgOne, { msg_id: sent.id })).rejects.toMatchObject(refused('message.gone'));
  expect((await ada.call(m.msgOne, { msg_id: answer })).msg.reply_data).toBeUndefined();
});

// covers B7-03
test('only the sender sees who has read a message', async () => {
  const { ada, bo, cy, dee } = await world({ members: ['ada', 'bo', 'cy', 'dee'] });
  const dialog_id = await groupOf(ada, bo, cy);
  const text = `<p><span class="mention user" data-id="${cy.userid}">@cy</span> look</p>`;
  const { id } = await ada.call(m.msgSendtext, { dialog_id, text });
  // Later members are not among the recipients.
  await ada.call(groupAdduser, { dialog_id, userids: [dee.userid] });
  await bo.call(m.msgRead, { id: String(id) });
  expect(await ada.receives('dialog', 'readed', (frame) => frame.data.id === id)).toMatchObject({
    data: { read: 1, percentage: 50 },
  });
  const readers = await ada.call(m.msgReadlist, { msg_id: id });
  expect(readers).toMatchObject([
    { userid: bo.userid, mention: 0, msg_id: id, dialog_id, read_at: expect.any(String) },
    { userid: cy.userid, mention: 1, read_at: null },
  ]);
  await expect(bo.call(m.msgReadlist, { msg_id: id })).rejects.toMatchObject(refused('message.own'));
});

// covers A3-17
test.each(['html', 'md'] as const)(
  'a long %s text is shortened, and readers can load it in full',
  async (text_type) => {
    const { ada, bo, eve } = await world({ members: ['ada', 'bo'], outsiders: ['eve'] });
    const dialog_id = await groupOf(ada, bo);
    const lines = Array.from({ length: 700 }, (_, index) => `Entry ${index} of a story`);
    const text =
      text_type === 'html' ? lines.map((line) => `<p><strong>${line}</strong></p>`).join('') : lines.join('\n\n');
    const sent = await ada.call(m.msgSendtext, { dialog_id, text, text_type });
    expect(sent).toMatchObject({
      type: 'longtext',
      mtype: 'longtext',
      msg: { type: text_type === 'html' ? 'htm' : 'md' },
    });
    const cut = String(sent.msg.text);
    expect(cut.length).toBeLessThan(text.length / 4);
    expect(cut).toContain('Entry 0 of a story');
    expect(cut.split('<strong>').length).toBe(cut.split('</strong>').length);
    expect([...String(sent.msg.desc)].length).toBeLessThanOrEqual(200);
    expect(sent.msg.desc).not.toContain('<');

    const heard = await bo.receives('dialog', 'add', (frame) => frame.data.id === sent.id);
    expect(heard.data.msg).toEqual(sent.msg);
    expect((await bo.call(m.msgDetail, { msg_id: sent.id })).content).toEqual({
      type: text_type === 'html' ? 'htm' : 'md',
      content: text,
    });
    expect(await bo.call(m.msgDetail, { msg_id: sent.id, only_update_at: true })).toEqual({
      id: sent.id,
      update_at: expect.any(String),
    });
    await expect(eve.call(m.msgDetail, { msg_id: sent.id })).rejects.toMatchObject(refused('message.gone'));

    // Shortened by an edit, it is an ordinary text again without a separate full text.
    const short = await ada.call(m.msgSendtext, { update_id: sent.id, text: 'Short', text_type });
    expect(short).toMatchObject({ type: 'text', mtype: 'text', modify: 1 });
    expect((await bo.call(m.msgDetail, { msg_id: sent.id })).content).toBeUndefined();
    const long = await ada.call(m.msgSendtext, { update_id: sent.id, text, text_type });
    expect(long.type).toBe('longtext');
    expect((await bo.call(m.msgDetail, { msg_id: sent.id })).content?.content).toBe(text);
    await ada.call(acts.msgWithdraw, { msg_id: sent.id });
    await expect(bo.call(m.msgDetail, { msg_id: sent.id })).rejects.toMatchObject(refused('message.gone'));
  },
);

// covers B5-10
test('5,000 characters fit one message, 200,000 is the limit, and empty is refused', async () => {
  const ada = await person('ada');
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: ada.userid });
  const send = (text: string) => ada.call(m.msgSendtext, { dialog_id, text, text_type: 'md' });
  expect((await send('x'.repeat(5000))).type).toBe('text');
  expect((await send('x'.repeat(5001))).type).toBe('longtext');
  expect((await send('x'.repeat(200_000))).type).toBe('longtext');
  await expect(send('x'.repeat(200_001))).rejects.toMatchObject(refused('message.long'));
  await expect(send(' \n ')).rejects.toMatchObject(refused('message.empty'));
  await expect(ada.call(m.msgSendtext, { dialog_id, text: '<p><br></p>' })).rejects.toMatchObject(
    refused('message.empty'),
  );
});

test('half a surrogate pair is replaced and a NUL is refused', async () => {
  const ada = await person('ada');
  const { id: dialog_id } = await ada.call(dialogOpenUser, { userid: ada.userid });
  for (const text_type of ['html', 'md'] as const) {
    const { id } = await ada.call(m.msgSendtext, { dialog_id, text: 'two\ud800three', text_type });
    expect((await ada.call(m.msgOne, { msg_id: id })).msg.text).toContain('two\ufffdthree');
    await expect(ada.call(m.msgSendtext, { dialog_id, text: 'one\0two', text_type })).rejects.toMatchObject(
      refused('parameter'),
    );
  }
  await expect(ada.call(userEditdata, { nickname: 'A\0da' })).rejects.toMatchObject(refused('parameter'));
});

test('with chat disabled only administrators post; project conversations stay open', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const admin = await administrator();
  const group = await groupOf(ada, bo, admin);
  const two = (await ada.call(dialogOpenUser, { userid: bo.userid })).id;
  const self = (await ada.call(dialogOpenUser, { userid: ada.userid })).id;
  const all = (await ada.call(dialogLists, {})).data.find((dialog) => dialog.group_type === 'all')?.id ?? 0;
  const [mine = 0] = await say(ada, group, ['before']);
  const list = [{ text: 'Sushi' }, { text: 'Pizza' }];
  const [poll] = await ada.call(acts.msgVote, { dialog_id: group, text: 'Lunch?', list });
  const uuid = String(poll?.msg['uuid']);
  const muted = refused('message.muted');
  const send = (by: TestClient, dialog_id: number) => by.call(m.msgSendtext, { dialog_id, text: 'hi' });

  await under({ user_group_chat_mute: 'close' }, async () => {
    await expect(send(ada, group)).rejects.toMatchObject(muted);
    await expect(ada.call(m.msgSendtext, { update_id: mine, text: 'other' })).rejects.toMatchObject(muted);
    await expect(ada.call(acts.msgVote, { uuid, type: 'again' })).rejects.toMatchObject(muted);
    // What is there can still be voted on, and closed.
    await bo.call(acts.msgVote, { uuid, type: 'vote', vote: [1] });
    await ada.call(acts.msgVote, { uuid, type: 'finish' });
    expect(await ada.call(dialogOne, { dialog_id: group })).toMatchObject({ dialog_mute: 'close' });
    expect(await ada.call(dialogOne, { dialog_id: two })).toMatchObject({ dialog_mute: 'open' });
    await send(admin, group);
    await send(ada, two);
    await send(ada, project.dialog_id);
  });
  await under({ user_private_chat_mute: 'close' }, async () => {
    await expect(send(ada, two)).rejects.toMatchObject(muted);
    await expect(ada.call(m.msgSendtext, { dialog_ids: [group, two], text: 'hi' })).rejects.toMatchObject(muted);
    await send(ada, group);
    // A note to oneself notifies nobody.
    await send(ada, self);
  });
  await under({ all_group_mute: 'close' }, async () => {
    await expect(send(ada, all)).rejects.toMatchObject(muted);
    await send(admin, all);
    await send(ada, group);
  });
  await send(ada, all);
  await send(ada, two);
});

// covers C5-01, C7-08
test('a required profile gives −2 for a missing nickname and −3 for a missing phone', async () => {
  const bo = await person('bo');
  const { id: dialog_id } = await bo.call(dialogOpenUser, { userid: bo.userid });
  const send = () => bo.call(m.msgSendtext, { dialog_id, text: 'hi' });
  await send();
  await under({ chat_information: 'required' }, async () => {
    await expect(send()).rejects.toMatchObject({ ret: -2, data: { code: 'profile.nickname' } });
    await bo.call(userEditdata, { nickname: 'Bobby' });
    await expect(send()).rejects.toMatchObject({ ret: -3, data: { code: 'profile.phone' } });
    await bo.call(userEditdata, { tel: `+49${String(Date.now()).slice(-9)}` });
    await send();
  });
});

test('a runaway script is throttled with an error; other people are not', { timeout: 60_000 }, async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const dialogOf = async (who: TestClient) => (await who.call(dialogOpenUser, { userid: who.userid })).id;
  const [mine, others] = [await dialogOf(ada), await dialogOf(bo)];
  const codeOf = (by: TestClient, dialog_id: number, text: string) =>
    by.call(m.msgSendtext, { dialog_id, text }).then(
      () => 'ok',
      (error: { data?: { code?: string } }) => String(error.data?.code),
    );
  // Empty messages count as well, and are fast enough to exceed 600 in ten seconds on a slow machine.
  const codes: string[] = [];
  for (let wave = 0; wave < 7; wave++) {
    codes.push(...(await Promise.all(Array.from({ length: 100 }, () => codeOf(ada, mine, ' ')))));
  }
  expect(new Set(codes)).toEqual(new Set(['message.empty', 'rate.limited']));
  expect(codes.filter((code) => code === 'message.empty').length).toBeGreaterThanOrEqual(600);
  expect(await codeOf(ada, mine, 'hi')).toBe('rate.limited');
  expect(await codeOf(bo, others, 'hi')).toBe('ok');
});

test('a list row shows its last message as plain text in the reader’s language', async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const line = async (lang = 'en') => {
    const answer = await bo.raw('dialog/lists', { headers: { language: lang } });
    const rows = answer.data.data as { id: number; last_msg: { type: string; msg: { preview: string } } }[];
    const row = rows.find((each) => each.id === dialog_id);
    expect(row?.last_msg.type).toBe('preview');
    return row?.last_msg.msg.preview;
  };
  const send = (text: string, text_type: 'html' | 'md' = 'html') =>
    ada.call(m.msgSendtext, { dialog_id, text, text_type });

  await send('<p><strong>Bold</strong> &amp; <em>brave</em></p>');
  expect(await line()).toBe('Bold & brave');
  await send('# Title\n\nand **text**', 'md');
  expect(await line()).toContain('Title');
  await send(`<p>${'long '.repeat(40)}</p>`);
  expect([...((await line()) ?? '')].length).toBeLessThanOrEqual(53);
  await send('<p><img src="https://example.com/a.png"></p>');
  expect(await line('de')).not.toBe(await line('en'));
  const last = await send(`<p>${'Lorem ipsum. '.repeat(500)}</p>`);
  expect(last.type).toBe('longtext');
  expect(await line()).toContain('Lorem ipsum.');
  await ada.call(m.msgSendtext, { update_id: last.id, text: '<p>Short now</p>' });
  expect(await line()).toBe('Short now');
  await ada.call(acts.msgWithdraw, { msg_id: last.id });
  expect(await line()).not.toBe('Short now');
  const heard = await bo.receives('dialog', 'delete');
  expect(heard.data).toMatchObject({ last_msg: { type: 'preview' }, last_at: last.created_at });
});

test('a person adds at most twenty different reactions to a message; removing one frees a slot', async () => {
  const { ada, bo, project } = await world({ members: ['ada', 'bo'] });
  const { id } = await ada.call(m.msgSendtext, { dialog_id: project.dialog_id, text: 'Lunch?' });
  const react = (who: TestClient, at: number) =>
    who.call(acts.msgEmoji, { msg_id: id, symbol: String.fromCodePoint(0x1f34e + at) });
  for (let at = 0; at < 20; at++) await react(ada, at);
  await expect(react(ada, 20)).rejects.toMatchObject({ data: { code: 'message.reactions', max: 20 } });
  await react(bo, 20);
  await expect(react(ada, 20)).rejects.toMatchObject({ data: { code: 'message.reactions' } });
  await react(ada, 0);
  expect((await react(ada, 20)).emoji[0]).toEqual({
    symbol: String.fromCodePoint(0x1f34e + 20),
    userids: [ada.userid, bo.userid],
  });
});

test('a member who sends without reading keeps a small row', { timeout: 60_000 }, async () => {
  const { ada, bo } = await world({ members: ['ada', 'bo'] });
  const dialog_id = await groupOf(ada, bo);
  const sizes: number[] = [];
  for (let round = 0; round < 220; round++) {
    await ada.call(m.msgSendtext, { dialog_id, text: `Question ${round}` });
    await bo.call(m.msgSendtext, { dialog_id, text: `Answer ${round}` });
    if (round % 20 === 0) sizes.push(await readSizeOf(bo, dialog_id));
  }
  expect(Math.max(...sizes)).toBeGreaterThan(1000);
  expect(Math.max(...sizes)).toBeLessThan(2000);
  // Everything before the row was full counts as read.
  const { unread } = await bo.call(dialogOne, { dialog_id });
  expect(unread).toBeGreaterThan(0);
  expect(unread).toBeLessThan(100);
});
